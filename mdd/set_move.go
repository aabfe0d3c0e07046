package mdd

import (
	"fmt"
	"runtime"

	"brim/dd"
)

// Moving a set to other levels, which renames and permutes variables, or to another forest.

// Move returns the tuples of a with their values on other levels, as a set of f: the value on level k of a is that on
// level to[k-1] of f, and f's other levels have the value 0; to[k-1] = 0 forgets level k, as Exists does. The set a may
// be of f or of another forest, with another number of levels and another rule. So Move renames variables, permutes
// them, and brings a set to another order. It panics unless to has one level of f, or 0, for each level of a, and none
// but 0 twice.
//
// Cost: O(arcs) where the levels that are kept stay in the same order, and unions, as for Exists, where levels are
// forgotten. Otherwise the levels of a sink into place one after the other, low ones first, each past those that it
// ends up below: as a rule O(levels·arcs) of the diagrams on the way, and |a|·|result| nodes with their arcs at most if
// none is forgotten. A result may be exponentially larger or smaller than a.
//
// From another forest it only reads, so several goroutines may move sets of one forest into forests of their own.
func (f *Forest) Move(a Set, to []int) Set {
	f.use("Move")
	from := a.use("Move")
	m := &mover{f: f, from: from, to: to, highest: f.targets(from, to)}
	defer f.s.Release(f.s.Mark())
	o, number := f.listed(appendInts(nil, to))
	m.op = o.move.With(number)
	if from == f {
		for m.fixed < from.levels && to[m.fixed] == m.fixed+1 {
			m.fixed++
		}
	} else {
		m.op = o.moveFrom.With(number)
		m.run = o.newPair(f.s) // the other forest may use handles again before the next run
	}
	r := f.set(f.lift(m.node(a.node()), f.levels))
	runtime.KeepAlive(a)
	return r
}

// targets returns for each level k of from, and 0, the highest level of f that one of 1 … k goes to. It panics unless
// to says where each level goes, and no two go to one.
func (f *Forest) targets(from *Forest, to []int) []int {
	if len(to) != from.levels {
		panic(fmt.Sprintf("mdd: Move: %d targets for %d levels", len(to), from.levels))
	}
	highest := make([]int, from.levels+1)
	origin := make([]int, f.levels+1)
	for i, t := range to {
		highest[i+1] = max(highest[i], t)
		if t == 0 {
			continue
		}
		f.checkLevel("Move", t)
		if origin[t] > 0 {
			panic(fmt.Sprintf("mdd: Move: levels %d and %d both to level %d", origin[t], i+1, t))
		}
		origin[t] = i + 1
	}
	return highest
}

// A mover is one run of Move. The result for a node of level k is a set over the levels 1 … highest[k].
//
// A level that goes above all those below it is made as it is. Another one sinks: it is swapped with the level below
// it, and again, until it is in its place, as in dynamic reordering [Rud93], but all swaps are done in one recursion. A
// node on the way, below some values, is a part of the result below these values and those that lead to the node of a,
// so no diagram on the way has more than |result| nodes for a node of a.
type mover struct {
	f, from *Forest
	op      dd.Op
	run     uint32 // the other forest in its present state
	to      []int
	highest []int
	fixed   int // the levels up to this one stay where they are, in the same forest
	cells   cells
}

// node returns the result for n.
func (m *mover) node(n node) node {
	f, s := m.f, m.f.s
	k := m.from.s.Level(n)
	if k <= m.fixed { // terminals, too
		return n
	}
	if r, ok := s.Lookup(m.op, n, m.run); ok {
		return r
	}
	mark := s.Mark()
	if m.from == f {
		s.Push(n)
	}
	var r node
	t, below := m.to[k-1], m.highest[k-1]
	if t > below {
		arcs := f.newArcs()
		for c := m.from.cursor(n, k); c.child != empty; c.next() {
			arcs.add(c.v, f.lift(m.node(c.child), t-1))
		}
		r = arcs.make(t)
	} else if t > 0 {
		arcs := f.newArcs()
		for c := m.from.cursor(n, k); c.child != empty; c.next() {
			arcs.add(c.v, f.lift(m.node(c.child), below))
		}
		r = m.sink(arcs.make(f.levels+1), t)
	} else {
		p := s.Mark()
		for c := m.from.cursor(n, k); c.child != empty; c.next() {
			f.gather(p, f.lift(m.node(c.child), below))
		}
		r = f.unite(p)
	}
	s.Remember(m.op, n, m.run, r)
	s.Release(mark)
	return r
}

// lift returns n, a set over fewer levels, as one over the levels 1 … k, with the value 0 on the others.
func (f *Forest) lift(n node, k int) node {
	s := f.s
	if f.rule == ZeroSuppressed || n == empty || s.Level(n) == k {
		return n
	}
	op := f.opLift.With(k)
	if r, ok := s.Lookup(op, n, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	r := n
	for level := s.Level(n) + 1; level <= k; level++ {
		r = f.oneArc(level, 0, r)
	}
	s.Remember(op, n, 0, r)
	s.Release(mark)
	return r
}

// sink returns the tuples of n, in which the level above all levels of the forest has been moved down to level t, where
// all of them have 0. It swaps that level with the highest one below it and recurs; see mover.
func (m *mover) sink(n node, t int) node {
	f, s := m.f, m.f.s
	above := f.levels + 1
	if s.Level(n) < above {
		return n
	}
	k := 0
	for c := f.cursor(n, above); c.child != empty; c.next() {
		k = max(k, s.Level(c.child))
	}
	op := f.opSink.With(t)
	if r, ok := s.Lookup(op, n, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	arcs := f.newArcs()
	if k <= t {
		for c := f.cursor(n, above); c.child != empty; c.next() {
			child := c.child
			if s.Level(child) == t {
				child = s.Child(child, 0)
			}
			arcs.add(c.v, child)
		}
		k = t
	} else {
		start, lo, hi := len(m.cells.list), noValue, 0
		for c := f.cursor(n, above); c.child != empty; c.next() {
			for d := f.cursor(c.child, k); d.child != empty; d.next() {
				m.cells.list = append(m.cells.list, cell{d.v, c.v, d.child})
				lo, hi = min(lo, d.v), max(hi, d.v)
			}
		}
		m.cells.turn(start, lo, hi)
		end := len(m.cells.list)
		for i := start; i < end; {
			w, part := m.cells.list[i].w, f.newArcs()
			for ; i < end && m.cells.list[i].w == w; i++ {
				part.add(m.cells.list[i].v, m.cells.list[i].child)
			}
			arcs.add(w, m.sink(part.make(above), t))
		}
		m.cells.list = m.cells.list[:start]
	}
	r := arcs.make(k)
	s.Remember(op, n, 0, r)
	s.Release(mark)
	return r
}
