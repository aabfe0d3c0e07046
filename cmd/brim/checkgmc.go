package main

import (
	"brim/check"
	"brim/internal/quantity"
	"fmt"

	"github.com/spf13/cobra"
)

const gmcHelp = `gmc takes a random sequence of --length steps from the initial marking to the goal in which all steps but one
exist, and --flips times replaces one of the markings at the gap by the nearest one that closes it; then
it begins anew, --tries times. It looks for witnesses of EF f and counterexamples of AG f, where f has no path
operators, and for lassos that show EG f or refute AF f, whose walk and loop have --length steps each at most,
or with --deadlock maximal paths to a dead marking. Places have at most as many tokens as invariants allow, or
else --tokens; paths with more are not found. A path may be shorter than --length. If none is found, nothing
is known. With --forward and --backward, sets of markings that so many steps lead to, or that lead to the
goal in so many, take the place of its ends; not for lassos.
With --json the statistics are length, longest, forward, backward, tries and flips as done, inserted
(markings put into a sequence, up to --longest steps) and seed.`

// A gmcEngine repairs random sequences of markings.
type gmcEngine struct {
	options check.GMC
}

func (*gmcEngine) name() string { return "gmc" }

func (e *gmcEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&e.options.Length, "length", check.GMCLength, "`steps` of a path of gmc")
	f.IntVar(&e.options.Longest, "longest", 0, "`steps` up to which gmc makes a path longer where nothing else helps")
	f.IntVar(&e.options.Tries, "tries", check.GMCTries, "`number` of sequences that gmc begins with")
	f.IntVar(&e.options.Flips, "flips", check.GMCFlips, "`number` of markings that gmc replaces in each")
	f.IntVar(&e.options.Forward, "forward", 0, "`steps` of gmc from the initial marking by sets")
	f.IntVar(&e.options.Backward, "backward", 0, "`steps` of gmc from the goal back by sets")
}

func (*gmcEngine) uses() []string {
	return []string{"length", "longest", "tries", "flips", "forward", "backward", "seed", flagTokens, limitNodes}
}

func (e *gmcEngine) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name               string
		value, least, most int
	}{
		{"length", e.options.Length, 1, check.GMCMostLength}, {"longest", e.options.Longest, 0, check.GMCMostLength},
		{"tries", e.options.Tries, 1, check.GMCMostTries}, {"flips", e.options.Flips, 1, check.GMCMostTries},
		{"forward", e.options.Forward, 0, check.GMCMostLayers}, {"backward", e.options.Backward, 0, check.GMCMostLayers},
	} {
		if x.value < x.least || x.value > x.most {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from %d to %d", x.name, x.value, x.least, x.most)}
		}
	}
	var err error
	if e.options.Tokens, err = tokenBound(cmd); err != nil {
		return err
	}
	e.options.Seed, err = cmd.Flags().GetUint64("seed")
	return err
}

func (e *gmcEngine) technique() check.Technique { return e.options }

// greedRows returns what a greedy search did, for people.
func greedRows(s *check.Greed) []label {
	length := "up to " + quantity.Count(max(s.Length, s.Longest)+s.Forward+s.Backward, "step")
	if s.Lasso {
		length += " before the loop and in it"
	}
	return []label{
		{"length", length},
		{"tries", fmt.Sprintf("%s with %s; seed %d", quantity.Int(s.Tries), quantity.Count(s.Flips, "flip"), s.Seed)},
	}
}
