package reduce

// cone keeps what can influence the observed places. A place is needed if it is observed, or if a transition that is
// kept asks for it or is inhibited by it. Kept is what gives tokens to a needed place, and what takes some from one
// that is observed or inhibits. Others only take tokens from needed places that only enable, so leaving them out
// enables no less; and whatever a kept transition asks for is there. Linear.
func (s *state) cone() {
	needed, exact := make([]bool, len(s.initial)), make([]bool, len(s.initial))
	keep := make([]bool, len(s.transitions))
	type item struct {
		place int
		exact bool
	}
	var todo []item
	need := func(p int, precisely bool) {
		if !needed[p] || precisely && !exact[p] {
			needed[p], exact[p] = true, exact[p] || precisely
			todo = append(todo, item{p, precisely})
		}
	}
	for p, seen := range s.observed {
		if seen && !s.gone[p] {
			need(p, true)
		}
	}
	take := func(list []int32, p int, wanted func(d int64) bool) {
		for _, i := range list {
			t := &s.transitions[i]
			if keep[i] || !wanted(t.delta(p)) {
				continue
			}
			keep[i] = true
			for _, a := range t.pre {
				need(a.Place, false)
			}
			for _, a := range t.inhibit {
				need(a.Place, true)
			}
		}
	}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		take(s.in[x.place], x.place, func(d int64) bool { return d > 0 })
		if x.exact {
			take(s.out[x.place], x.place, func(d int64) bool { return d < 0 })
		}
	}
	for i := range s.transitions {
		if !s.transitions[i].dead && !keep[i] {
			s.dropTransition(Cone, i)
			s.hit(Cone)
		}
	}
	for p := range s.initial {
		if !s.gone[p] && !needed[p] {
			s.dropPlace(Cone, p)
			s.hit(Cone)
		}
	}
	s.clean()
}
