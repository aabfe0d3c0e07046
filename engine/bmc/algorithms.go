package bmc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/engine"
)

// This file has the algorithms for reachability: bounded search and k-induction.

// within reports whether paths of i steps may be looked at.
func (s *search) within(i int) bool { return s.o.Most == 0 || i <= s.o.Most }

// unsatisfiable reports whether p has no model under the assumptions.
func unsatisfiable(ctx context.Context, p *path, about string, assumed ...Lit) (bool, error) {
	sat, err := p.ask(ctx, p.g.ask(about, assumed...))
	return !sat && err == nil, err
}

// reach asks the solver for a path of first to last steps from the initial state to the goal, where shorter ones are
// excluded already, and sets s.found to the shortest one in the model. If there is none, it adds the clause that says
// so, and s.covered becomes last. A model may instead end where a promised bound is about to be broken: then reach
// records that in s.beyond and asks again, without that.
func (s *search) reach(first, last int) error {
	p := s.forward
	about := fmt.Sprintf("a path of %d to %d steps from the initial state to the goal", first, last)
	if first == last {
		about = fmt.Sprintf("a path of %s from the initial state to the goal", count(last, "step"))
	}
	for {
		var ends []Lit // by length
		for i := first; i <= last; i++ {
			bad := s.bad(p.at(i))
			ends = append(ends, p.g.and(p.valid(i), bad))
		}
		some := p.g.or(ends...)
		s.r.Last = p.g.ask(about, some)
		sat, err := p.ask(s.ctx, s.r.Last)
		if err != nil {
			return err
		}
		s.r.Length = last
		if !sat {
			s.covered = last
			p.g.clause(-some) // follows, and saves the solver from finding it again
			return nil
		}
		end := -1
		for i, l := range ends {
			if !p.value(l) {
				continue
			}
			if p.value(p.at(first + i).holds(s.state)) {
				s.found = &found{first + i, engine.NoLoop}
				return nil
			}
			end = first + i
		}
		if err := s.exceeded(end); err != nil {
			return err
		}
	}
}

// unproved asks for paths alone.
func (s *search) unproved() error {
	for i := s.o.Start; s.within(i); i++ {
		if err := s.reach(s.covered+1, i); err != nil || s.found != nil {
			return err
		}
	}
	return nil
}

// plain is Algorithm 1 of [SSS00].
func (s *search) plain() (proved bool, err error) {
	for i := 0; s.within(i); i++ {
		if none, err := unsatisfiable(s.ctx, s.forward,
			fmt.Sprintf("a path of %d steps from the initial state without a loop", i), s.forward.loopFree(i)); none ||
			err != nil {
			return none, err
		}
		back := s.anywhere()
		bad := s.bad(back.at(i))
		if none, err := unsatisfiable(s.ctx, back, fmt.Sprintf("a path of %d steps to the goal without a loop", i),
			back.loopFree(i), bad); none || err != nil {
			return none, err
		}
		if err := s.reach(i, i); err != nil || s.found != nil {
			return false, err
		}
	}
	return false, nil
}

// refined is Algorithm 2 of [SSS00]. Since a path need not go on from each state here, its first question is for a path
// of at most i steps, where the original has paths of exactly i steps with a state in the goal.
func (s *search) refined() (proved bool, err error) {
	for i := s.o.Start; s.within(i); i++ {
		if err := s.reach(s.covered+1, i); err != nil || s.found != nil {
			return false, err
		}
		about := fmt.Sprintf("a path of %d steps without a loop, only the first state initial", i+1)
		if none, err := unsatisfiable(s.ctx, s.forward, about, s.forward.loopFree(i+1),
			s.forward.startsOnce(i+1)); none || err != nil {
			return none, err
		}
		back := s.anywhere()
		last := s.bad(back.at(i + 1))
		about = fmt.Sprintf("a path of %d steps without a loop, only the last state in the goal", i+1)
		if none, err := unsatisfiable(s.ctx, back, about, back.loopFree(i+1), s.before(i+1), last); none || err != nil {
			return none, err
		}
	}
	return false, nil
}

// induction is k-induction [ES03]: if no path of k + 1 steps from anywhere, all states but the last different, has
// only its last one in the goal, and none of at most k steps from the initial state leads to the goal, then none
// does.
//
// A proof may be hard where a path is near, and the other way round. So proofs take s.patience in all and, beyond
// that, a quarter of the time that paths do. One that has not ended within its turn goes on, with what the solver has
// learned, when it may take twice as long as in that turn.
func (s *search) induction() (proved bool, err error) {
	last := -1 // length of the paths asked for
	var paths, proofs, least time.Duration
	for i := 0; s.within(i); i++ {
		begin := time.Now()
		if err := s.reach(i, i); err != nil || s.found != nil {
			return false, err
		}
		last = i
		middle := time.Now()
		paths += middle.Sub(begin)
		turn := max(s.patience, paths/4) - proofs
		if turn <= least {
			continue
		}
		ctx, cancel := context.WithTimeoutCause(s.ctx, turn, errPatience)
		proved, err := s.proveUpTo(ctx, last)
		cancel()
		proofs += time.Since(middle)
		switch {
		case errors.Is(err, errPatience):
			least = 2 * time.Since(middle)
		case proved || err != nil:
			return proved, err
		}
	}
	return s.proveUpTo(s.ctx, last)
}

var errPatience = errors.New("the proof takes too long")

// proveUpTo goes on with the induction steps for lengths up to k, until ctx ends or one of them is proved.
func (s *search) proveUpTo(ctx context.Context, k int) (proved bool, err error) {
	for s.step <= k {
		back := s.anywhere()
		last := s.bad(back.at(s.step + 1))
		back.at(s.step).bits() // separate looks at them
		about := fmt.Sprintf("a path of %d steps, only the last state in the goal", s.step+1)
		none, err := unsatisfiable(ctx, back, about, back.valid(s.step+1), s.before(s.step+1), s.apart, last)
		if none || err != nil {
			return none, err
		}
		equal := false
		if s.apart, equal = s.separate(s.step, s.apart); !equal {
			s.step++
		}
	}
	return false, nil
}

// separate adds distinctness lemmas to apart: states of s₀ … s_n that are equal in the last model have to differ. It
// reports whether there are any.
func (s *search) separate(n int, apart Lit) (Lit, bool) {
	p := s.back
	latest := map[string]int{} // the position of a state
	all := []Lit{apart}
	for i := range n + 1 {
		bits := p.state(i)
		key := make([]byte, len(bits))
		for b, set := range bits {
			if set {
				key[b] = 1
			}
		}
		if j, ok := latest[string(key)]; ok {
			all = append(all, -p.moments[j].same(p.moments[i]))
			s.r.Apart++
		}
		latest[string(key)] = i
	}
	return p.g.and(all...), len(all) > 1
}
