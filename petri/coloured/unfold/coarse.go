package unfold

import (
	"context"
	"slices"

	"brim/petri/coloured"
)

// This file makes the smaller net, in which one colour of each class stands for all, and unfolds it.

// Unfold unfolds the smaller net. What it returns is an unfolding of the original net, but for the colours and bindings
// that it has: one of each class; see Colour. The options are as those of Net. Where a question names bindings
// of a transition, Merge might drop them.
func (c *Coarsening) Unfold(ctx context.Context, o Options) (*Unfolding, error) {
	o.coarse = c
	u, err := Net(ctx, c.small, o)
	if u != nil {
		u.Coloured, u.Coarsening = c.net, c
	}
	return u, err
}

// Colour returns the colour that stands for a colour in a place.
func (c *Coarsening) Colour(place int, colour int64) int64 {
	if !c.merged[place] {
		return colour
	}
	slots := c.slots[c.first[place]:c.first[place+1]]
	out, scale := int64(0), int64(1)
	for i := len(slots) - 1; i >= 0; i-- {
		s := &slots[i]
		out += s.represents(colour%s.size) * scale
		colour /= s.size
		scale *= s.size
	}
	return out
}

// identity returns a Coarsening that merges nothing.
func (c *coarsener) identity() *Coarsening {
	return &Coarsening{
		net: c.net, small: c.net, first: c.first, slots: c.slots, moves: c.moves, constant: c.constant,
		merged: make([]bool, len(c.net.Places)),
	}
}

// result makes the smaller net: in each class one colour stands for all, and guards restrict the variables to these
// colours. Transitions that can never fire get a guard that is false. It records in which places colours were merged.
func (c *coarsener) result(keep Keep) *Coarsening {
	for i := range c.slots {
		c.slots[i].represent()
	}
	out := c.identity()
	small := *c.net
	small.Transitions = slices.Clone(c.net.Transitions)
	for i, m := range c.moves {
		if m.dead {
			small.Transitions[i].Guard = &coloured.Guard{Test: coloured.Or}
			continue
		}
		c.choose(m)
		var conditions []*coloured.Guard
		for _, g := range m.groups {
			if int64(len(g.chosen)) < g.size {
				conditions = append(conditions, among(c.net, g.variables[0], g.chosen))
			}
		}
		if len(conditions) > 0 {
			if m.Guard != nil {
				conditions = append(conditions, m.Guard)
			}
			small.Transitions[i].Guard = &coloured.Guard{Test: coloured.And, Args: conditions}
		}
	}
	out.small = &small
	c.mergeUnread(keep)
	for p := range c.net.Places {
		for i := c.first[p]; i < c.first[p+1]; i++ {
			s := &c.slots[i]
			for u, possible := range s.possible {
				out.merged[p] = out.merged[p] || possible && s.represents(int64(u)) != int64(u)
			}
		}
	}
	return out
}

// choose chooses the colours of the groups of a move: for one that inputs bind those that stand for all in its input
// place, for others one for each class of output places.
func (c *coarsener) choose(m *move) {
	for _, g := range m.groups {
		switch {
		case len(g.in) > 0:
			for v, alive := range g.alive {
				if alive && !slices.ContainsFunc(g.in, func(u slotUse) bool {
					s := &c.slots[u.slot]
					taken := next(int64(v), u.shift, s.size)
					return s.represents(taken) != taken
				}) {
					g.chosen = append(g.chosen, int64(v))
				}
			}
		case g.whole:
			for v, alive := range g.alive {
				if alive {
					g.chosen = append(g.chosen, int64(v))
				}
			}
		default:
			g.chosen = g.firsts()
		}
	}
	for _, k := range m.clusters {
		k.cover()
	}
}

// mergeUnread merges all colours of constant places that no transition of the smaller net takes and that keep does not
// name to keep.
func (c *coarsener) mergeUnread(keep Keep) {
	read := make([][]bool, len(c.slots))
	for p, constant := range c.constant {
		for i := c.first[p]; i < c.first[p+1] && constant; i++ {
			read[i] = make([]bool, c.slots[i].size)
		}
	}
	for _, k := range keep.Places {
		for i, p := range constantPieces(c.net, c.net.Places[k.Place].Sort, k.Colour) {
			if r := read[c.first[k.Place]+i]; r != nil {
				r[p.colour] = true
			}
		}
	}
	for _, m := range c.moves {
		for _, a := range m.pre {
			if m.dead || !c.constant[a.place] {
				continue
			}
			for _, x := range a.sum {
				for i, p := range x.pieces {
					r := read[c.first[a.place]+i]
					switch {
					case p.all:
						for u := range r {
							r[u] = true
						}
					case p.variable == unbound:
						r[p.colour] = true
					default:
						for _, v := range m.groups[m.of[p.variable]].chosen {
							r[next(v, p.shift, int64(len(r)))] = true
						}
					}
				}
			}
		}
	}
	for i, r := range read {
		if r == nil {
			continue
		}
		s := &c.slots[i]
		s.begin()
		s.classes, _ = divide(s.class, s.classes, func(u int64) int32 {
			if r[u] {
				return int32(u)
			}
			return -1
		})
		s.represent()
	}
}

// among returns the guard that a variable has one of the given colours, ascending.
func among(n *coloured.Net, variable int, colours []int64) *coloured.Guard {
	sort := n.Variables[variable].Sort
	is := func(test coloured.Test, colour int64) *coloured.Guard {
		return &coloured.Guard{
			Test: test, Left: &coloured.Term{Op: coloured.Bound, Sort: sort, Value: int64(variable)},
			Right: &coloured.Term{Op: coloured.Colour, Sort: sort, Value: colour},
		}
	}
	any := &coloured.Guard{Test: coloured.Or}
	for i := 0; i < len(colours); {
		from := i
		for i++; i < len(colours) && colours[i] == colours[i-1]+1; i++ {
		}
		one := is(coloured.Equal, colours[from])
		if i-from > 1 {
			one = &coloured.Guard{Test: coloured.And,
				Args: []*coloured.Guard{is(coloured.GreaterEqual, colours[from]), is(coloured.LessEqual, colours[i-1])}}
		}
		any.Args = append(any.Args, one)
	}
	return any
}
