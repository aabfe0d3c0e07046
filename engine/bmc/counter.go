package bmc

import "math/bits"

// A counter is the number of tokens in a place: in binary, or in unary, one literal for each number n ≥ 1: at
// least n tokens. Unary needs no sums, and unit propagation carries bounds from the counter before a step to the one
// after it.
type counter struct {
	lits  []Lit
	unary bool
}

// counted returns a counter of n tokens at first, and most at most. It is unary where that is not too long.
func counted(n, most int64) counter {
	const longest = 256
	if most > longest {
		x := fixed(uint64(n))
		for len(x) < bits.Len64(uint64(most)) {
			x = append(x, no)
		}
		return counter{x, false}
	}
	x := counter{make([]Lit, most), true}
	for i := range x.lits {
		x.lits[i] = constant(int64(i) < n)
	}
	return x
}

// at reports whether there are more than i tokens, for a unary counter.
func (x counter) at(i int64) Lit {
	switch {
	case i < 0:
		return yes
	case i >= int64(len(x.lits)):
		return no
	}
	return x.lits[i]
}

// atLeast reports whether x ≥ n, where n ≥ 0.
func (g *gates) atLeast(x counter, n int64) Lit {
	if x.unary {
		return x.at(n - 1)
	}
	return -g.less(x.lits, fixed(uint64(n)))
}

// binary returns x in binary. Bit b of a unary counter is set from each odd multiple of 2^b to the next multiple.
func (g *gates) binary(x counter) number {
	if !x.unary {
		return x.lits
	}
	n := make(number, bits.Len(uint(len(x.lits))))
	for b := range n {
		var set []Lit
		for from := int64(1) << b; from <= int64(len(x.lits)); from += 2 << b {
			set = append(set, g.and2(x.at(from-1), -x.at(from+1<<b-1)))
		}
		n[b] = g.or(set...)
	}
	return n
}

// A change says when a counter changes, and by how much.
type change struct {
	fires Lit
	delta int64 // not 0
}

// changed returns x after the change that fires, if one does; two never do. The result is in bounds.
func (g *gates) changed(x counter, changes []change) counter {
	if len(changes) == 0 {
		return x
	}
	if !x.unary {
		delta := make(number, len(x.lits)) // modulo 2^len
		for i := range delta {
			var set []Lit
			for _, c := range changes {
				if c.delta>>i&1 == 1 {
					set = append(set, c.fires)
				}
			}
			delta[i] = g.or(set...)
		}
		return counter{g.add(x.lits, delta)[:len(x.lits)], false}
	}
	by := map[int64][]Lit{}
	var deltas []int64
	for _, c := range changes {
		if by[c.delta] == nil {
			deltas = append(deltas, c.delta)
		}
		by[c.delta] = append(by[c.delta], c.fires)
	}
	some := make([]Lit, len(deltas))
	for i, d := range deltas {
		some[i] = g.or(by[d]...)
	}
	after := counter{make([]Lit, len(x.lits)), true}
	for i := range x.lits {
		keeps, gains := []Lit{x.lits[i]}, []Lit{no}
		for j, d := range deltas {
			before := x.at(int64(i) - d)
			if d < 0 {
				keeps = append(keeps, -g.and2(some[j], -before))
			} else {
				gains = append(gains, g.and2(some[j], before))
			}
		}
		gains[0] = g.and(keeps...)
		after.lits[i] = g.or(gains...)
	}
	return after
}
