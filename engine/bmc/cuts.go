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
	c       *circuit.Circuit
	cuts    []cut // of the variables, one after the other; the last one of each is the variable itself
	from    []int // by variable: where its cuts begin
	best    []cut
	refs    []float32 // by variable: how many look at it
	roots   []circuit.Lit
	clauses [1 << 16]uint8 // by table: one more than it takes; 0 if not known yet
}

// cuts chooses a cut for each gate of c that is in the cone, where roots have to be made: one table of up to four
// variables takes fewer variables and clauses than the gates in it. The choice is that of mapping to look-up tables by
// area flow [EMS07]; the area of a table is the number of its clauses. Cost: some microseconds and 200 bytes for each
// gate. The error is that of ctx.
func cuts(ctx context.Context, c *circuit.Circuit, in []bool, roots []circuit.Lit) ([]cut, error) {
	m := &mapper{c: c, from: make([]int, c.Variables()+1), best: make([]cut, c.Variables()),
		refs: make([]float32, c.Variables()), roots: roots}
	for _, l := range roots {
		m.refs[l.Var()]++
	}
	first := c.Gate(0).Var()
	wanted := first
	for i, g := range c.Gates {
		if in[first+i] {
			wanted++
			m.refs[g.A.Var()]++
			m.refs[g.B.Var()]++
		}
	}
	m.cuts = make([]cut, 0, wanted*(most+1))
	for v := range first {
		m.from[v] = len(m.cuts)
		m.best[v] = itself(v)
		if v == 0 {
			m.best[v] = cut{} // constant
		}
		m.cuts = append(m.cuts, m.best[v])
	}
	const often = 1000
	for i, g := range c.Gates {
		if i%often == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if m.from[first+i] = len(m.cuts); in[first+i] {
			m.enumerate(first+i, g)
		}
	}
	m.from[c.Variables()] = len(m.cuts)
	const rounds = 3
	for range rounds {
		m.recount()
		for i := range c.Gates {
			if i%often == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if v := first + i; in[v] {
				list := m.cuts[m.from[v] : m.from[v+1]-1]
				for k := range list {
					list[k].flow = m.flow(&list[k])
				}
				m.best[v] = slices.MinFunc(list, cheaper)
			}
		}
	}
	return m.best, nil
}

// itself returns the cut of variable v that is v.
func itself(v int) cut { return cut{leaves: [arity]int32{int32(v)}, n: 1, t: projections[0]} }

func cheaper(x, y cut) int { return cmp.Or(cmp.Compare(x.flow, y.flow), cmp.Compare(x.n, y.n)) }

// most is the number of cuts that are kept of a gate, besides itself.
const most = 8

// enumerate finds the cheapest cuts of gate v.
func (m *mapper) enumerate(v int, g circuit.Gate) {
	var list [most + 1]cut // ascending
	n := 0
	a, b := g.A.Var(), g.B.Var()
	for i := m.from[a]; i < m.from[a+1]; i++ {
		for j := m.from[b]; j < m.from[b+1]; j++ {
			x, ok := join(&m.cuts[i], &m.cuts[j], g)
			if !ok || slices.ContainsFunc(list[:n], func(y cut) bool { return y.n == x.n && y.leaves == x.leaves }) {
				continue
			}
			if x.flow = m.flow(&x); n == most && cheaper(x, list[n-1]) >= 0 {
				continue
			}
			at := n
			for ; at > 0 && cheaper(x, list[at-1]) < 0; at-- {
				list[at] = list[at-1]
			}
			list[at] = x
			n = min(n+1, most)
		}
	}
	m.best[v] = list[0]
	m.cuts = append(append(m.cuts, list[:n]...), itself(v))
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
	sum := float32(0)
	if x.n > 1 { // else it is a constant or another variable
		if m.clauses[x.t] == 0 {
			zeros, _ := cover(^x.t, ^x.t, arity)
			ones, _ := cover(x.t, x.t, arity)
			m.clauses[x.t] = uint8(1 + len(zeros) + len(ones))
		}
		sum = float32(m.clauses[x.t] - 1)
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
