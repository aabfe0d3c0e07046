package symbolic

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
	"brim/petri"
)

// Witnesses of EF and EU: shortest paths by layers of markings.

// until returns a shortest way that shows f, an EU or EF, in m, or nil if f does not hold.
//
// Layer i holds the markings that exactly i steps lead to while the first operand holds; the first layer that meets the
// goal ends the search.
//
// The same marking may be in several layers. Without those seen before, layers would be smaller sets but larger
// diagrams, and took up to five times as long on the families. Layers from the goal backwards, to be met half way,
// saved time on one family and cost a multiple on another. That the formula holds in all markings of the way was tried
// as a filter, too: it cost more than it saved.
func (x *tracer) until(f *syntax.Formula, m petri.Marking) (*way, error) {
	goal := x.part(f.Args[len(f.Args)-1])
	inside := func(layer mdd.Set) (mdd.Set, error) { return layer, nil }
	if f.Op == syntax.EU {
		inside = x.part(f.Args[0])
	}
	values, ok := x.s.Model.Tuple(m)
	if !ok {
		return nil, nil
	}
	layer, err := x.Guard(x.Left, func() (mdd.Set, error) { return x.s.Model.Forest.Tuple(values...), nil })
	var layers []mdd.Set // those before, as far as they lie inside
	for err == nil && !layer.IsEmpty() {
		var met mdd.Set
		if met, err = goal(layer); err != nil {
			break
		}
		if values, ok := met.Pick(); ok {
			return x.ascend(layers, x.s.Model.Marking(values))
		}
		if len(layers) == x.Steps {
			return nil, runs.ErrTooLong
		}
		if layer, err = inside(layer); err != nil {
			break
		}
		layers = append(layers, layer)
		layer, err = x.Guard(x.Left, func() (mdd.Set, error) {
			return x.s.Model.Moves.ImageWithin(layer, x.s.Reached), nil
		})
	}
	return nil, err
}

// ascend returns a way to m through one marking of each layer; the first layer has only one.
func (x *tracer) ascend(layers []mdd.Set, m petri.Marking) (*way, error) {
	w := &way{loop: engine.NoLoop}
	m = m.Clone()
	from := m.Clone()
	for _, layer := range slices.Backward(layers) {
		if err := x.Ctx.Err(); err != nil {
			return nil, err
		}
		t := 0
		for t < len(x.s.Net.Transitions) && !(unfire(x.s.Net, from, m, t) && x.in(layer, from)) {
			t++
		}
		if t == len(x.s.Net.Transitions) {
			return nil, fmt.Errorf("internal error: no transition of net %s leads to %s", x.s.Net.Name,
				x.s.Net.Format(m))
		}
		w.steps = append(w.steps, t)
		copy(m, from)
	}
	slices.Reverse(w.steps)
	return w, nil
}

// unfire sets dst to the marking from which t leads to m, and reports whether there is one.
func unfire(net *petri.Net, dst, m petri.Marking, t int) bool {
	copy(dst, m)
	tr := &net.Transitions[t]
	for _, a := range tr.Post {
		if dst[a.Place] -= a.Weight; dst[a.Place] < 0 {
			return false
		}
	}
	for _, a := range tr.Pre {
		if dst[a.Place] += a.Weight; dst[a.Place] < 0 { // more than 2^63−1
			return false
		}
	}
	return net.Enabled(dst, t)
}

// cheapSet is the work that the set of an operand may take, in units of dd.Limits.Work, where it is not needed.
const cheapSet = 1 << 20

// part returns a function for the markings of a set in which f holds.
//
// It has the set of f if that takes little work, and else looks in each set, where it can be far smaller.
func (x *tracer) part(f *syntax.Formula) func(mdd.Set) (mdd.Set, error) {
	if !x.costly[f] {
		all, err := x.Guard(cheapSet, func() (mdd.Set, error) { return x.c.Must(f) })
		if err == nil {
			return func(set mdd.Set) (mdd.Set, error) {
				return x.Guard(x.Left, func() (mdd.Set, error) { return set.Intersect(all), nil })
			}
		}
		x.costly[f] = true
	}
	f = syntax.Existential(syntax.Simplify(f, x.c.Paths()))
	size := int64(f.Size())
	return func(set mdd.Set) (mdd.Set, error) {
		x.Left -= size * int64(set.Nodes()) // comparisons do not ask the computed table
		return x.Guard(x.Left, func() (mdd.Set, error) { return x.c.Within(set, f) })
	}
}
