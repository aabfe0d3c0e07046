package reduce

import "brim/petri"

// deadParts is T1: what can ever fire if nothing that was put down is ever used up, and nothing that was taken comes
// back. Only those places change that a transition found so changes, so all others keep their tokens and are dropped:
// every arc to them is satisfied for ever, or its transition is dead. Linear in the arcs.
func (s *state) deadParts() {
	gain, lose := make([]bool, len(s.initial)), make([]bool, len(s.initial))
	missing := make([]int, len(s.transitions)) // conditions that do not hold as far as is known
	var todo []int
	for i, t := range s.living() {
		for _, a := range t.pre {
			if s.initial[a.Place] < a.Weight {
				missing[i]++
			}
		}
		for _, a := range t.inhibit {
			if s.initial[a.Place] >= a.Weight {
				missing[i]++
			}
		}
		if missing[i] == 0 {
			todo = append(todo, i)
		}
	}
	met := func(list []int32, unmet func(*transition) bool) {
		for _, u := range list {
			if unmet(&s.transitions[u]) {
				if missing[u]--; missing[u] == 0 {
					todo = append(todo, int(u))
				}
			}
		}
	}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for p, d := range s.transitions[t].effect {
			switch {
			case d > 0 && !gain[p]:
				gain[p] = true
				met(s.out[p], func(u *transition) bool { return weight(u.pre, p) > s.initial[p] })
			case d < 0 && !lose[p]:
				lose[p] = true
				met(s.inhibit[p], func(u *transition) bool { return weight(u.inhibit, p) <= s.initial[p] })
			}
		}
	}
	for i := range s.transitions {
		if s.transitions[i].dead || missing[i] == 0 {
			continue
		}
		if s.options.Class == Live { // that is the answer
			s.neverLive = true
		} else {
			s.dropTransition(DeadParts, i)
			s.hit(DeadParts)
		}
	}
	if s.neverLive {
		return
	}
	for p := range s.initial {
		if s.gone[p] || gain[p] || lose[p] {
			continue
		}
		switch {
		case !s.observed[p]:
			s.note(Equation{Kind: Constant, Place: p, Const: s.initial[p]})
			s.dropPlace(DeadParts, p)
			s.hit(DeadParts)
		case len(s.in[p])+len(s.out[p])+len(s.inhibit[p]) > 0: // observed: it stays, alone
			s.isolate(p)
			s.hit(DeadParts)
		}
	}
	s.clean()
}

// isolate takes away all arcs of a place that is constant, of transitions that it never disables.
func (s *state) isolate(p int) {
	for _, list := range [][]int32{s.in[p], s.out[p], s.inhibit[p]} {
		for _, u := range list {
			if t := &s.transitions[u]; !t.dead {
				t.pre, t.post, t.inhibit = without(t.pre, p), without(t.post, p), without(t.inhibit, p)
			}
		}
	}
}

// without returns arcs without the one to p.
func without(arcs []petri.Arc, p int) []petri.Arc {
	if weight(arcs, p) == 0 {
		return arcs
	}
	return at(arcs, p, 0)
}
