package ldd

import (
	"context"

	"brim/dd"
)

// The forest, and how cells and shifts are made and read.

type node = dd.Node

const (
	empty = dd.Empty
	unit  = dd.Unit
)

// MaxValue is the largest value. A set with a larger one ends its operation with a LimitError of kind "values".
const MaxValue = dd.MaxOperand

// Options of a new forest. The zero value is right for most uses.
type Options struct {
	MaxArena     int64 // bytes of the nodes, see dd.Options
	CollectEvery int   // forces a collection at each nth new node; for tests
}

// A Forest owns the nodes of sets over the same variables.
type Forest struct {
	s       *dd.Store
	levels  int
	opUnion dd.Op
	pairs   []pair // of running unions
}

// New returns a forest of sets over the given number of variables, at least one. The caller closes it.
func New(levels int, o Options) *Forest {
	if levels < 1 {
		panic("ldd: New: no level")
	}
	s := dd.New(dd.Options{MaxArena: o.MaxArena, CollectEvery: o.CollectEvery, Lists: true})
	f := &Forest{s: s, levels: levels}
	f.opUnion = s.NewOp("union", dd.NodeA|dd.NodeB|dd.NodeResult)
	return f
}

// Levels returns the number of variables.
func (f *Forest) Levels() int { return f.levels }

// Stats returns the counters of the store.
func (f *Forest) Stats() dd.Stats { return f.s.Stats() }

// Widths returns how many cells and shifts the forest has on each level, level k at index k−1, garbage included. It may
// be called from dd.Limits.Progress.
func (f *Forest) Widths() []int { return f.s.AllWidths(f.levels) }

// Check returns the first broken invariant of the store, or nil. Cost: O(nodes).
func (f *Forest) Check() error { return f.s.Check() }

// Close gives the memory back. The forest and its sets must not be used afterwards.
func (f *Forest) Close() { f.s.Close() }

// Guard runs fn and ends it at the first limit passed, or when ctx is done; then it returns a *dd.LimitError. Sets made
// before and inside stay usable.
func (f *Forest) Guard(ctx context.Context, limits dd.Limits, fn func()) error {
	return f.s.Guard(ctx, limits, fn)
}

// split returns the value and the first cell of n, which is not empty.
func (f *Forest) split(n node) (first int, cell node) {
	if first, _ = f.s.Values(n).Dense(); first > 0 && f.s.Len(n) == 1 {
		return first, f.s.Arcs(n)[0]
	}
	return 0, n
}

// follows returns what follows the cell.
func (f *Forest) follows(cell node) node { return f.s.Arcs(cell)[0] }

// rest returns the rest of the list after the cell and the distance of its value, empty at the end of the list.
func (f *Forest) rest(cell node) (distance int, rest node) {
	arcs := f.s.Arcs(cell)
	if len(arcs) == 1 {
		return 0, empty
	}
	distance, _ = f.s.Values(cell).Dense()
	return distance, arcs[1]
}

// raise returns the list n with all values increased by v ≥ 0.
func (f *Forest) raise(n node, v int) node {
	if n == empty || v == 0 {
		return n
	}
	first, cell := f.split(n)
	return f.shift(cell, first+v)
}

// shift returns the list of the cell with first as its first value.
func (f *Forest) shift(cell node, first int) node {
	if cell == empty || first == 0 {
		return cell
	}
	if first > MaxValue {
		f.s.Exceed(&dd.LimitError{Kind: "values", At: int64(first), Max: MaxValue})
	}
	p := f.s.Push(cell)
	return f.s.Make(f.s.Level(cell), first, p)
}

// cons returns the list of level k with d behind value 0, and then rest, whose values count from 1 on.
func (f *Forest) cons(k int, d, rest node) node {
	switch {
	case d == empty:
		return f.raise(rest, 1)
	case rest == empty:
		return f.link(k, d, empty, 0)
	}
	first, cell := f.split(rest)
	return f.link(k, d, cell, first+1)
}

// link returns the cell of level k with d behind it and the cell rest, unless it is empty, at a distance.
func (f *Forest) link(k int, d, rest node, distance int) node {
	p := f.s.Push(d)
	if rest == empty {
		return f.s.Make(k, 0, p)
	}
	f.s.Push(rest)
	return f.s.Make(k, distance, p)
}

// uncons returns what follows value 0 in the list n, and the rest, whose values count from 1 on.
func (f *Forest) uncons(n node) (d, rest node) {
	if n == empty {
		return empty, empty
	}
	first, cell := f.split(n)
	if first > 0 {
		return empty, f.shift(cell, first-1)
	}
	distance, next := f.rest(cell)
	if next == empty {
		return f.follows(cell), empty
	}
	return f.follows(cell), f.shift(next, distance-1)
}

// at returns what follows value v in the list n. Cost: O(v).
func (f *Forest) at(n node, v int) node {
	if n == empty {
		return empty
	}
	first, cell := f.split(n)
	for first < v && cell != empty {
		distance, next := f.rest(cell)
		first, cell = first+distance, next
	}
	if first != v || cell == empty {
		return empty
	}
	return f.follows(cell)
}

// from returns the first cell of the list n with a value of v at least, and its value; empty without such a cell.
func (f *Forest) from(n node, v int) (first int, cell node) {
	first, cell = f.split(n)
	for first < v && cell != empty {
		distance, next := f.rest(cell)
		first, cell = first+distance, next
	}
	return first, cell
}
