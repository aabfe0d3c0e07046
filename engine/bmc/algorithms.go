package bmc

import "fmt"

// within tells whether paths of i steps may be looked at.
func (s *search) within(i int) bool { return s.o.Most == 0 || i <= s.o.Most }

// unsatisfiable tells whether p has no model in which all of assumed is true.
func unsatisfiable(p *path, about string, assumed ...Lit) (bool, error) {
	sat, err := p.ask(p.g.ask(about, assumed...))
	return !sat && err == nil, err
}

// reach looks for a path of first to last steps to the goal, where shorter ones are covered.
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
		s.r.Last = p.g.ask(about, p.g.or(ends...))
		sat, err := p.ask(s.r.Last)
		if err != nil {
			return err
		}
		s.r.Length = last
		if !sat {
			s.covered = last
			return nil
		}
		end := -1
		for i, l := range ends {
			if !p.value(l) {
				continue
			}
			if p.value(p.at(first + i).holds(s.goal)) {
				s.found = &found{first + i, -1}
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
		if none, err := unsatisfiable(s.forward, fmt.Sprintf("a path of %d steps from the initial state without a loop", i), s.forward.loopFree(i)); none || err != nil {
			return none, err
		}
		back := s.anywhere()
		bad := s.bad(back.at(i))
		if none, err := unsatisfiable(back, fmt.Sprintf("a path of %d steps to the goal without a loop", i), back.loopFree(i), bad); none || err != nil {
			return none, err
		}
		if err := s.reach(i, i); err != nil || s.found != nil {
			return false, err
		}
	}
	return false, nil
}

// refined is Algorithm 2 of [SSS00]. Since a path need not go on from each state here, its first question is for a path of at most i steps, where the original
// has paths of exactly i steps with a state in the goal.
func (s *search) refined() (proved bool, err error) {
	for i := s.o.Start; s.within(i); i++ {
		if err := s.reach(s.covered+1, i); err != nil || s.found != nil {
			return false, err
		}
		about := fmt.Sprintf("a path of %d steps without a loop, only the first state initial", i+1)
		if none, err := unsatisfiable(s.forward, about, s.forward.loopFree(i+1), s.forward.startsOnce(i+1)); none || err != nil {
			return none, err
		}
		back := s.anywhere()
		last := s.bad(back.at(i + 1))
		about = fmt.Sprintf("a path of %d steps without a loop, only the last state in the goal", i+1)
		if none, err := unsatisfiable(back, about, back.loopFree(i+1), s.before(i+1), last); none || err != nil {
			return none, err
		}
	}
	return false, nil
}

// induction is k-induction [ES03]: if no path of k + 1 steps from anywhere, all states different, has only its last one in the goal, and none of at most k steps from the initial state
// leads to the goal, then none does.
func (s *search) induction() (proved bool, err error) {
	apart := yes
	for i := 0; s.within(i); i++ {
		if err := s.reach(i, i); err != nil || s.found != nil {
			return false, err
		}
		back := s.anywhere()
		last := s.bad(back.at(i + 1))
		for equal := true; equal; {
			about := fmt.Sprintf("a path of %d steps, only the last state in the goal", i+1)
			if none, err := unsatisfiable(back, about, back.valid(i+1), s.before(i+1), apart, last); none || err != nil {
				return none, err
			}
			apart, equal = s.separate(i+1, apart)
		}
	}
	return false, nil
}

// separate adds to apart that states differ which are equal in the last model, s₀ … s_n, and tells whether there are any.
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
