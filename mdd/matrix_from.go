package mdd

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"

	"brim/dd"
)

// Matrices made from sets and from events: guards, products, and the pairs of an event.

// Diagonal returns the relation that leads from each tuple to itself that agrees with a tuple of a on the given levels:
// a guard, for which the values on other levels do not matter. On all levels it is the identity of a.
//
// So any set can guard: one made by Where for x < y, by Between for sums. Cost: O(arcs of a), and for levels that are
// not given the unions of what lies below.
func (a Set) Diagonal(levels ...int) Matrix {
	f := a.use("Diagonal")
	for _, k := range levels {
		f.checkLevel("Diagonal", k)
	}
	f.matrices()
	defer f.s.Release(f.s.Mark())
	f.s.Push(a.node())
	m := f.matrix(f.diagonalOn(levels).of(a.node(), f.levels))
	runtime.KeepAlive(a)
	return m
}

// A diagonal makes matrices that are parts of the identity from sets, on some levels.
type diagonal struct {
	f      *Forest
	listed []bool // by level
	number uint32 // of the list of levels
}

// diagonalOn returns the diagonal on the given levels, with a number for the computed table that equal lists of levels
// share.
func (f *Forest) diagonalOn(levels []int) *diagonal {
	d := &diagonal{f: f, listed: make([]bool, f.levels+1)}
	for _, k := range levels {
		d.listed[k] = true
	}
	var key []byte
	for k, listed := range d.listed {
		if listed {
			key = binary.AppendUvarint(key, uint64(k))
		}
	}
	lists := f.mx.lists
	if _, ok := lists[string(key)]; !ok {
		lists[string(key)] = uint32(len(lists))
	}
	d.number = lists[string(key)]
	return d
}

// of returns the diagonal of n, a set over levels 1…k.
func (d *diagonal) of(n node, k int) node {
	f, s := d.f, d.f.s
	for k > 0 && !d.listed[k] && s.Level(n) < k {
		k--
	}
	switch {
	case n == empty:
		return empty
	case k == 0:
		return unit
	}
	op := f.mx.diagonal.With(k)
	if r, ok := s.Lookup(op, n, d.number); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	var r node
	if d.listed[k] {
		l := f.newRows(k, empty)
		for arc := f.cursor(n, k); arc.child != empty; arc.next() {
			v, c := arc.v, arc.child
			l.add(v, f.stay(k, v, d.of(c, k-1)))
		}
		r = l.make()
	} else {
		p := s.Push(empty)
		for arc := f.cursor(n, k); arc.child != empty; arc.next() {
			c := arc.child
			q := s.Push(d.of(c, k-1))
			s.Put(p, f.combine(inEither, s.At(p), s.At(q)))
			s.Release(q)
		}
		r = s.At(p)
	}
	s.Remember(op, n, d.number, r)
	s.Release(mark)
	return r
}

// Cross returns the relation that leads from each tuple of a to each of b. Cost: O(pairs of nodes of one level).
func (a Set) Cross(b Set) Matrix {
	a.same("Cross", b)
	f := a.f
	f.matrices()
	defer f.s.Release(f.s.Mark())
	m := f.matrix(f.cross(a.node(), b.node(), f.levels))
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	return m
}

// cross returns the pairs of a tuple of a and one of b, sets over levels 1…k.
func (f *Forest) cross(a, b node, k int) node {
	switch {
	case a == empty || b == empty:
		return empty
	case k == 0:
		return unit
	}
	s := f.s
	op := f.mx.cross.With(k)
	if r, ok := s.Lookup(op, a, b); ok {
		return r
	}
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	l := f.newRows(k, empty)
	var last, row node // runs of equal children are common
	for arc := f.cursor(a, k); arc.child != empty; arc.next() {
		v, c := arc.v, arc.child
		if c != last || row == empty {
			arcs := f.newArcs()
			for arc := f.cursor(b, k); arc.child != empty; arc.next() {
				w, d := arc.v, arc.child
				arcs.add(w+1, f.cross(c, d, k-1))
			}
			last, row = c, arcs.make(f.rowLevel(k))
		}
		l.add(v, row)
	}
	r := l.make()
	s.Remember(op, a, b, r)
	s.Release(mark)
	return r
}

// Steps returns the relation of an event with these steps, see Relation.Add, restricted to the values before it that
// are listed in values for the levels of its steps, level k at index k−1, in any order, as for Box. Effects may lead to
// any values. Other levels are left alone, and their lists are ignored. It panics where Relation.Add and Box do.
//
// It has one node a step, with its rows. Cost: O(values on these levels) and of the values that they lead to.
func (f *Forest) Steps(values [][]int, steps ...Step) Matrix {
	f.use("Steps")
	if len(values) != f.levels {
		panic(fmt.Sprintf("mdd: Steps: %d lists for %d levels", len(values), f.levels))
	}
	f.matrices()
	defer f.s.Release(f.s.Mark())
	r := newRelations(f)
	p := f.s.Push(unit)
	for _, st := range f.sorted("Steps", steps) {
		e := r.step(st.Level, st.Effect, identity)
		if e == identity {
			continue
		}
		list := slices.Clone(values[st.Level-1])
		slices.Sort(list)
		l := f.newRows(st.Level, empty)
		for _, v := range slices.Compact(list) {
			checkEntry("Steps", v, st.Level)
			row := f.newArcs()
			r.eachArrow(e, v, func(to int, _ rel) { row.add(to+1, f.s.At(p)) })
			l.add(v, row.make(f.rowLevel(st.Level)))
		}
		f.s.Put(p, l.make())
	}
	return f.matrix(f.s.At(p))
}

// Matrix returns the pairs of the event of the given number that begin in within: on all levels, those that the event
// leaves alone, too. Cost: O(nodes of within) times the chains of the event on their level.
func (r *Relation) Matrix(event int, within Set) Matrix {
	r.check("Relation.Matrix", within)
	f := r.f
	e := r.event("Relation.Matrix", event)
	f.matrices()
	defer f.s.Release(f.s.Mark())
	if r.rel.opPairs == 0 {
		r.rel.opPairs = r.rel.ops.New("matrix of an event", dd.NodeA|dd.NodeResult)
	}
	m := f.matrix(r.rel.pairsFrom(e, within.node(), f.levels, f.diagonalOn(f.allLevels())))
	runtime.KeepAlive(within)
	runtime.KeepAlive(r)
	return m
}

// pairsFrom returns the pairs of e that begin in n, a set over levels 1…k. All is the diagonal on all levels.
func (r *relations) pairsFrom(e rel, n node, k int, all *diagonal) node {
	switch {
	case n == empty:
		return empty
	case e == identity:
		return all.of(n, k)
	}
	f, s := r.f, r.f.s
	op := r.opPairs.With(k)
	if res, ok := s.Lookup(op, n, e); ok {
		return res
	}
	mark := s.Mark()
	s.Push(n)
	l := f.newRows(k, empty)
	for arc := f.cursor(n, k); arc.child != empty; arc.next() {
		v, c := arc.v, arc.child
		if r.level(e) < k {
			l.add(v, f.stay(k, v, r.pairsFrom(e, c, k-1, all)))
			continue
		}
		row := f.newArcs()
		r.eachArrow(e, v, func(to int, next rel) { row.add(to+1, r.pairsFrom(next, c, k-1, all)) })
		l.add(v, row.make(f.rowLevel(k)))
	}
	res := l.make()
	s.Remember(op, n, e, res)
	s.Release(mark)
	return res
}
