package edd

import (
	"context"
	"math"

	"brim/dd"
	"brim/mdd"
)

// The forest of functions: its options, limits and store, and how nodes are made.

type node = dd.Node

const (
	empty = dd.Empty // ∞ everywhere
	unit  = dd.Unit  // 0 for the tuple of no variables
)

// Infinity stands for no distance: that of a tuple outside of the support. Finite distances are smaller.
const Infinity = math.MaxInt32

// Options of a new forest. The zero value is right for most uses.
type Options struct {
	MaxCache int   // entries of the computed table, see dd.Options
	MaxArena int64 // bytes of the nodes, see dd.Options

	// CollectEvery forces a collection at each nth new node; for tests.
	CollectEvery int

	// OnCollect is that of mdd.Options, for the functions.
	OnCollect func(mdd.Collection)
}

// A Forest owns the nodes of functions over the same variables as a forest of sets. It is not safe for use by several
// goroutines.
type Forest struct {
	s      *dd.Store
	sets   *mdd.Forest
	levels int

	opMin, opFarMin, opMax, opFarMax, opAdd, opPut, opCut, opCutEdges, opLargest, opWithout dd.Op

	closed bool
}

// New returns a forest of functions over the variables of sets, which must be zero-suppressed.
func New(sets *mdd.Forest, o Options) *Forest {
	given(sets != nil, "New", "forest of sets")
	if sets.Rule() != mdd.ZeroSuppressed {
		panic("edd: New: the forest of sets is not zero-suppressed")
	}
	s := dd.New(dd.Options{
		ArcWords: 2, MaxCache: o.MaxCache, MaxArena: o.MaxArena, CollectEvery: o.CollectEvery, OnCollect: o.OnCollect,
	})
	f := &Forest{s: s, sets: sets, levels: sets.Levels()}
	const both = dd.NodeA | dd.NodeB | dd.NodeResult
	const one = dd.NodeA | dd.NodeResult
	f.opMin, f.opFarMin = s.NewOp("min", both), s.NewOp("min of far values", both)
	f.opMax, f.opFarMax = s.NewOp("max", both), s.NewOp("max of far values", both)
	f.opAdd, f.opPut = s.NewOp("add", both), s.NewOp("put", one)
	f.opCut, f.opCutEdges = s.NewOp("cut", one), s.NewOp("cut edges", one)
	f.opLargest, f.opWithout = s.NewOp("largest", dd.NodeA), s.NewOp("without", both)
	return f
}

// use panics if f is nil or closed; who names the operation. Operations call it on entry, and again after each call of
// a user's function.
func (f *Forest) use(who string) {
	given(f != nil && f.s != nil, who, "forest")
	if f.closed {
		panic("edd: " + who + ": the forest is closed")
	}
}

// given panics if an operation was not given what it needs.
func given(ok bool, who, what string) {
	if !ok {
		panic("edd: " + who + ": the " + what + " is nil")
	}
}

// own panics if the set does not belong to the forest of sets of f.
func (f *Forest) own(who string, set mdd.Set) {
	switch set.Forest() {
	case f.sets:
	case nil:
		panic("edd: " + who + ": the zero Set")
	default:
		panic("edd: " + who + ": a set of another forest")
	}
}

// Sets returns the forest of sets over the same variables.
func (f *Forest) Sets() *mdd.Forest { return f.sets }

// Levels returns the number of variables.
func (f *Forest) Levels() int { return f.levels }

// Stats returns the counters of the store.
func (f *Forest) Stats() dd.Stats { return f.s.Stats() }

// Operations returns the lookups of each operation in the computed table, see mdd.Forest.Operations.
func (f *Forest) Operations() []mdd.OpStats { return f.s.Operations() }

// Guard runs fn and ends it at the first limit passed, or when ctx is done; then it returns a *dd.LimitError. The
// limits hold for the functions and for the sets, each on its own. Functions and sets made before and inside stay
// usable. Guards of f and of its forest of sets do not nest.
func (f *Forest) Guard(ctx context.Context, limits dd.Limits, fn func()) (err error) {
	f.use("Guard")
	given(ctx != nil, "Guard", "context")
	given(fn != nil, "Guard", "function")
	outer := f.s.Guard(ctx, limits, func() {
		mark := f.s.Mark()
		err = f.sets.Guard(ctx, limits, fn) // catches the panics of both stores
		f.s.Release(mark)
	})
	if outer != nil {
		return outer
	}
	return err
}

// Try runs fn with a bound on the work on functions, that on sets not counted, inside of a Guard or outside, and
// reports whether fn came to its end. If it did not, it was abandoned; functions made before and inside stay usable.
func (f *Forest) Try(work int64, fn func()) bool {
	f.use("Try")
	given(fn != nil, "Try", "function")
	return f.s.Try(work, fn)
}

// Close gives the memory back; the forest of sets stays. Whatever is done afterwards with f, or with its functions,
// panics, but for Levels, Sets, Stats, Operations and Close.
func (f *Forest) Close() {
	f.closed = true
	f.s.Close()
}

// An edge is a value and the node that it leads to: the distances of n, plus v. The edge to empty has no value.
type edge struct {
	v uint32
	n node
}

var nowhere = edge{}

// sum returns v+w. Distances of functions are less than Infinity, so their sums fit; what Exact and Approx keep beyond
// the bound may not, and ends the operation.
func (f *Forest) sum(v, w uint32) uint32 {
	sum := v + w
	if sum < v {
		f.tooFar(int64(v) + int64(w)) // a function of its own, so that sum needs no call
	}
	return sum
}

// tooFar ends the operation because of a distance that passes 32 bits.
func (f *Forest) tooFar(sum int64) {
	f.s.Exceed(&dd.LimitError{Kind: "distances", At: sum, Max: math.MaxUint32})
}

// packed returns a handle that stands for e: its node if the value is 0.
func (f *Forest) packed(e edge) node {
	if e.v == 0 || e.n == empty {
		return e.n
	}
	p := f.s.Grow(2)
	f.s.Put(p, e.n)
	f.s.Put(p+1, e.v)
	return f.s.Make(f.levels+1, 0, p)
}

// unpacked returns the edge that a handle stands for.
func (f *Forest) unpacked(n node) edge {
	if f.s.Level(n) <= f.levels {
		return edge{0, n}
	}
	w := f.s.Arcs(n)
	return edge{w[1], w[0]}
}

// make returns the edge to the node of level k whose edges are pairs of child and value at the end of the work stack
// from position p, one for each of the local values. It moves the least value from the edges to the result (E1), leaves
// the node out where E3 says so, and cuts the stack back to p.
func (f *Forest) make(k int, values dd.Values, p int) edge {
	s := f.s
	w := s.Words(p, s.Mark()-p)
	least := uint32(math.MaxUint32)
	finite := 0
	last := 0
	for i := 0; i < len(w); i += 2 {
		if w[i] == empty {
			w[i+1] = 0
			continue
		}
		finite++
		last = i
		least = min(least, w[i+1])
	}
	switch {
	case finite == 0:
		s.Release(p)
		return nowhere
	case finite == 1 && values.At(last/2) == 0:
		e := edge{w[last+1], w[last]}
		s.Release(p)
		return e
	}
	if least > 0 {
		for i := 0; i < len(w); i += 2 {
			if w[i] != empty {
				w[i+1] -= least
			}
		}
	}
	return edge{least, s.MakeAt(k, values, p)}
}
