package unfold

import (
	"fmt"
	"maps"
	"slices"

	"brim/petri/coloured"
)

// Lift returns a binding of a transition that is enabled in a marking of the original net and does, class by class,
// what the given one of the smaller net does, if the marking has the same numbers by class as one of the smaller net
// that enables it. So a run of the smaller net becomes one of the original net, step by step: fire what Lift returns.
// The error says that there is none, which is a defect where the marking is as said. Cost: linear in what the input
// places hold, and in the bindings that may be chosen anew.
func (c *Coarsening) Lift(marking coloured.Marking, transition int, binding []int64) ([]int64, error) {
	m := c.moves[transition]
	l := lift{Coarsening: c, move: m, marking: marking, values: make([]int64, len(c.net.Variables))}
	for i, v := range m.Variables {
		l.values[v] = binding[i]
	}
	var err error
	if l.taken, l.given, err = l.effect(); err != nil {
		return nil, fmt.Errorf("transition %s: %w", c.net.Transitions[transition].Name, err)
	}
	if !l.enabled() {
		l.take()
		if !l.choose(0) {
			return nil, fmt.Errorf("transition %s: no binding is enabled that does as %s",
				c.net.Transitions[transition].Name, c.net.BindingText(transition, binding))
		}
	}
	lifted := make([]int64, len(binding))
	for i, v := range m.Variables {
		lifted[i] = l.values[v]
	}
	return lifted, nil
}

// A lift is the search for a binding.
type lift struct {
	*Coarsening
	*move
	marking      coloured.Marking
	values       []int64
	taken, given []coloured.Multiset // by arc, with the colours that stand for all
}

// effect returns what the binding takes and gives, by arc and class; nothing of places that never change.
func (l *lift) effect() (taken, given []coloured.Multiset, err error) {
	for i, arcs := range [][]coloured.Arc{l.Pre, l.Post} {
		for _, a := range arcs {
			by := coloured.Multiset{}
			held, err := coloured.Multiset(nil), error(nil)
			if l.constant == nil || !l.constant[a.Place] {
				held, err = l.net.Evaluate(a.Term, l.values)
			}
			if err != nil {
				return nil, nil, err
			}
			for colour, n := range held {
				by[l.Colour(a.Place, colour)] += n
			}
			if i == 0 {
				taken = append(taken, by)
			} else {
				given = append(given, by)
			}
		}
	}
	return taken, given, nil
}

// enabled reports whether the binding is enabled and does, by class, what it should.
func (l *lift) enabled() bool {
	if l.Guard != nil {
		if ok, err := l.net.Satisfied(l.Guard, l.values); !ok || err != nil {
			return false
		}
	}
	for _, a := range l.Pre {
		held, err := l.net.Evaluate(a.Term, l.values)
		if err != nil {
			return false
		}
		for colour, n := range held {
			if l.marking[a.Place][colour] < n {
				return false
			}
		}
	}
	taken, given, err := l.effect()
	same := func(x, y []coloured.Multiset) bool { return slices.EqualFunc(x, y, maps.Equal) }
	return err == nil && same(taken, l.taken) && same(given, l.given)
}

// take has the groups that inputs bind take tokens that are there, of the same classes.
func (l *lift) take() {
	for i, a := range l.pre {
		if !a.flat || !l.merged[a.place] || l.constant[a.place] {
			continue
		}
		slots := l.slots[l.first[a.place]:l.first[a.place+1]]
		left := make(coloured.Multiset, len(l.marking[a.place]))
		var colours []int64
		for colour, n := range l.marking[a.place] {
			left[colour] = n
			colours = append(colours, colour)
		}
		slices.Sort(colours)
		for _, x := range l.pre[i].sum {
			wanted := l.Colour(a.place, l.colourOf(x, slots))
			for _, colour := range colours {
				if left[colour] >= x.count && l.Colour(a.place, colour) == wanted {
					left[colour] -= x.count
					l.bind(x, slots, colour)
					break
				}
			}
		}
	}
}

// colourOf returns the colour of a summand under the binding; of a piece that is all, the first one.
func (l *lift) colourOf(x summand, slots []slot) int64 {
	colour := int64(0)
	for i, p := range x.pieces {
		digit := p.colour
		if p.variable != unbound {
			digit = next(l.values[p.variable], p.shift, slots[i].size)
		}
		colour = colour*slots[i].size + digit
	}
	return colour
}

// bind gives the variables of a summand the values with which it is a colour.
func (l *lift) bind(x summand, slots []slot, colour int64) {
	for i := len(slots) - 1; i >= 0; i-- {
		size := slots[i].size
		if p := x.pieces[i]; p.variable != unbound && slots[i].class != nil {
			l.set(l.groups[l.of[p.variable]], next(colour%size, size-p.shift, size))
		}
		colour /= size
	}
}

func (l *lift) set(g *group, value int64) {
	for _, v := range g.variables {
		l.values[v] = value
	}
}

// choose has the groups from the given one on that no input binds take colours of their classes, until the binding does
// what it should.
func (l *lift) choose(from int) bool {
	for ; from < len(l.groups); from++ {
		if g := l.groups[from]; len(g.in) == 0 {
			class := g.class[l.values[g.variables[0]]]
			for v := range g.size {
				if g.class[v] == class {
					l.set(g, v)
					if l.choose(from + 1) {
						return true
					}
				}
			}
			return false
		}
	}
	return l.enabled()
}
