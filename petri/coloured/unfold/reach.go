package unfold

import "slices"

// This file finds which colours can occur in each component of a place.

// reach finds which colours of a component may occur at all, each component for itself, and which colours a variable
// may have: those that its conditions allow and its input places may hold.
func (c *coarsener) reach() {
	for p := range c.net.Places {
		if t := c.net.Places[p].Initial; t != nil {
			sum, flat := flatten(c.net, t)
			c.mark(p, sumArc{place: p, sum: sum, flat: flat}, nil)
		}
	}
	const rounds = 100 // of a long chain of successors all are taken to be possible
	for round := 0; ; round++ {
		c.grown = false
		for _, m := range c.moves {
			if c.enliven(m); m.dead {
				continue
			}
			for _, a := range m.post {
				c.mark(a.place, a, m)
			}
		}
		if !c.grown || c.over() {
			break
		}
		if round == rounds {
			for p := range c.net.Places {
				c.mark(p, sumArc{place: p}, nil)
			}
		}
	}
}

// mark records, component by component, which colours the arc a may give to a place. c.grown tells whether any are new.
func (c *coarsener) mark(place int, a sumArc, m *move) {
	slots := c.slots[c.first[place]:c.first[place+1]]
	for i := range slots {
		s := &slots[i]
		note := func(colour int64) {
			if !s.possible[colour] {
				s.possible[colour], c.grown = true, true
			}
		}
		switch {
		case s.possible == nil:
		case !a.flat:
			for u := range s.size {
				note(u)
			}
		default:
			for _, x := range a.sum {
				switch p := &x.pieces[i]; {
				case p.all:
					for u := range s.size {
						note(u)
					}
				case p.variable == unbound:
					note(p.colour)
				default:
					for v, alive := range m.groups[m.of[p.variable]].alive {
						if alive {
							note(next(int64(v), p.shift, s.size))
						}
					}
				}
			}
		}
	}
}

// enliven finds which colours the groups of a move may have, and whether there is one for each.
func (c *coarsener) enliven(m *move) {
	if m.never {
		m.dead = true
		return
	}
	m.dead = false
	for _, g := range m.groups {
		copy(g.alive, g.may)
		c.steps += g.size
	}
	for _, a := range m.pre {
		if !a.flat {
			continue
		}
		for _, x := range a.sum {
			for i := range x.pieces {
				s, p := &c.slots[c.first[a.place]+i], &x.pieces[i]
				switch {
				case s.possible == nil || p.all:
				case p.variable == unbound:
					m.dead = m.dead || !s.possible[p.colour]
				default:
					alive := m.groups[m.of[p.variable]].alive
					for v := range alive {
						alive[v] = alive[v] && s.possible[next(int64(v), p.shift, s.size)]
					}
				}
			}
		}
	}
	for _, g := range m.groups {
		m.dead = m.dead || !slices.Contains(g.alive, true)
	}
}

// still finds the places that no transition changes. What they hold is known, so it is a condition on bindings.
func (c *coarsener) still() {
	c.constant = make([]bool, len(c.net.Places))
	for p := range c.net.Places {
		if !c.constantPlace(p) {
			continue
		}
		held, ok := c.held(p)
		if !ok {
			continue
		}
		c.constant[p] = true
		for _, m := range c.moves {
			for _, a := range m.pre {
				if a.place == p && !m.dead {
					c.membership(m, a, held)
				}
			}
		}
	}
	for _, m := range c.moves {
		c.enliven(m)
	}
}

func (c *coarsener) constantPlace(p int) bool {
	for i := c.first[p]; i < c.first[p+1]; i++ {
		if c.slots[i].possible == nil {
			return false
		}
	}
	return !slices.ContainsFunc(c.moves, func(m *move) bool { return !m.dead && !m.restores(p) })
}

// mostHeld is how many colours a place that never changes may hold to be taken as one.
const mostHeld = 1 << 18

// held returns what a place holds at first, and false if that is too much.
func (c *coarsener) held(p int) (map[int64]int64, bool) {
	t := c.net.Places[p].Initial
	if t == nil {
		return nil, true
	}
	ok := true
	e := evaluator{net: c.net, room: func(length int, more int64) bool {
		ok = ok && int64(length) <= mostHeld-min(more, mostHeld)
		return ok
	}}
	list := e.multiset(nil, t)
	if !ok || e.err != nil || e.negative || len(list) > mostHeld {
		return nil, false
	}
	held := make(map[int64]int64, len(list))
	for _, x := range list {
		held[x.colour] = x.count
	}
	return held, true
}

// membership adds the condition that a constant place holds the tokens that arc a takes, where held has the tokens of
// the place by colour.
func (c *coarsener) membership(m *move, a sumArc, held map[int64]int64) {
	if len(a.variables) == 0 {
		return // the smaller net has the arc as well
	}
	if slices.ContainsFunc(a.sum, func(s summand) bool {
		return slices.ContainsFunc(s.pieces, func(p piece) bool { return p.all })
	}) {
		c.ask(m, a.variables, nil)
		return
	}
	sizes := c.slots[c.first[a.place]:c.first[a.place+1]]
	taken := make(map[int64]int64, len(a.sum))
	c.ask(m, a.variables, func() bool {
		clear(taken)
		for _, x := range a.sum {
			colour := int64(0)
			for i, p := range x.pieces {
				digit := p.colour
				if p.variable != unbound {
					digit = next(c.evaluator.env[p.variable], p.shift, sizes[i].size)
				}
				colour = colour*sizes[i].size + digit
			}
			if taken[colour] += x.count; taken[colour] > held[colour] {
				return false
			}
		}
		return true
	})
}
