package reduce

// effectless is T3: what changes nothing leads to no new marking.
func (s *state) effectless() {
	for i, t := range s.living() {
		changes := false
		for range t.effect {
			changes = true
			break
		}
		if !changes {
			s.dropTransition(Effectless, i)
			s.hit(Effectless)
		}
	}
	s.clean()
}

// sinks is P1 and T4 together, since each makes work for the other. A place that no transition asks for is not missed
// (P1). A transition that only takes tokens, where it is not observed and inhibits nothing, is not needed, since
// fewer tokens enable no more (T4). Linear by counts of the arcs that are left and a list of places to look at.
func (s *state) sinks() {
	sink, takes := s.allowed(Sink), s.allowed(OnlyTakes)
	asking := make([]int, len(s.initial)) // transitions that ask for a place
	var todo []int                        // places that no transition needs
	ask := func(p int) {
		if sink && asking[p] == 0 && !s.gone[p] && s.free(p) {
			todo = append(todo, p)
		}
	}
	for p := range s.initial {
		asking[p] = len(s.out[p])
	}
	consider := func(i int) {
		if t := &s.transitions[i]; takes && !t.dead && s.onlyTakes(t) {
			s.dropTransition(OnlyTakes, i)
			s.hit(OnlyTakes)
			for _, a := range t.pre {
				asking[a.Place]--
				ask(a.Place)
			}
		}
	}
	for p := range s.initial {
		ask(p)
	}
	for i := range s.transitions {
		consider(i)
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.gone[p] {
			continue
		}
		s.dropPlace(Sink, p)
		s.hit(Sink)
		for _, i := range s.in[p] {
			consider(int(i))
		}
	}
	s.clean()
}

// onlyTakes reports whether t gives no tokens and takes some, all from places that are free.
func (s *state) onlyTakes(t *transition) bool {
	some := false
	for p, d := range t.effect {
		switch {
		case s.gone[p]:
		case d > 0 || !s.free(p):
			return false
		default:
			some = true
		}
	}
	return some
}
