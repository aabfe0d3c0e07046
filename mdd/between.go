package mdd

import (
	"math"
	"runtime"
)

// Between returns the tuples of a whose local values have weights with a sum from lo to hi, both included. math.MinInt64 and
// math.MaxInt64 stand for no bound.
//
// It asks for the weights of values that occur only. Sums must not pass 64 bits. Where all sums below a node lie inside or outside of
// what is left of the interval, the node is taken or left as a whole, so nothing is enumerated. Cost: O(arcs) times the number
// of different sums of the levels above.
func (a Set) Between(weight func(level, value int) int64, lo, hi int64) Set {
	f := a.f
	if a.IsEmpty() || lo > hi {
		return f.Empty()
	}
	b := &betweener{
		f: f, weight: weight, zeros: make([]int64, f.levels+1),
		sums: map[node]sumRange{unit: {}}, memo: map[betweenKey]node{},
	}
	for i, skipped := range f.traverse(a.node()).skipped() {
		b.zeros[i+1] = b.zeros[i]
		if skipped {
			b.zeros[i+1] += weight(i+1, 0)
		}
	}
	w := b.skip(f.levels, a.node())
	f.s.Push(a.node())
	r := f.set(b.from(a.node(), minus(lo, w), minus(hi, w)))
	f.s.Release(f.s.Mark() - 1)
	runtime.KeepAlive(a)
	return r
}

// A betweener is one run of Between. Its memo needs no roots: every node that it names is a part of a node on the work stack.
type betweener struct {
	f      *Forest
	weight func(level, value int) int64
	zeros  []int64 // what the skipped levels up to k weigh
	sums   map[node]sumRange
	memo   map[betweenKey]node
}

// A sumRange holds the least and the largest sum below a node.
type sumRange struct{ least, most int64 }

type betweenKey struct {
	n      node
	lo, hi int64
}

// skip returns what the levels weigh that an edge to n skips, where the highest of them would be k.
func (b *betweener) skip(k int, n node) int64 { return b.zeros[k] - b.zeros[b.f.s.Level(n)] }

// from returns the part of n with a sum from lo to hi.
func (b *betweener) from(n node, lo, hi int64) node {
	if n == empty {
		return empty
	}
	switch x := b.rangeOf(n); {
	case lo <= x.least && x.most <= hi:
		return n
	case x.most < lo || hi < x.least:
		return empty
	}
	key := betweenKey{n, lo, hi}
	if r, ok := b.memo[key]; ok {
		return r
	}
	s := b.f.s
	mark := s.Mark()
	k, first, arcs := s.Level(n), s.First(n), s.Arcs(n)
	p := s.Grow(len(arcs))
	for i, c := range arcs {
		if c != empty {
			w := b.weight(k, first+i) + b.skip(k-1, c)
			s.Put(p+i, b.from(c, minus(lo, w), minus(hi, w)))
		}
	}
	r := b.f.make(k, first, p)
	s.Release(mark)
	b.memo[key] = r
	return r
}

// rangeOf returns the least and the largest sum below n, which is not empty.
func (b *betweener) rangeOf(n node) sumRange {
	if x, ok := b.sums[n]; ok {
		return x
	}
	s := b.f.s
	k, first := s.Level(n), s.First(n)
	x := sumRange{math.MaxInt64, math.MinInt64}
	for i, c := range s.Arcs(n) {
		if c != empty {
			w, below := b.weight(k, first+i)+b.skip(k-1, c), b.rangeOf(c)
			x.least, x.most = min(x.least, w+below.least), max(x.most, w+below.most)
		}
	}
	b.sums[n] = x
	return x
}

// minus returns bound − w; no bound stays none, and a bound that leaves 64 bits becomes none.
func minus(bound, w int64) int64 {
	switch {
	case bound == math.MinInt64 || bound == math.MaxInt64:
		return bound
	case w < 0 && bound > math.MaxInt64+w:
		return math.MaxInt64
	case w > 0 && bound < math.MinInt64+w:
		return math.MinInt64
	}
	return bound - w
}
