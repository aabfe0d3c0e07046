package bmc

import (
	"fmt"

	"brim/engine"
)

// within tells whether paths of i steps may be looked at.
func (s *search) within(i int) bool { return s.o.Most == 0 || i <= s.o.Most }

// unsatisfiable tells whether p has no model in which all of assumed is true.
func unsatisfiable(p *path, about string, assumed ...Lit) (bool, error) {
	sat, err := p.ask(p.c.ask(about, assumed...))
	return !sat && err == nil, err
}

// reach looks for a path of exactly i steps to the goal.
func (s *search) reach(i int) error {
	p := s.forward
	goal := p.state(i).holds(s.goal)
	s.r.Last = p.c.ask(fmt.Sprintf("a path of %d steps from the initial marking to the goal", i), p.valid(i), goal)
	sat, err := p.ask(s.r.Last)
	if err != nil {
		return err
	}
	s.r.Length = i
	if sat {
		s.found = &engine.Witness{Steps: p.fired(i), Loop: engine.NoLoop}
		return nil
	}
	s.covered = i
	return nil
}

// plain is Algorithm 1 of [SSS00].
func (s *search) plain() (proved bool, err error) {
	s.back = s.solved(s.l.anywhere(s.o.Together, s.rising))
	for i := 0; s.within(i); i++ {
		if none, err := unsatisfiable(s.forward, fmt.Sprintf("a path of %d steps from the initial marking without a loop", i), s.forward.loopFree(i)); none || err != nil {
			return none, err
		}
		goal := s.back.state(i).holds(s.goal)
		if none, err := unsatisfiable(s.back, fmt.Sprintf("a path of %d steps to the goal without a loop", i), s.back.loopFree(i), goal); none || err != nil {
			return none, err
		}
		if err := s.reach(i); err != nil || s.found != nil {
			return false, err
		}
	}
	return false, nil
}

// refined is Algorithm 2 of [SSS00]. Since a path need not go on from each marking here, its first question is for a path of at most i steps, where the original
// has paths of exactly i steps with a marking in the goal.
func (s *search) refined() (proved bool, err error) {
	s.back = s.solved(s.l.anywhere(s.o.Together, s.rising))
	before := yes // s₀ … s_i of the paths from anywhere are not in the goal
	done := 0     // and i is before this
	for i := s.o.Start; s.within(i); i++ {
		if err := s.reachWithin(i); err != nil || s.found != nil {
			return false, err
		}
		first := s.forward.loopFree(i + 1) // so s₁ … differ from the initial marking
		if none, err := unsatisfiable(s.forward, fmt.Sprintf("a path of %d steps without a loop, only the first marking initial", i+1), first); none || err != nil {
			return none, err
		}
		for ; done <= i; done++ {
			before = s.back.c.and(before, -s.back.state(done).holds(s.goal))
		}
		last := s.back.state(i + 1).holds(s.goal)
		about := fmt.Sprintf("a path of %d steps without a loop, only the last marking in the goal", i+1)
		if none, err := unsatisfiable(s.back, about, s.back.loopFree(i+1), before, last); none || err != nil {
			return none, err
		}
	}
	return false, nil
}

// reachWithin looks for a path of at most i steps to the goal; the shorter ones that are covered do not lead there.
func (s *search) reachWithin(i int) error {
	p := s.forward
	var ends []Lit // by length
	for j := s.covered + 1; j <= i; j++ {
		goal := p.state(j).holds(s.goal)
		ends = append(ends, p.c.and(p.valid(j), goal))
	}
	s.r.Last = p.c.ask(fmt.Sprintf("a path of %d to %d steps from the initial marking to the goal", s.covered+1, i), p.c.or(ends...))
	sat, err := p.ask(s.r.Last)
	if err != nil {
		return err
	}
	s.r.Length = i
	for j, end := range ends {
		if sat && p.value(end) {
			s.found = &engine.Witness{Steps: p.fired(s.covered + 1 + j), Loop: engine.NoLoop}
			return nil
		}
	}
	s.covered = i
	return nil
}

// induction is k-induction [ES03]: if no path of k + 1 steps from anywhere, all markings different, has only its last one in the goal, and none of at most k steps from the initial marking
// leads to the goal, then none does.
func (s *search) induction() (proved bool, err error) {
	s.back = s.solved(s.l.anywhere(s.o.Together, s.rising))
	before, apart := yes, yes
	for i := 0; s.within(i); i++ {
		if err := s.reach(i); err != nil || s.found != nil {
			return false, err
		}
		before = s.back.c.and(before, -s.back.state(i).holds(s.goal))
		last := s.back.state(i + 1).holds(s.goal)
		for equal := true; equal; {
			about := fmt.Sprintf("a path of %d steps, only the last marking in the goal", i+1)
			if none, err := unsatisfiable(s.back, about, s.back.valid(i+1), before, apart, last); none || err != nil {
				return none, err
			}
			apart, equal = s.separate(i+1, apart)
		}
	}
	return false, nil
}

// separate adds to apart that markings differ which are equal in the last model, s₀ … s_n, and tells whether there are any.
func (s *search) separate(n int, apart Lit) (Lit, bool) {
	p := s.back
	latest := map[string]int{} // the position of a marking
	all := []Lit{apart}
	for i := range n + 1 {
		lits := p.states[i].lits
		key := make([]byte, len(lits))
		for b, l := range lits {
			if l == yes || l != no && p.value(l) {
				key[b] = 1
			}
		}
		if j, ok := latest[string(key)]; ok {
			all = append(all, -p.states[j].same(p.states[i]))
			s.r.Apart++
		}
		latest[string(key)] = i
	}
	return p.c.and(all...), len(all) > 1
}
