package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/mdd"
	"brim/petri"
)

// until returns a shortest path that shows f, an EU or EF, in m.
//
// Layer i holds the markings that exactly i steps lead to, inside the set of f or, for EF, anywhere; the first layer that meets the goal ends
// it. No earlier one has a marking of the goal, so the first operand holds in all of them.
//
// The same marking may be in several layers. Without those seen before, layers would be smaller sets but larger diagrams, and took twice to
// four times as long on the families. Layers from the goal backwards, to be met half way, saved time on one family and cost a
// multiple on another.
func (x *tracer) until(f *syntax.Formula, m petri.Marking) ([]int, error) {
	inside, from, err := x.corridor(f)
	if err != nil {
		return nil, err
	}
	goal := x.goal(f.Args[len(f.Args)-1])
	values, ok := x.s.Model.Tuple(m)
	if !ok {
		return nil, errOpen
	}
	layer, err := x.guard(x.left, func() (mdd.Set, error) { return x.s.Model.Forest.Tuple(values...), nil })
	if err != nil {
		return nil, err
	}
	for layers := []mdd.Set{layer}; ; layers = append(layers, layer) {
		met, err := x.guard(x.left, func() (mdd.Set, error) { return goal(layer) })
		if err != nil {
			return nil, err
		}
		if values, ok := met.Pick(); ok {
			return x.ascend(layers, x.s.Model.Marking(values))
		}
		if layer.IsEmpty() {
			return nil, errOpen
		}
		if len(layers) > x.steps {
			return nil, errTooLong
		}
		next := func() (mdd.Set, error) { return x.s.Model.Moves.ImageWithin(layer.Intersect(from), inside), nil }
		if layer, err = x.guard(x.left, next); err != nil {
			return nil, err
		}
	}
}

// corridor returns the markings that a path of f may have, and those of them that it may go on from: all for EF, and for EU the markings in
// which f holds, if these are known or found with little work, else only those in which its first operand does.
func (x *tracer) corridor(f *syntax.Formula) (inside, from mdd.Set, err error) {
	inside = x.s.Reached
	if f.Op == syntax.EF {
		return inside, inside, nil
	}
	_, err = x.guard(min(x.left, goalWork), func() (mdd.Set, error) {
		b, err := x.c.Sat(f)
		return b.Must, err
	})
	if err == nil {
		inside, err = x.certain(f, f.Args...)
		return inside, inside, err
	}
	from, err = x.must(f.Args[0])
	return inside, from, err
}

// goalWork is the work that the set of a goal may take, in questions to the computed table.
const goalWork = 1 << 20

// goal returns a function for the markings of a layer in which f holds. It has the set of f if that takes little work, and else
// looks in each layer, where it can be far smaller.
func (x *tracer) goal(f *syntax.Formula) func(layer mdd.Set) (mdd.Set, error) {
	if !x.dear[f] {
		b, err := x.guard(goalWork, func() (mdd.Set, error) {
			b, err := x.c.Sat(f)
			return b.Must, err
		})
		if err == nil {
			return func(layer mdd.Set) (mdd.Set, error) { return layer.Intersect(b), nil }
		}
		x.dear[f] = true
	}
	f = syntax.Existential(syntax.Simplify(f, x.c.Paths()))
	return func(layer mdd.Set) (mdd.Set, error) { return x.c.Within(layer, f) }
}

// ascend returns a path to m, a marking of the last layer, from the one marking of the first, through all layers.
func (x *tracer) ascend(layers []mdd.Set, m petri.Marking) ([]int, error) {
	var path []int
	m = m.Clone()
	from := m.Clone()
	for _, layer := range slices.Backward(layers[:len(layers)-1]) {
		t, err := x.step(func(t int) bool { return unfire(x.s.Net, from, m, t) && x.in(layer, from) })
		if err != nil {
			return nil, err
		}
		path = append(path, t)
		copy(m, from)
	}
	slices.Reverse(path)
	return path, nil
}

// step returns the first transition that leads on. There is one if the sets are right.
func (x *tracer) step(leads func(t int) bool) (int, error) {
	if err := x.ctx.Err(); err != nil {
		return 0, err
	}
	for t := range x.s.Net.Transitions {
		if leads(t) {
			return t, nil
		}
	}
	return 0, errOpen
}

// unfire sets dst to the marking from which t leads to m, and tells whether there is one.
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
