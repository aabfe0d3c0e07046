package gmc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Lasso looks for an infinite path that stays in a set of states: a random walk inside it from the initial state, and from its end, by the search for
// paths, a way back to there. Each try makes both anew; both have at most Length steps. Of the other options those that add steps by sets and
// Exact have no meaning. Paths that end in a state without steps are not looked for. The result and the error are as those of Search, with Loop.
func (m *Model) Lasso(ctx context.Context, g *Goal, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.Forward, o.Backward, o.Exact = 0, 0, false
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	stem := &search{Model: m, o: o, stay: g, rng: rng}
	if err := stem.prepare(ctx, m.initial, m.initial); err != nil {
		return nil, err
	}
	r := &stem.Result
	for r.Stopped == nil && r.Tries < o.Tries {
		r.Tries++
		list := stem.walkFrom(ctx, m.first, rng.IntN(o.Length+1))
		if list == nil {
			break // the initial state is outside
		}
		knot := list[len(list)-1]
		s := &search{Model: m, o: o, stay: g, loop: true, rng: rng}
		if err := s.prepare(ctx, m.only(knot), m.only(knot)); err != nil {
			return nil, err
		}
		found := s.quasiPath(ctx) && s.repair(ctx)
		r.Flips, r.Longer, r.Stopped = r.Flips+s.Flips, r.Longer+s.Longer, ctx.Err()
		if found {
			r.States, r.Loop = append(list, s.path[1:]...), len(list)-1
			var err error
			r.Events, err = m.replayLasso(r, g)
			return r, err
		}
	}
	return r, nil
}

// walkFrom makes a random walk of so many steps, or fewer if it cannot go on. It returns nil if the first state is not in the set in which it
// stays.
func (s *search) walkFrom(ctx context.Context, first State, steps int) []State {
	if !s.isIn(first, s.from) {
		return nil
	}
	list := []State{first}
	for len(list) <= steps && ctx.Err() == nil {
		x := s.after(list[len(list)-1], nil, -1)
		if x == nil {
			break
		}
		list = append(list, x)
	}
	return list
}

// replayLasso is replay for a lasso all of whose states are in the goal.
func (m *Model) replayLasso(r *Result, g *Goal) ([]int, error) {
	last := len(r.States) - 1
	if r.Loop >= last || !slices.Equal(r.States[r.Loop], r.States[last]) {
		return nil, fmt.Errorf("gmc: a loop from state %d to state %d does not close", last, r.Loop)
	}
	if i := slices.IndexFunc(r.States, func(s State) bool { return !g.holds(s) }); i >= 0 {
		return nil, fmt.Errorf("gmc: state %d of a lasso is outside of the set", i)
	}
	return m.replay(r.States, g)
}
