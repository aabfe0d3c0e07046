package siphon

import (
	"context"
	"slices"

	"brim/internal/sat"
	"brim/petri"
)

// Siphons that contain no marked trap.

// A Condition says whether each set of places that might do harm without tokens contains a trap with a token in the
// initial marking.
type Condition struct {
	Holds bool
	// Traps are marked traps, one of which each of these sets contains, if Holds.
	Traps [][]int
	// Places are a set that contains no marked trap, if not Holds.
	Places []int
}

// Commoner decides whether each siphon contains a trap that is marked initially; Places is a minimal siphon for which
// that is not so. Places without arcs are not looked at, since nothing depends on them.
//
// An ordinary free choice net without inhibitor arcs, simple or extended, is live exactly if this is so; an
// asymmetric choice net is live if this is so; any ordinary net cannot die then [Hac72, Mur89, DE95]. The condition
// is co-NP-complete. The error is the cause for which ctx ended or that of the solver.
func Commoner(ctx context.Context, net *petri.Net) (*Condition, error) {
	g := newGraph(net, Siphons)
	among := slices.DeleteFunc(g.all(), func(p int32) bool { return len(g.into[p])+len(g.out[p]) == 0 })
	if among = g.largest(among); len(among) == 0 {
		return &Condition{Holds: true}, nil
	}
	q := newQuestion(g, among, true)
	q.some(among)
	c, err := controlled(ctx, net, q, nil)
	if err == nil && !c.Holds {
		set := g.smallest(g.indices(c.Places), func(s []int32) bool { return len(s) > 0 },
			func() bool { return ctx.Err() != nil })
		c.Places = g.sorted(set)
	}
	return c, err
}

// DeadlockFree looks for a proof that in each reachable marking some transition without inhibitor arcs is enabled. If
// Holds, there is no deadlock. If not, nothing is known; Places are then the inputs that may lack tokens. Weights and
// inhibitor arcs are allowed. The error is the cause for which ctx ended or that of the solver.
//
// In a dead marking each of these transitions has an input place with fewer tokens than it takes. The set of such
// places, in which all tokens of places are missing from which transitions take one only, contains no trap of such
// places that has a token. In an ordinary net without inhibitor arcs it is a siphon from which all transitions take,
// so this proves at least as much as Commoner's condition.
func DeadlockFree(ctx context.Context, net *petri.Net) (*Condition, error) {
	g := newGraph(net, Siphons)
	takes := make([]int64, len(net.Places)) // the most that a transition without inhibitor arcs takes
	for t := range net.Transitions {
		if len(net.Transitions[t].Inhibit) > 0 {
			continue
		}
		for _, a := range net.Transitions[t].Pre {
			takes[a.Place] = max(takes[a.Place], a.Weight)
		}
	}
	q := &question{graph: g, solver: sat.New(), at: make([]int32, len(net.Places))}
	for p, n := range takes {
		if n > 0 {
			q.at[p] = int32(q.solver.Fresh())
			q.among = append(q.among, int32(p))
		}
	}
	for t := range net.Transitions {
		if len(net.Transitions[t].Inhibit) == 0 {
			q.some(g.takes[t])
		}
	}
	return controlled(ctx, net, q, func(p int32) bool { return takes[p] == 1 })
}

// controlled looks for a model of the question without a marked trap of places that serve; nil stands for all places.
// Each trap that speaks against a model excludes all others that contain it, so it is made as small as possible; and
// of each model as many traps are taken as do not overlap.
func controlled(ctx context.Context, net *petri.Net, q *question, serve func(p int32) bool) (*Condition, error) {
	traps := newGraph(net, Traps)
	hasToken := func(p int32) bool { return net.Places[p].Initial > 0 }
	marked := func(set []int32) bool { return slices.ContainsFunc(set, hasToken) }
	late := func() bool { return ctx.Err() != nil }
	c, within := &Condition{}, make([]bool, len(net.Places))
	for {
		set, err := q.next(ctx)
		if err != nil {
			return nil, err
		}
		if set == nil {
			c.Holds = true
			return c, nil
		}
		left := slices.Clone(set)
		if serve != nil {
			left = slices.DeleteFunc(left, func(p int32) bool { return !serve(p) })
		}
		before := len(c.Traps)
		for left = traps.largest(left); marked(left) && !late(); left = traps.largest(left) {
			trap := traps.around(left[slices.IndexFunc(left, hasToken)], left)
			trap = traps.smallest(trap, marked, late)
			c.Traps = append(c.Traps, q.sorted(trap))
			q.notAll(trap)
			for _, p := range trap {
				within[p] = true
			}
			left = slices.DeleteFunc(left, func(p int32) bool { return within[p] })
			for _, p := range trap {
				within[p] = false
			}
		}
		switch {
		case late():
			return nil, context.Cause(ctx)
		case len(c.Traps) == before:
			c.Traps, c.Places = nil, q.sorted(set)
			return c, nil
		}
	}
}
