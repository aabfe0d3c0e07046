package gmc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"brim/engine"
)

// This file looks for infinite paths inside a set of states.

// Lasso looks for an infinite path that stays in a set of states: a random walk inside it from the initial state, and
// from its end, by the search for paths, a way back to there. Each try makes both anew; both have at most Length steps.
// Of the other options those that add steps by sets and Exact have no meaning. With Finite it also looks for paths
// inside the set that end where no step leads on, in the same manner and among the random walks. The result and the
// error are as those of Search.
func (m *Model) Lasso(ctx context.Context, g *Goal, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.Forward, o.Backward, o.Exact = 0, 0, false
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	stem := &search{Model: m, o: o, stay: g, rng: rng}
	target := m.initial
	if o.Finite = o.Finite && m.dead != nil; o.Finite {
		target = m.d.and(g.now, m.dead())
	}
	if err := stem.prepare(ctx, m.initial, target); err != nil {
		return nil, err
	}
	r := &stem.Result
	found := func(states []State, loop int) (*Result, error) {
		r.Path = &Path{States: states, Loop: loop}
		return r, m.replayLasso(r.Path, g)
	}
	for r.Stopped == nil && r.Tries < o.Tries {
		if o.Finite && stem.quasiPath(ctx) && stem.repair(ctx) {
			return found(stem.path, engine.NoLoop)
		}
		r.Tries++
		list := stem.walkFrom(ctx, rng.IntN(o.Length+1))
		if list == nil {
			break // all initial states are outside
		}
		knot := list[len(list)-1]
		if o.Finite && m.isDead(knot) {
			return found(list, engine.NoLoop)
		}
		s := &search{Model: m, o: o, stay: g, loop: true, rng: rng}
		if err := s.prepare(ctx, m.only(knot), m.only(knot)); err != nil {
			return nil, err
		}
		if s.Stopped == nil && s.quasiPath(ctx) && s.repair(ctx) {
			return found(append(list, s.path[1:]...), len(list)-1)
		}
		r.Flips, r.Longer = r.Flips+s.Flips, r.Longer+s.Longer
		if r.Stopped = s.Stopped; r.Stopped == nil {
			r.Stopped = ctx.Err()
		}
	}
	return r, nil
}

// walkFrom makes a random walk of the given length, or shorter if it cannot go on. It returns nil if no initial state
// is in the set in which it stays.
func (s *search) walkFrom(ctx context.Context, steps int) []State {
	first := s.any(s.from)
	if first == nil {
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

// replayLasso is replay for a path that closes, or ends where no step leads on, all of whose states are in the goal.
func (m *Model) replayLasso(p *Path, g *Goal) error {
	last := p.States[p.Steps()]
	if p.Loop == engine.NoLoop && !m.isDead(last) {
		return fmt.Errorf("gmc: a step leads on from the end of a path of %d steps", p.Steps())
	}
	if p.Loop != engine.NoLoop && (p.Loop >= p.Steps() || !slices.Equal(p.States[p.Loop], last)) {
		return fmt.Errorf("gmc: a loop from state %d to state %d does not close", p.Steps(), p.Loop)
	}
	return m.replay(p, g, true)
}
