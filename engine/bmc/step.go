package bmc

import "math/bits"

// A step is what fires between two states, by transition.
type step struct{ fires []Lit }

// next returns the state after a step. One transition fires in it, or, if the layout says so, any number of independent
// ones: none of them changes a place that another one touches, so they can fire in any order. None fires in the step
// of a dead marking, if there is one.
func (s *state) next() frame {
	g, l := s.g, s.l
	x := &step{make([]Lit, len(s.able))}
	var possible []int
	for t := range x.fires {
		if x.fires[t] = g.and(s.enabled(t), s.allFit(t)); x.fires[t] != no {
			possible = append(possible, t)
		}
	}
	none := no
	if l.idle {
		none = s.dead()
	}
	var needs []Lit
	if l.together || s.rising {
		needs = x.choose(g, possible, !l.together, none)
	} else {
		needs = x.number(g, possible, none)
	}
	if s.rising && s.by != nil {
		needs = append(needs, s.by.rising(g, l, x))
	}
	tokens := make([]counter, len(s.count))
	for p := range tokens {
		if l.together {
			needs = append(needs, x.alone(g, l, p))
		}
		tokens[p] = s.after(x, p)
	}
	if l.together && len(l.visible) > 1 {
		needs = append(needs, g.atMostOne(x.of(l.visible)))
	}
	return l.newState(g, tokens, g.and(needs...), x, s.rising)
}

// choose gives each of the possible transitions a variable, whether it fires, where x.fires says whether
// it can. It returns that some do, or just one; or none, if that may be.
func (x *step) choose(g *gates, possible []int, one bool, none Lit) (needs []Lit) {
	for _, t := range possible {
		can := x.fires[t]
		x.fires[t] = g.input()
		needs = append(needs, g.or(-x.fires[t], can))
	}
	fires := x.of(possible)
	if one {
		needs = append(needs, g.atMostOne(fires))
	}
	return append(needs, g.or(append(fires, none)...))
}

// number makes a number in binary choose one of the possible transitions, where x.fires reports whether it can. It
// returns that one fires, or that none may. A solver needs fewer decisions for that, but the order of firings is harder
// to tell from it.
func (x *step) number(g *gates, possible []int, none Lit) []Lit {
	digits := make([]Lit, bits.Len(uint(max(len(possible)-1, 0))))
	for i := range digits {
		digits[i] = g.input()
	}
	for i, t := range possible {
		is := []Lit{x.fires[t]}
		for k, d := range digits {
			if i>>k&1 == 0 {
				d = -d
			}
			is = append(is, d)
		}
		x.fires[t] = g.and(is...)
	}
	return []Lit{g.or(append(x.of(possible), none)...)}
}

// alone reports whether at most one transition changes place p, and none that looks at p fires beside it: then all
// orders of the step's transitions lead to the same marking (∀-steps [DJH12]).
func (x *step) alone(g *gates, l *layout, p int) Lit {
	changes, reads := x.of(l.changes[p]), x.of(l.reads[p])
	return g.and(g.atMostOne(changes), g.or(-g.or(changes...), -g.or(reads...)))
}

// rising reports whether the transition of next has no smaller index than that of x, or depends on it: one of them
// changes a place that the other touches. This is the peephole reduction [WYKG08].
func (x *step) rising(g *gates, l *layout, next *step) Lit {
	upTo := make([]Lit, len(x.fires)) // by transition: whether it or one of a smaller index fires
	sum := no
	for t, fires := range x.fires {
		sum = g.or(sum, fires)
		upTo[t] = sum
	}
	changed, touched := make([]Lit, len(l.most)), make([]Lit, len(l.most)) // by place
	for p := range changed {
		changed[p] = g.or(x.of(l.changes[p])...)
		touched[p] = g.or(append(x.of(l.reads[p]), changed[p])...)
	}
	var needs []Lit
	for t, fires := range next.fires {
		if fires == no {
			continue
		}
		allows := []Lit{-fires, upTo[t]}
		for _, e := range l.effects[t] {
			if e.Delta != 0 {
				allows = append(allows, touched[e.Place])
			} else {
				allows = append(allows, changed[e.Place])
			}
		}
		needs = append(needs, g.or(allows...))
	}
	return g.and(needs...)
}

// of returns the literals that say which of the transitions fire, without those that cannot.
func (x *step) of(transitions []int) []Lit {
	var list []Lit
	for _, t := range transitions {
		if x.fires[t] != no {
			list = append(list, x.fires[t])
		}
	}
	return list
}

// after returns the tokens of place p after x, of which one transition at most changes p.
func (s *state) after(x *step, p int) counter {
	var changes []change
	for _, t := range s.l.changes[p] {
		if x.fires[t] != no {
			changes = append(changes, change{x.fires[t], s.l.delta(t, p)})
		}
	}
	return s.g.changed(s.count[p], changes)
}
