package mdd

import (
	"fmt"
	"slices"

	"brim/dd"
)

// Quantification over variables: projection, cofactors and ∀. Domains are open, so a quantified level stays, with the
// value 0 in all tuples, and operations about all values of a variable take a list of them.

// Exists returns the tuples of a with 0 in place of their values on these levels. It is ∃ over the variables of these
// levels, or the projection to the others, by which variables are eliminated. It panics if a level comes twice.
//
// Cost: O(arcs) above the lowest of the levels, and the unions of what lies below them; these may have exponentially
// more nodes than a. Levels on top cost less than those between others, and all at once less than one after another.
func (a Set) Exists(levels ...int) Set {
	f := a.use("Exists")
	drop := f.descending("Exists", levels)
	return a.quantify(&quantifier{drop: drop, flat: flat(drop)}, func(o *operands) dd.Op { return o.exists })
}

// Restrict returns the tuples of a with this value on the level, each with 0 in its place: the cofactor of a. It is
// Cofactor for one value. Cost: O(arcs) on the level and above.
func (a Set) Restrict(level, value int) Set {
	a.use("Restrict").checkLevel("Restrict", level)
	checkValue("Restrict", value, level)
	q := &quantifier{drop: []int{level, 0}, values: [][]int{{value}}}
	return a.quantify(q, func(o *operands) dd.Op { return o.cofactor })
}

// Cofactor returns the tuples of a whose value on each level k with a list values[k-1] is in that list, in any order,
// each with 0 on these levels. A list that is nil says nothing: the level stays as it is. With one value each it is the
// cofactor of a; with several it is the union of those. It panics if there are not as many lists as levels.
//
// Cost: O(arcs) above the lowest of the levels, and unions, as for Exists, where lists have several values.
func (a Set) Cofactor(values [][]int) Set {
	f := a.use("Cofactor")
	q := f.listedValues("Cofactor", values)
	if slices.ContainsFunc(q.values, func(list []int) bool { return len(list) == 0 }) {
		return f.Empty()
	}
	q.flat = flat(q.drop)
	return a.quantify(q, func(o *operands) dd.Op { return o.cofactor })
}

// ForAll returns the tuples, with 0 on each level k with a list values[k-1], that are in a with any of these values in
// place of the 0: it is ∀ over the variables of these levels, whose domains are the lists. A level whose list is nil is
// not quantified. It panics if there are not as many lists as levels, or a list is empty and not nil.
//
// Cost: O(arcs) above the lowest of the levels, and the intersections of what lies below them.
func (a Set) ForAll(values [][]int) Set {
	f := a.use("ForAll")
	q := f.listedValues("ForAll", values)
	for i, list := range q.values {
		if len(list) == 0 {
			panic(fmt.Sprintf("mdd: ForAll: no value for level %d, expected one at least, or nil", q.drop[i]))
		}
	}
	q.every = true
	return a.quantify(q, func(o *operands) dd.Op { return o.forAll })
}

// A quantifier is one run of Exists, Cofactor or ForAll.
type quantifier struct {
	f      *Forest
	op     dd.Op
	drop   []int   // the levels that go, descending, and 0
	values [][]int // by index in drop: the values there that count, ascending; nil for all levels: any
	every  bool    // all of these values have to be there
	flat   int     // unless every: the levels 1 … flat all go, so one tuple at most is left there
}

// listedValues returns a quantifier over the levels that have lists.
func (f *Forest) listedValues(who string, values [][]int) *quantifier {
	if len(values) != f.levels {
		panic(fmt.Sprintf("mdd: %s: %d lists for %d levels", who, len(values), f.levels))
	}
	q := &quantifier{values: [][]int{}}
	for i, list := range slices.Backward(values) {
		if list == nil {
			continue
		}
		for _, v := range list {
			checkValue(who, v, i+1)
		}
		list = slices.Sorted(slices.Values(list))
		q.drop, q.values = append(q.drop, i+1), append(q.values, slices.Compact(list))
	}
	q.drop = append(q.drop, 0)
	return q
}

// quantify runs q on a; op tells which operation it is.
func (a Set) quantify(q *quantifier, op func(*operands) dd.Op) Set {
	f := a.f
	if len(q.drop) == 1 {
		return f.set(a.node())
	}
	defer f.s.Release(f.s.Mark())
	key := appendInts(nil, q.drop)
	for _, list := range q.values {
		key = appendInts(key, list)
	}
	o, number := f.listed(key)
	q.f, q.op = f, op(o).With(number)
	return f.set(q.from(a.node(), 0))
}

// from returns the result for n, where the levels before index i of drop lie above it.
func (q *quantifier) from(n node, i int) node {
	if n == empty {
		return empty
	}
	f, s := q.f, q.f.s
	k := s.Level(n)
	for ; q.drop[i] > k; i++ { // the value there is 0
		if !q.takesZero(i) {
			return empty
		}
	}
	if q.drop[i] == 0 {
		return n
	}
	if r, ok := s.Lookup(q.op, n, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	var r node
	switch {
	case q.drop[i] < k:
		arcs := f.newArcs()
		for c := f.cursor(n, k); c.child != empty; c.next() {
			arcs.add(c.v, q.from(c.child, i))
		}
		r = arcs.make(k)
	case q.every:
		r = f.oneArc(k, 0, q.common(n, i))
	default:
		r = f.oneArc(k, 0, q.together(n, i))
	}
	s.Remember(q.op, n, 0, r)
	s.Release(mark)
	return r
}

// takesZero reports whether the value 0 on level drop[i] satisfies q.
func (q *quantifier) takesZero(i int) bool {
	switch {
	case q.values == nil:
		return true
	case q.every:
		return len(q.values[i]) == 1 && q.values[i][0] == 0
	}
	return q.values[i][0] == 0
}

// together returns the union of the results for the children of n, which is on level drop[i].
func (q *quantifier) together(n node, i int) node {
	f, s, k := q.f, q.f.s, q.drop[i]
	p := s.Mark()
	if q.values == nil {
		for c := f.cursor(n, k); c.child != empty && (k > q.flat || s.Mark() == p); c.next() {
			f.gather(p, q.from(c.child, i+1))
		}
		return f.unite(p)
	}
	for _, v := range q.values[i] {
		if k > q.flat || s.Mark() == p {
			f.gather(p, q.from(s.Child(n, v), i+1))
		}
	}
	return f.unite(p)
}

// common returns the intersection of the results for the children of n, which is on level drop[i], at all its values.
func (q *quantifier) common(n node, i int) node {
	s := q.f.s
	mark := s.Mark()
	p := s.Push(empty)
	for j, v := range q.values[i] {
		c := q.from(s.Child(n, v), i+1)
		if j > 0 {
			c = q.f.intersect(s.At(p), c)
		}
		s.Put(p, c)
		if c == empty {
			break
		}
	}
	r := s.At(p)
	s.Release(mark)
	return r
}
