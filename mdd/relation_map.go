package mdd

import "fmt"

// A Map is the effect of a partial function on local values, which a relation, with those derived from it, calls once
// for each value that turns up. Build it with NewMap. Events of a relation that share a Map share results. A Map never
// changes, so several forests may share it, in several goroutines if its functions may be called there.
type Map struct {
	next, prev func(v int) (int, bool)
	inverse    *Map // nil without prev
}

// NewMap returns the effect of a partial function; ok is false where it is not defined. Values may be any from 0 to
// MaxValue−2, also ones that did not occur before: so components can number their states on discovery.
//
// Prev is the function back, for Inverse and PreImage: it exists if next never takes two values to one. It may be nil
// if no way back is needed. The functions are called from within operations. They may make other sets of the forest,
// but must not change the relation, nor ask it for results that depend on the value that they are called for.
func NewMap(next, prev func(v int) (to int, ok bool)) *Map {
	given(next != nil, "NewMap", "function")
	m := &Map{next: next, prev: prev}
	if prev != nil {
		m.inverse = &Map{next: prev, prev: next, inverse: m}
	}
	return m
}

// Invertible reports whether the Map has the function back.
func (m *Map) Invertible() bool { return m.inverse != nil }

// Next returns the value that the function leads to from v; ok is false where it is not defined.
func (m *Map) Next(v int) (to int, ok bool) { return m.next(v) }

// back returns the Map in the other direction.
func (m *Map) back() *Map {
	if m.inverse == nil {
		panic("mdd: Inverse: a Map without a function back")
	}
	return m.inverse
}

// A mapTable has the values of a Map that are known so far, for relations with the same chains.
type mapTable struct {
	r    *relations
	m    *Map
	seen byValue[int32] // by value: 0 not asked yet, 1 undefined, result+2, −1 being asked
}

// at returns the value of the function at v; ok is false where it is not defined.
func (t *mapTable) at(v int) (int, bool) {
	r := *t.seen.at(v)
	if r <= 0 {
		r = t.ask(v)
	}
	return int(r) - 2, r != 1
}

// ask calls the function and remembers its result, unless it panics.
func (t *mapTable) ask(v int) (r int32) {
	if *t.seen.at(v) < 0 {
		panic(fmt.Sprintf("mdd: Map: the function asks the relation for what it shall tell of value %d", v))
	}
	*t.seen.at(v) = -1
	t.r.asking++
	defer func() {
		t.r.asking--
		*t.seen.at(v) = r
	}()
	to, ok := t.m.next(v)
	t.r.f.use("Map")
	if !ok {
		return 1
	}
	if to < 0 || to > MaxValue-2 {
		panic(fmt.Sprintf("mdd: Map: value %d goes to %d, expected 0 to %d", v, to, MaxValue-2))
	}
	return int32(to) + 2
}
