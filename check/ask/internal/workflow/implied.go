package workflow

// The rule implied: p has as many tokens as the places of some list together, where a place may come several times.
//
// This is so if nothing is on these places at first, and each transition changes both numbers by as much. If each
// transition that asks for p asks for as many tokens on the places of the list, p is never what is missing. When cases
// complete without tokens on the list, p has no tokens.

const (
	mostImplying = 6    // places of a list
	impliedWork  = 2000 // lists that are looked at for a place
)

// implied removes one place by the rule and reports whether there was one.
func (s *state) implied() bool {
	for p := range s.gone {
		if s.inner(p) && len(s.in[p])+len(s.out[p]) > 0 {
			x := &implying{state: s, p: p, effect: map[int]int64{}, asked: map[int]int64{}}
			x.add(p, 1)
			if x.search(nil) {
				s.forget(p)
				return true
			}
		}
	}
	return false
}

// An implying looks for a list for p.
type implying struct {
	*state
	p     int
	work  int
	order []int // transitions, in the order in which they came in
	// By transition: what the list is short of, in its effect and in what the transition takes.
	effect, asked map[int]int64
}

// add adds what transitions do to a place, so many times.
func (x *implying) add(q int, times int64) {
	note := func(t int, effect, asked int64) {
		if _, old := x.effect[t]; !old {
			x.order = append(x.order, t)
		}
		x.effect[t] += times * effect
		x.asked[t] += times * asked
	}
	for _, t := range x.in[q] {
		note(t, weight(x.post[t], q), 0)
	}
	for _, t := range x.out[q] {
		w := weight(x.pre[t], q)
		note(t, -w, w)
	}
}

// search extends a list by places that make up for what a transition lacks, the first one that lacks something.
func (x *implying) search(list []int) bool {
	if x.work++; x.work > impliedWork {
		return false
	}
	for _, t := range x.order {
		arcs := x.post[t]
		switch {
		case x.asked[t] > 0, x.effect[t] < 0:
			arcs = x.pre[t]
		case x.effect[t] == 0:
			continue
		}
		if len(list) == mostImplying {
			return false
		}
		for _, a := range arcs {
			if q := a.Place; q != x.p && x.inner(q) {
				known := len(x.order)
				x.add(q, -1)
				if x.search(append(list, q)) {
					return true
				}
				x.add(q, 1)
				for _, u := range x.order[known:] {
					delete(x.effect, u)
					delete(x.asked, u)
				}
				x.order = x.order[:known]
			}
		}
		return false
	}
	return true
}
