package mdd

import (
	"math"
	"runtime"

	"brim/dd"
)

// Between returns the tuples of a whose local values have weights with a sum from lo to hi, both included.
// math.MinInt64 and math.MaxInt64 stand for no bound.
//
// It asks for the weights of values that occur only. It panics if a sum passes 64 bits. Where all sums below a node lie
// inside or outside of the rest of the interval, the node is kept or dropped as a whole, so no tuples are enumerated.
// Cost: O(arcs) times the number of different sums of the levels above.
func (a Set) Between(weight func(level, value int) int64, lo, hi int64) Set {
	f := a.use("Between")
	given(weight != nil, "Between", "function")
	defer f.s.Release(f.s.Mark())
	if a.IsEmpty() || lo > hi {
		return f.Empty()
	}
	b := newBetweener(a.traverse("Between"), weight)
	w := b.skipped(f.levels, b.Root)
	f.s.Push(a.node())
	r := f.set(b.from(b.Root, minus(lo, w), minus(hi, w)))
	runtime.KeepAlive(a)
	return r
}

// A betweener is one run of Between. A fold gives it the least and the largest sum below each node; then it goes down
// from the root with what the weights above leave of the interval. Its memo needs no roots: every node in it is a part
// of a node on the work stack.
type betweener struct {
	*fold[sumRange]
	weights []byValue[weighed] // by level − 1 and value
	zeros   []int64            // see zeroSums
	left    map[interval]uint32
	names   dd.Numbering // of a code and the number in left of an interval
	kept    []node       // by name: the part of the node whose sums lie in the interval
}

// weighed is the weight of a value, once it is known.
type weighed struct {
	known  bool
	weight int64
}

// A sumRange holds the least and the largest sum below a node.
type sumRange struct{ least, most int64 }

// An interval is the one of Between, less the weights of the levels above.
type interval struct{ lo, hi int64 }

// newBetweener asks for the weights and computes the ranges of all nodes.
func newBetweener(d *traversal, weight func(level, value int) int64) *betweener {
	b := &betweener{weights: make([]byValue[weighed], d.f.levels), left: map[interval]uint32{},
		names: dd.NewNumbering()}
	at := func(k, v int) int64 {
		w := b.weights[k-1].at(v)
		if !w.known {
			*w = weighed{true, weight(k, v)}
			d.set.use("Between")
		}
		return w.weight
	}
	add := func(x, y int64) int64 { return sum("Between", x, y) }
	b.zeros = zeroSums(d, int64s("Between"), at)
	b.fold = newFold(d, sumRange{}, func(below sumRange, from, to int) sumRange {
		w := -add(-b.zeros[to], b.zeros[from-1])
		return sumRange{add(w, below.least), add(w, below.most)}
	})
	b.run(func(level int, arcs []Arc[sumRange]) sumRange {
		x := sumRange{math.MaxInt64, math.MinInt64}
		for _, arc := range arcs {
			w := at(level, arc.Value)
			x.least, x.most = min(x.least, add(w, arc.Below.least)), max(x.most, add(w, arc.Below.most))
		}
		return x
	})
	return b
}

// skipped returns what the levels weigh that an edge to the node with this code skips, where the highest of them would
// be k.
func (b *betweener) skipped(k int, code uint32) int64 {
	return -sum("Between", -b.zeros[k], b.zeros[b.Level(code)])
}

// from returns the part of the node with this code, which is not Empty, with a sum from lo to hi.
func (b *betweener) from(code uint32, lo, hi int64) node {
	switch x := b.results[code]; {
	case lo <= x.least && x.most <= hi:
		if code == 1 {
			return unit
		}
		return b.Nodes[code-2]
	case x.most < lo || hi < x.least:
		return empty
	}
	number, ok := b.left[interval{lo, hi}]
	if !ok {
		number = uint32(len(b.left))
		b.left[interval{lo, hi}] = number
	}
	name, isNew := b.names.Number(uint64(code)<<32 | uint64(number))
	if !isNew {
		return b.kept[name]
	}
	b.kept = append(b.kept, empty)
	s := b.f.s
	mark := s.Mark()
	k := b.Level(code)
	values, kids := b.Arcs(code)
	p := s.Grow(len(kids))
	for i, c := range kids {
		if c != 0 {
			w := b.weights[k-1].at(values.At(i)).weight + b.skipped(k-1, c)
			s.Put(p+i, b.from(c, minus(lo, w), minus(hi, w)))
		}
	}
	r := b.f.makeAt(k, values, p)
	s.Release(mark)
	b.kept[name] = r
	return r
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
