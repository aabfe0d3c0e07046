package bmc

// A step is what fires between two states, by transition.
type step struct{ fires []Lit }

// next returns the state after a step. One transition fires in it, or, if the layout says so, any number of independent ones: none of them changes a place that another one
// touches, so they can fire in any order.
func (s *state) next() frame {
	g, l := s.g, s.l
	x := &step{make([]Lit, len(s.able))}
	var needs, possible []Lit
	for t := range x.fires {
		can := g.and(s.enabled(t), s.allFit(t))
		if can == no {
			x.fires[t] = no
			continue
		}
		x.fires[t] = g.input()
		possible = append(possible, x.fires[t])
		needs = append(needs, g.or(-x.fires[t], can))
	}
	needs = append(needs, g.or(possible...))
	if !l.together {
		needs = append(needs, g.atMostOne(possible))
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
	return l.newState(g, tokens, g.and(needs...), x, s.rising)
}

// alone tells whether at most one transition changes place p, and none that looks at p fires beside it.
func (x *step) alone(g *gates, l *layout, p int) Lit {
	changes, reads := x.of(l.changes[p]), x.of(l.reads[p])
	return g.and(g.atMostOne(changes), g.or(-g.or(changes...), -g.or(reads...)))
}

// rising tells whether the transition that fires in next has no smaller index than that of x, or depends on it: one of them changes a place that the other touches.
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
		for _, p := range l.touches[t] {
			if _, ok := l.effects[t][p]; ok {
				allows = append(allows, touched[p])
			} else {
				allows = append(allows, changed[p])
			}
		}
		needs = append(needs, g.or(allows...))
	}
	return g.and(needs...)
}

// of returns what tells whether the transitions fire, without those that cannot.
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
			changes = append(changes, change{x.fires[t], s.l.effects[t][p]})
		}
	}
	return s.g.changed(s.count[p], changes)
}
