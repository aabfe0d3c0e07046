package bmc

import (
	"cmp"
	"context"
	"slices"

	"brim/engine/circuit"
)

// A cut of a variable is a set of variables, ascending, of which it is a function.
type cut struct {
	leaves [arity]int32
	n      int8
	t      table
	flow   float32 // clauses for it and its share of those for its leaves
}

// A mapper chooses cuts.
type mapper struct {
	c     *circuit.Circuit
	in    []bool // by variable: whether it is wanted
	cuts  [][]cut
	best  []cut
	refs  []float32 // by variable: how many look at it, at least 1
	roots []circuit.Lit
	covers
}

// cuts chooses a cut for each gate of c that is in the cone, where roots have to be made: one table of up to four
// variables takes fewer variables and clauses than the gates in it. The choice is that of mapping to look-up tables by
// area flow [EMS07]; the area of a table is the number of its clauses. The error is that of ctx.
func cuts(ctx context.Context, c *circuit.Circuit, in []bool, roots []circuit.Lit) ([]cut, error) {
	m := &mapper{c: c, in: in, cuts: make([][]cut, c.Variables()), best: make([]cut, c.Variables()), refs: make([]float32, c.Variables()), roots: roots, covers: covers{}}
	for _, l := range roots {
		m.refs[l.Var()]++
	}
	first := c.Gate(0).Var()
	for i, g := range c.Gates {
		if in[first+i] {
			m.refs[g.A.Var()]++
			m.refs[g.B.Var()]++
		}
	}
	for v := range first {
		x := cut{leaves: [arity]int32{int32(v)}, n: 1, t: projections[0]}
		if v == 0 {
			x = cut{}
		}
		m.best[v], m.cuts[v] = x, []cut{x}
	}
	const often = 1000
	for i, g := range c.Gates {
		if i%often == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if in[first+i] {
			m.enumerate(first+i, g)
		}
	}
	const rounds = 3
	for range rounds {
		m.recount()
		for i := range c.Gates {
			if i%often == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if v := first + i; in[v] {
				for k := range m.cuts[v] {
					m.cuts[v][k].flow = m.flow(&m.cuts[v][k])
				}
				m.best[v] = slices.MinFunc(m.cuts[v][:len(m.cuts[v])-1], cheaper) // the last one is trivial
			}
		}
	}
	return m.best, nil
}

func cheaper(x, y cut) int { return cmp.Or(cmp.Compare(x.flow, y.flow), cmp.Compare(x.n, y.n)) }

// enumerate finds cuts of gate v, the cheapest ones and, at the end, v itself.
func (m *mapper) enumerate(v int, g circuit.Gate) {
	const most = 8
	var list []cut
	for _, a := range m.cuts[g.A.Var()] {
		for _, b := range m.cuts[g.B.Var()] {
			x, ok := join(&a, &b, g)
			if !ok || slices.ContainsFunc(list, func(y cut) bool { return y.n == x.n && y.leaves == x.leaves }) {
				continue
			}
			x.flow = m.flow(&x)
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, cheaper)
	list = slices.Clip(append(list[:min(most, len(list))], cut{leaves: [arity]int32{int32(v)}, n: 1, t: projections[0]}))
	m.cuts[v], m.best[v] = list, list[0]
}

// join returns the cut of a gate g by the leaves of a and b, cuts of its inputs, unless there are too many.
func join(a, b *cut, g circuit.Gate) (x cut, ok bool) {
	var i, j int8
	for i < a.n || j < b.n {
		if x.n == arity {
			return x, false
		}
		switch {
		case j == b.n || i < a.n && a.leaves[i] < b.leaves[j]:
			x.leaves[x.n] = a.leaves[i]
			i++
		case i == a.n || a.leaves[i] > b.leaves[j]:
			x.leaves[x.n] = b.leaves[j]
			j++
		default:
			x.leaves[x.n] = a.leaves[i]
			i, j = i+1, j+1
		}
		x.n++
	}
	t, u := a.spread(&x), b.spread(&x)
	if g.A.Negated() {
		t = ^t
	}
	if g.B.Negated() {
		u = ^u
	}
	x.t = t & u
	for i := x.n - 1; i >= 0; i-- {
		if !x.t.dependsOn(int(i)) {
			x.t = x.t.dropped(int(i))
			copy(x.leaves[i:], x.leaves[i+1:x.n])
			x.n--
			x.leaves[x.n] = 0
		}
	}
	return x, true
}

// spread returns the table of x as one over the leaves of y, which has those of x.
func (x *cut) spread(y *cut) table {
	t := x.t
	for i, k := x.n-1, y.n-1; i >= 0; i-- {
		for y.leaves[k] != x.leaves[i] {
			k--
		}
		for at := i; at < k; at++ {
			t = t.swapped(int(at))
		}
	}
	return t
}

// flow returns the clauses for x and its share of those for its leaves.
func (m *mapper) flow(x *cut) float32 {
	list := m.covers.of(x.t)
	sum := float32(len(list[0]) + len(list[1]))
	if x.n < 2 {
		sum = 0 // a constant or another variable
	}
	for _, v := range x.leaves[:x.n] {
		sum += m.best[v].flow / max(m.refs[v], 1)
	}
	return sum
}

// recount sets refs to how many tables look at a variable, if the best cuts are taken, mixed with what it was before,
// which keeps the choice from going to and fro.
func (m *mapper) recount() {
	now := make([]float32, len(m.refs))
	for _, l := range m.roots {
		now[l.Var()]++
	}
	for v := len(now) - 1; v >= m.c.Gate(0).Var(); v-- {
		if now[v] > 0 {
			x := &m.best[v]
			for _, u := range x.leaves[:x.n] {
				now[u]++
			}
		}
	}
	for v := range now {
		m.refs[v] = (m.refs[v] + 2*now[v]) / 3
	}
}
