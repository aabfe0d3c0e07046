package mdd

import (
	"math"

	"brim/dd"
)

// Found returns the binary logarithm of the number of tuples that the running Saturate from one tuple has found so
// far: those of the largest set at hand, which is the one on the level that is being closed, the one closed last, or
// one on the way there. It only reads, so it may be called from Limits.Tick, and while a Tick waits. Cost: O(arcs)
// of these sets.
func (r *Relation) Found() float64 {
	z := r.sat
	if z == nil {
		return 0
	}
	t := tally{s: r.f.s, numbers: dd.NewNumbering()}
	most := 0.0
	if z.done.to != nil {
		most = t.of(z.done.to.Node()).log2()
	}
	if fr := z.closing; fr != nil {
		var sum large
		for v := fr.lo; v < fr.lo+fr.n; v++ {
			sum = sum.plus(t.of(fr.get(v)))
		}
		most = max(most, sum.log2())
	}
	// What lies on the work stack are nodes, operands and results, and flags, which are terminals.
	for _, n := range t.s.Words(0, t.s.Mark()) {
		if n > unit {
			most = max(most, t.of(n).log2())
		}
	}
	return most
}

// A large number is m·2^e with 1 ≤ m < 2, or 0 with m = 0.
type large struct {
	m float64
	e int
}

func (x large) log2() float64 { return math.Log2(x.m) + float64(x.e) }

// A tally holds the numbers of tuples of nodes.
type tally struct {
	s       *dd.Store
	numbers dd.Numbering
	known   []large // by number
}

// of returns the number for n.
func (t *tally) of(n node) large {
	switch n {
	case empty:
		return large{}
	case unit:
		return large{1, 0}
	}
	i, isNew := t.numbers.Number(uint64(n))
	if !isNew {
		return t.known[i]
	}
	t.known = append(t.known, large{})
	var sum large
	last, x := empty, large{}
	for _, c := range t.s.Arcs(n) {
		if c != last {
			last, x = c, t.of(c)
		}
		sum = sum.plus(x)
	}
	t.known[i] = sum
	return sum
}

// plus returns the sum. What is smaller by 60 binary digits counts for nothing.
func (x large) plus(y large) large {
	if y.m == 0 || x.m != 0 && y.e < x.e {
		x, y = y, x
	}
	if shift := y.e - x.e; x.m != 0 && shift < 60 {
		y.m += x.m / float64(uint64(1)<<shift)
		if y.m >= 2 {
			y.m, y.e = y.m/2, y.e+1
		}
	}
	return y
}
