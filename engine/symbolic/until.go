package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/mdd"
	"brim/petri"
)

// An until is what the witnesses of one EU or EF share: how far its markings are from the goal.
type until struct {
	inside mdd.Set   // where the formula holds
	layers []mdd.Set // of inside, by distance to the goal, as far as they were needed
	seen   mdd.Set   // their union
}

// until returns a shortest path of f, an EU or EF, from m.
func (x *tracer) until(f *syntax.Formula, m petri.Marking) ([]int, error) {
	u := x.untils[f]
	if u == nil {
		inside, err := x.must(f)
		if err != nil {
			return nil, err
		}
		goal, err := x.must(f.Args[len(f.Args)-1])
		if err != nil {
			return nil, err
		}
		if !x.s.Complete && f.Op == syntax.EU { // rewritten, f may be certain where neither operand is
			hold, err := x.must(f.Args[0])
			if err != nil {
				return nil, err
			}
			inside = inside.Intersect(hold.Union(goal))
		}
		u = &until{inside: inside, layers: []mdd.Set{goal}, seen: goal}
		x.untils[f] = u
	}
	return x.search(u, m)
}

// search returns a shortest path from m to the first layer of u.
//
// It makes layers of markings by their distance from m and meets those by the distance to the goal. All lie where the formula holds, so
// they pass by everything from which no path leads on. Before it meets the goal, no marking in which the formula holds is in the goal, so the
// first operand holds there.
func (x *tracer) search(u *until, m petri.Marking) ([]int, error) {
	values, ok := x.s.Model.Tuple(m)
	if !ok {
		return nil, errOpen
	}
	for d, layer := range u.layers {
		if layer.Contains(values...) {
			return x.descend(u, m, d)
		}
	}
	moves := x.s.Model.Moves
	from := x.s.Model.Forest.Tuple(values...)
	layers, seen := []mdd.Set{from}, from
	for {
		layer := moves.Image(layers[len(layers)-1]).Intersect(u.inside).Minus(seen)
		if layer.IsEmpty() {
			return nil, errOpen
		}
		if len(layers) >= x.left {
			return nil, errTooLong
		}
		if met, ok := layer.Intersect(u.layers[len(u.layers)-1]).Pick(); ok {
			middle := x.s.Model.Marking(met)
			path, err := x.ascend(layers, middle)
			if err != nil {
				return nil, err
			}
			rest, err := x.descend(u, middle, len(u.layers)-1)
			return append(path, rest...), err
		}
		layers, seen = append(layers, layer), seen.Union(layer)
	}
}

// ascend returns a path from the marking of the first layer through one of each to m.
func (x *tracer) ascend(layers []mdd.Set, m petri.Marking) ([]int, error) {
	var path []int
	from := m.Clone()
	m = m.Clone()
	for i := len(layers) - 1; i >= 0; i-- {
		t := x.s.step(func(t int) bool { return unfire(x.s.Net, from, m, t) && x.in(layers[i], from) })
		if t < 0 {
			return nil, errOpen
		}
		path = append(path, t)
		copy(m, from)
	}
	slices.Reverse(path)
	return path, nil
}

// descend returns a path from m, at distance d from the goal, to it.
func (x *tracer) descend(u *until, m petri.Marking, d int) ([]int, error) {
	var path []int
	to := m.Clone()
	m = m.Clone()
	for i := d - 1; i >= 0; i-- {
		t := x.s.step(func(t int) bool {
			return x.s.Net.Enabled(m, t) && x.s.Net.FireInto(to, m, t) && x.in(u.layers[i], to)
		})
		if t < 0 {
			return nil, errOpen
		}
		path = append(path, t)
		copy(m, to)
	}
	return path, nil
}

// step returns the first transition that does, or −1.
func (s *Space) step(does func(t int) bool) int {
	for t := range s.Net.Transitions {
		if does(t) {
			return t
		}
	}
	return -1
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
		if dst[a.Place] += a.Weight; dst[a.Place] < 0 { // beyond 2^63−1
			return false
		}
	}
	return net.Enabled(dst, t)
}
