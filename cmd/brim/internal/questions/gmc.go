package questions

import (
	"brim/check"
	"brim/check/technique/gmc"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"fmt"

	"github.com/spf13/cobra"
)

// The engine gmc: help, flags and rows of the report.

const gmcHelp = `gmc takes a random sequence of --length steps from the initial marking to the goal in which all steps but one
exist, and --flips times replaces one of the markings at the gap by the nearest one that closes it; then
it begins anew, --tries times. It looks for witnesses of EF f and counterexamples of AG f, where f has no path
operators, and for lassos that show EG f or refute AF f, whose walk and loop have --length steps each at most,
or with --deadlock maximal paths to a dead marking. Places have at most as many tokens as invariants allow, or
else --tokens; paths with more are not found. A path may be shorter than --length; with --exact none ends
early. If none is found, nothing is known. With --forward and --backward, sets of markings that so many steps
lead to, or that lead to the goal in so many, take the place of its ends; not for lassos.
With --json the statistics are length, longest, forward, backward, tries and flips as done, inserted
(markings put into a sequence, up to --longest steps) and seed.`

// gmcEngine repairs random sequences of markings.
func gmcEngine(v *engineValues) engine {
	var o check.GMC
	own := []string{"length", "longest", "tries", "flips", "forward", "backward", "exact", "seed", flagTokens,
		models.LimitNodes}
	return engine{"gmc", func(cmd *cobra.Command) {
		f := cmd.Flags()
		f.IntVar(&o.Length, "length", gmc.DefaultLength, "`steps` of a path of gmc")
		f.IntVar(&o.Longest, "longest", 0, "`steps` up to which gmc makes a path longer where nothing else helps")
		f.IntVar(&o.Tries, "tries", gmc.DefaultTries, "`number` of sequences that gmc begins with")
		f.IntVar(&o.Flips, "flips", gmc.DefaultFlips, "`number` of markings that gmc replaces in each")
		f.IntVar(&o.Forward, "forward", 0, "`steps` of gmc from the initial marking by sets")
		f.IntVar(&o.Backward, "backward", 0, "`steps` of gmc from the goal back by sets")
		f.BoolVar(&o.Exact, "exact", false, "gmc finds paths of just --length steps, without early stop")
	}, own, func(cmd *cobra.Command) (check.Technique, error) {
		if err := cli.InRange(cmd, cli.Between("length", o.Length, 1, gmc.MostLength),
			cli.Between("longest", o.Longest, 0, gmc.MostLength),
			cli.Between("tries", o.Tries, 1, gmc.MostTries), cli.Between("flips", o.Flips, 1, gmc.MostTries),
			cli.Between("forward", o.Forward, 0, gmc.MostLayers),
			cli.Between("backward", o.Backward, 0, gmc.MostLayers)); err != nil {
			return nil, err
		}
		o.Tokens, o.Seed = v.tokens, v.seed
		return o, v.tokenBound(cmd)
	}}
}

// greedRows returns what a greedy search did, for people.
func greedRows(s *gmc.Statistics) []label {
	length := "up to " + quantity.Count(max(s.Length, s.Longest)+s.Forward+s.Backward, "step")
	if s.Lasso {
		length += " before the loop and in it"
	}
	return []label{
		{"length", length},
		{"tries", fmt.Sprintf("%s with %s; seed %d", quantity.Int(s.Tries), quantity.Count(s.Flips, "flip"), s.Seed)},
	}
}
