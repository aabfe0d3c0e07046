package ticks

import (
	"context"
	"fmt"

	"brim/engine/system"
	"brim/mdd"
	"brim/petri/extended"
)

// Nets with reset arcs and priorities, without time.

// mostCases is how many cases the priorities of a transition may make.
const mostCases = 1000

// Untimed returns a net without time as a system: a variable for each place and an event for each transition, by the
// same names and numbers. The firing of a transition that no other has priority over is a product of local effects. One
// that has to wait for others is the union of disjoint cases, each a product. If places that these depend on, or that
// reset arcs empty, have no bound from capacities or invariants, the system has no sets (system.System.NoSets).
//
// The error is that of Check or ctx, or says what is too large. Cost: the invariants, and the cases in each order
// tried.
func Untimed(ctx context.Context, net *extended.Net) (*system.System, error) {
	cases, err := net.Cases(mostCases)
	if err != nil {
		return nil, err
	}
	shape, err := shapeOf(ctx, net, false)
	if err != nil {
		return nil, err
	}
	b := system.NewBuilder(net.Name)
	for i, p := range net.Places {
		if p.Initial > mdd.MaxValue-2 {
			return nil, fmt.Errorf("place %s holds %d tokens; expected at most %d", p.ID, p.Initial, mdd.MaxValue-2)
		}
		if v := b.Variable(p.ID, int(p.Initial)); shape.bounds[i] < mostPairs {
			b.Most(v, int(shape.bounds[i]))
		}
	}
	for t, list := range cases {
		stage := system.Stage{}
		for _, needs := range list {
			steps, err := local(needs, shape.bounds)
			if err != nil {
				return nil, fmt.Errorf("transition %s: %w", net.Transitions[t].ID, err)
			}
			if steps != nil {
				stage = append(stage, steps)
			}
		}
		if len(stage) == 0 { // it never fires
			stage = never()[0]
		}
		b.Sequence(net.Transitions[t].ID, stage)
	}
	return b.System(ctx)
}

// local returns the steps of a firing that needs so many tokens; nil if the bounds of places rule it out.
func local(needs []extended.Need, limits []int64) ([]mdd.Step, error) {
	steps := []mdd.Step{}
	for _, d := range needs {
		if d.Take > mdd.MaxValue-2 || d.Give > mdd.MaxValue-2 {
			return nil, fmt.Errorf("an arc has a weight of more than %d", mdd.MaxValue-2)
		}
		k := (&tokens{need: d, most: limits[d.Place], bound: limits[d.Place]}).within(d.Least, d.Most)
		if k == nil {
			return nil, nil
		}
		effect, err := k.effect()
		switch {
		case d.Reset && k.most >= mostPairs:
			effect = emptied(k)
		case err != nil:
			return nil, err
		}
		if effect != nil {
			steps = append(steps, mdd.Step{Level: d.Place + 1, Effect: effect})
		}
	}
	return steps, nil
}

// emptied returns the effect of a reset arc at a place that may hold any number of tokens.
func emptied(k *tokens) mdd.Effect {
	least, most, give := k.least, k.most, int(k.need.Give)
	return mdd.NewMap(func(v int) (int, bool) { return give, int64(v) >= least && int64(v) <= most }, nil)
}
