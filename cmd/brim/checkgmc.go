package main

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/gmc"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

const gmcHelp = `gmc takes a random sequence of --length steps from the initial marking to the goal in which all steps but one
exist, and --flips times replaces one of the markings at the gap by the nearest one that closes it; then
it begins anew, --tries times. It looks for witnesses of EF f and counterexamples of AG f, where f has no path
operators, and for lassos that show EG f or refute AF f, whose walk and loop have --length steps each at most,
or with --deadlock maximal paths to a dead marking. Places have at most as many tokens as invariants allow, or
else --tokens; paths with more are not found. A path may be shorter than --length. That none is found tells nothing. With --forward and --backward, sets of markings
that so many steps lead to, or that lead to the goal in so many, take the place of its ends; not for lassos.
With --json the statistics are length, longest, forward, backward, tries and flips as done, inserted
(markings put into a sequence, up to --longest steps) and seed.`

// A gmcEngine repairs random sequences of markings.
type gmcEngine struct {
	options gmc.Options
	tokens  int64 // most, in places without a known bound
}

func (*gmcEngine) name() string { return "gmc" }

func (e *gmcEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&e.options.Length, "length", gmc.DefaultLength, "`steps` of a path of gmc")
	f.IntVar(&e.options.Longest, "longest", 0, "`steps` up to which gmc makes a path longer where nothing else helps")
	f.IntVar(&e.options.Tries, "tries", gmc.DefaultTries, "`number` of sequences that gmc begins with")
	f.IntVar(&e.options.Flips, "flips", gmc.DefaultFlips, "`number` of markings that gmc replaces in each")
	f.IntVar(&e.options.Forward, "forward", 0, "`steps` of gmc from the initial marking by sets")
	f.IntVar(&e.options.Backward, "backward", 0, "`steps` of gmc from the goal back by sets")
	for _, name := range []string{"length", "longest", "tries", "flips", "forward", "backward"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

func (*gmcEngine) uses() []string {
	return []string{"length", "longest", "tries", "flips", "forward", "backward", "seed", flagTokens, limitNodes}
}

func (e *gmcEngine) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name               string
		value, least, most int
	}{
		{"length", e.options.Length, 1, gmc.MostLength}, {"longest", e.options.Longest, 0, gmc.MostLength},
		{"tries", e.options.Tries, 1, gmc.MostTries}, {"flips", e.options.Flips, 1, gmc.MostTries},
		{"forward", e.options.Forward, 0, gmc.MostLayers}, {"backward", e.options.Backward, 0, gmc.MostLayers},
	} {
		if x.value < x.least || x.value > x.most {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from %d to %d", x.name, x.value, x.least, x.most)}
		}
	}
	var err error
	if e.tokens, err = tokenBound(cmd); err != nil {
		return err
	}
	e.options.Seed, err = cmd.Flags().GetUint64("seed")
	return err
}

func (e *gmcEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	f, a, err := q.begin()
	if err != nil || !f.Temporal() {
		return a, err
	}
	goal := engine.GoalOf(f)
	if err := goal.Among(e.name(), engine.Reach, engine.Stay); err != nil {
		return nil, err
	}
	lasso := goal.Kind == engine.Stay
	m, g, err := q.bits(e.name(), e.tokens, goal.State())
	if err != nil {
		return nil, err
	}
	o := e.options
	o.Finite, o.Nodes = q.paths == syntax.Maximal && q.circuit == nil, q.nodes
	look := m.Search
	if lasso {
		if o.Forward > 0 || o.Backward > 0 {
			return nil, errors.New("--forward and --backward have no meaning for the lassos of EG and AF")
		}
		look = m.Lasso
	}
	r, err := look(ctx, g, o)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Path != nil:
		a.follow(&goal, r.Path, m)
	case r.Stopped != nil:
		a.Reason = q.reason(r.Stopped)
	default:
		a.Reason = fmt.Sprintf("no path found in %s, which does not mean that there is none", quantity.Times(r.Tries, "try", "tries"))
	}
	a.statistics = &gmcReport{o.Length, o.Longest, o.Forward, o.Backward, r.Tries, r.Flips, r.Longer, o.Seed}
	length := "up to " + quantity.Count(max(o.Length, o.Longest)+o.Forward+o.Backward, "step")
	if lasso {
		length += " before the loop and in it"
	}
	a.rows = []label{
		{"length", length},
		{"tries", fmt.Sprintf("%s with %s; seed %d", quantity.Int(r.Tries), quantity.Count(r.Flips, "flip"), o.Seed)},
	}
	return a, nil
}

func (e *gmcEngine) checkCircuit(ctx context.Context, q *request) (*explicitAnswer, error) {
	return e.check(ctx, q)
}

// A gmcReport is what a greedy search did.
type gmcReport struct {
	Length   int    `json:"length"`
	Longest  int    `json:"longest"`
	Forward  int    `json:"forward"`
	Backward int    `json:"backward"`
	Tries    int    `json:"tries"`
	Flips    int    `json:"flips"`
	Inserted int    `json:"inserted"`
	Seed     uint64 `json:"seed"`
}
