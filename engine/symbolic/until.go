package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/mdd"
	"brim/petri"
)

// An until is what the witnesses of one EU or EF share: how far its markings are from the goal.
//
// All of its sets lie where the formula holds, so a search passes by everything from which no path leads on. As long as it has not met the
// goal, its markings satisfy the formula without being in the goal, so the first operand holds there.
type until struct {
	inside mdd.Set   // where the formula holds
	layers []mdd.Set // of inside, by distance to the goal, as far as they were needed
	seen   mdd.Set   // their union
}

// until returns a shortest path that shows f, an EU or EF, in m.
func (x *tracer) until(f *syntax.Formula, m petri.Marking) ([]int, error) {
	u := x.untils[f]
	if u == nil {
		goal, err := x.must(f.Args[len(f.Args)-1])
		if err != nil {
			return nil, err
		}
		inside, err := x.certain(f, f.Args...)
		if err != nil {
			return nil, err
		}
		u = &until{inside: inside, layers: []mdd.Set{goal}, seen: goal}
		x.untils[f] = u
	}
	return x.meet(u, m)
}

// meet returns a shortest path from m to the goal of u.
//
// It makes layers of markings by their distance from m until they meet those by the distance to the goal, on the side whose outer layer has
// fewer nodes. The layers of the goal's side serve the next search, too.
func (x *tracer) meet(u *until, m petri.Marking) ([]int, error) {
	values, ok := x.s.Model.Tuple(m)
	if !ok || !u.inside.Contains(values...) {
		return nil, errOpen
	}
	for d, layer := range u.layers {
		if layer.Contains(values...) {
			return x.descend(u, m, d)
		}
	}
	moves := x.s.Model.Moves
	outer := x.s.Model.Forest.Tuple(values...)
	layers, seen := []mdd.Set{outer}, outer
	for {
		if len(layers)+len(u.layers)-1 > x.left {
			return nil, errTooLong
		}
		last := u.layers[len(u.layers)-1]
		if last.Nodes() < outer.Nodes() {
			last = moves.PreImageWithin(last, u.inside).Minus(u.seen)
			u.layers, u.seen = append(u.layers, last), u.seen.Union(last)
		} else {
			outer = moves.ImageWithin(outer, u.inside).Minus(seen)
			layers, seen = append(layers, outer), seen.Union(outer)
		}
		if last.IsEmpty() || outer.IsEmpty() {
			return nil, errOpen
		}
		if met, ok := outer.Intersect(last).Pick(); ok {
			middle := x.s.Model.Marking(met)
			path, err := x.ascend(layers, middle)
			if err != nil {
				return nil, err
			}
			rest, err := x.descend(u, middle, len(u.layers)-1)
			return append(path, rest...), err
		}
	}
}

// ascend returns a path to m, a marking of the last layer, from the one marking of the first, through all layers.
func (x *tracer) ascend(layers []mdd.Set, m petri.Marking) ([]int, error) {
	var path []int
	from := m.Clone()
	m = m.Clone()
	for i := len(layers) - 2; i >= 0; i-- {
		t, err := x.step(func(t int) bool { return unfire(x.s.Net, from, m, t) && x.in(layers[i], from) })
		if err != nil {
			return nil, err
		}
		path = append(path, t)
		copy(m, from)
	}
	slices.Reverse(path)
	return path, nil
}

// descend returns a path from m, at distance d from the goal of u, to the goal.
func (x *tracer) descend(u *until, m petri.Marking, d int) ([]int, error) {
	var path []int
	net, to := x.s.Net, m.Clone()
	m = m.Clone()
	for i := d - 1; i >= 0; i-- {
		t, err := x.step(func(t int) bool { return net.Enabled(m, t) && net.FireInto(to, m, t) && x.in(u.layers[i], to) })
		if err != nil {
			return nil, err
		}
		path = append(path, t)
		copy(m, to)
	}
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
