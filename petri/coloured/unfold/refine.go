package unfold

import "slices"

// This file divides classes of colours until all members of a class behave alike.

// keep makes the colours that a question names classes of their own.
func (c *coarsener) keep(keep Keep) {
	for _, k := range keep.Places {
		for i, p := range constantPieces(c.net, c.net.Places[k.Place].Sort, k.Colour) {
			c.slots[c.first[k.Place]+i].alone(p.colour)
		}
	}
}

// keepBindings is keep for colours of variables.
func (c *coarsener) keepBindings(keep Keep) {
	for _, k := range keep.Bindings {
		if m := c.moves[k.Transition]; !m.dead && m.of[k.Variable] != unbound {
			m.groups[m.of[k.Variable]].keep(k.Colour)
		}
	}
}

// constrain connects the groups of each move with the components of places: with those that inputs bind and those that
// outputs give. Where an arc is not a sum of tuples, its variables keep all colours apart.
func (c *coarsener) constrain() {
	for _, m := range c.moves {
		if m.dead {
			continue
		}
		for _, a := range m.pre {
			if !c.constant[a.place] {
				c.takes(m, a)
			}
		}
		for _, a := range m.post {
			switch {
			case c.constant[a.place]:
			case !a.flat:
				m.apart(a.variables)
			default:
				for _, x := range a.sum {
					for i, p := range x.pieces {
						if p.variable != unbound {
							g := m.groups[m.of[p.variable]]
							g.out = append(g.out, slotUse{c.first[a.place] + i, p.shift})
						}
					}
				}
			}
		}
		for _, g := range m.groups {
			g.exact = g.exact || len(g.in) > 1
		}
	}
}

// takes is constrain for an input arc.
func (c *coarsener) takes(m *move, a sumArc) {
	if !a.flat {
		for i := c.first[a.place]; i < c.first[a.place+1]; i++ {
			c.slots[i].discrete()
		}
		m.apart(a.variables)
		return
	}
	for _, x := range a.sum {
		several := x.count > 1 || slices.ContainsFunc(x.pieces, func(p piece) bool { return p.all })
		for i, p := range x.pieces {
			s := c.first[a.place] + i
			switch {
			case p.all:
				c.slots[s].discrete()
			case p.variable == unbound:
				c.slots[s].alone(p.colour)
			default:
				g := m.groups[m.of[p.variable]]
				g.in = append(g.in, slotUse{s, p.shift})
				g.exact = g.exact || several
			}
		}
	}
}

// apart keeps apart all colours of the variables.
func (m *move) apart(variables []int) {
	for _, v := range variables {
		if g := m.of[v]; g != unbound {
			m.groups[g].exact = true
		}
	}
}

// refine divides classes until nothing tells apart two members of one.
func (c *coarsener) refine() {
	for changed := true; changed && !c.over(); {
		changed = false
		for _, m := range c.moves {
			if !m.dead {
				changed = c.refineMove(m) || changed
			}
		}
	}
}

// refineMove divides classes so that the move fits them, and reports whether any was divided: classes of variables
// whose colours give tokens of different classes or are joined with different classes by the guard, and then classes of
// the input places whose colours bind a variable of different classes. c.steps counts the work.
func (c *coarsener) refineMove(m *move) (changed bool) {
	for _, g := range m.groups {
		for _, u := range g.out {
			if s := &c.slots[u.slot]; !g.exact {
				c.steps += g.size
				var more bool
				g.classes, more = divide(g.class, g.classes,
					func(v int64) int32 { return s.of(next(v, u.shift, s.size)) })
				changed = changed || more
			}
		}
	}
	for _, k := range m.clusters {
		for i, g := range k.bound {
			if !g.exact && !c.settled(g) {
				c.steps += int64(len(k.table))
				changed = k.divide(i) || changed
			}
		}
	}
	for _, g := range m.groups {
		for _, u := range g.in {
			s := &c.slots[u.slot]
			c.steps += g.size
			variable := func(colour int64) int64 { return next(colour, s.size-u.shift, s.size) }
			if g.exact {
				changed = s.separate(func(colour int64) bool { return g.alive[variable(colour)] }) || changed
				continue
			}
			changed = s.divide(func(colour int64) int32 { return g.class[variable(colour)] }) || changed
		}
	}
	return changed
}

// settled reports whether what a group takes is told apart for good: nothing else can then be taken instead.
func (c *coarsener) settled(g *group) bool {
	c.steps += g.size
	return !slices.ContainsFunc(g.in, func(u slotUse) bool {
		s := &c.slots[u.slot]
		if s.class == nil {
			return false
		}
		members := make([]int32, s.classes)
		for _, class := range s.class {
			if class >= 0 {
				members[class]++
			}
		}
		for v, alive := range g.alive {
			if alive && members[s.class[next(int64(v), u.shift, s.size)]] > 1 {
				return true
			}
		}
		return false
	})
}
