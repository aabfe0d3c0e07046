package mdd

import (
	"iter"
	"math"
	"slices"

	"brim/dd"
)

// Nodes as lists of arcs. Operations whose inner loops do not dominate the time of a saturation read and make nodes as
// such lists, whether the store has them dense or sparse.

// arcs yields the arcs of n that do not lead to Empty, values ascending, n seen as a node of level k ≥ level(n): its
// own, or the one arc at 0 of a level that is skipped. A root or the work stack has to hold n meanwhile.
func (f *Forest) arcs(n node, k int) iter.Seq2[int, node] {
	return func(yield func(int, node) bool) {
		for c := f.cursor(n, k); c.child != empty; c.next() {
			if !yield(c.v, c.child) {
				return
			}
		}
	}
}

// An arcCursor stands at an arc of a node, or behind the last one. Recursions walk with it, where arcs would allocate,
// also along several nodes side by side.
type arcCursor struct {
	v      int      // the value of the arc, noValue behind the last one
	child  node     // where it leads, Empty behind the last one
	rest   []node   // the children of the arcs after it
	values []uint32 // their values; nil: v+1, v+2, …
}

// noValue is above all values.
const noValue = math.MaxInt

// cursor returns a cursor at the first of the arcs that arcs yields.
func (f *Forest) cursor(n node, k int) arcCursor {
	switch {
	case n == empty:
		return arcCursor{v: noValue}
	case f.s.Level(n) < k:
		return arcCursor{child: n}
	}
	values, w := f.s.Values(n), f.s.Arcs(n) // trimmed: the first and the last arc lead somewhere
	c := arcCursor{v: values.At(0), child: w[0], rest: w[1:]}
	if list := values.List(); list != nil {
		c.values = list[1:]
	}
	return c
}

// next goes to the next arc.
func (c *arcCursor) next() {
	for len(c.rest) > 0 {
		c.v++
		if c.values != nil {
			c.v, c.values = int(c.values[0]), c.values[1:]
		}
		c.child, c.rest = c.rest[0], c.rest[1:]
		if c.child != empty {
			return
		}
	}
	c.v, c.child = noValue, empty
}

// seek goes on to the first arc with a value of v at least, unless it stands there.
func (c *arcCursor) seek(v int) {
	if c.v >= v {
		return
	}
	if c.values != nil {
		skipped, _ := slices.BinarySearch(c.values, uint32(v))
		c.values, c.rest = c.values[skipped:], c.rest[skipped:]
	} else {
		skipped := min(v-c.v-1, len(c.rest))
		c.v, c.rest = c.v+skipped, c.rest[skipped:]
	}
	c.next()
}

// take returns the child for value v, and goes to the next arc if there is one. The cursor must not stand at a value
// below v.
func (c *arcCursor) take(v int) node {
	if c.v != v {
		return empty
	}
	child := c.child
	c.next()
	return child
}

// isZero reports whether the cursor stands at value 0 and no arc comes after that.
func (c *arcCursor) isZero() bool { return c.v == 0 && len(c.rest) == 0 }

// A view shows a node as one of a level, also where that level is skipped. Arcs may lead to Empty.
type view struct {
	values dd.Values
	arcs   []node
}

// view returns n as a node of level k ≥ level(n): its own arcs, or the one at 0 of a skipped level.
// n must lie on the work stack at position p.
func (f *Forest) view(n node, k, p int) view {
	if f.s.Level(n) == k {
		return view{f.s.Values(n), f.s.Arcs(n)}
	}
	return view{arcs: f.s.Words(p, 1)}
}

// valueAt returns the value of arc i, one above all values if there is none.
func (w *view) valueAt(i int) int {
	if i == len(w.arcs) {
		return noValue
	}
	return w.values.At(i)
}

// at returns the child at value v.
func (w *view) at(v int) node {
	if i := w.values.Index(v, len(w.arcs)); i >= 0 {
		return w.arcs[i]
	}
	return empty
}

// An arcList is a node under construction, see dd.ArcList.
type arcList struct {
	dd.ArcList
	f *Forest
}

// newArcs starts a node at the end of the work stack.
func (f *Forest) newArcs() arcList { return arcList{f.s.NewArcs(), f} }

// add appends the arc for value v, which is above all values so far. An arc to Empty is left out.
func (l *arcList) add(v int, child node) { l.Add(v, child, 0) }

// make makes the node of level k with these arcs, and takes them off the work stack.
func (l *arcList) make(k int) node {
	return l.f.makeAt(k, l.Values(), l.Start())
}
