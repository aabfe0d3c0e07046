package mdd

import (
	"fmt"

	"brim/dd"
)

// Joins, as of the relations of a database. A set over some of the variables has the value 0 on the levels of the
// others; Join combines such sets, and AndExists quantifies variables on the way, so that the joined set is never
// built: the relational product [BCM+92].

// Join returns the combinations of a tuple of a and a tuple of b that agree on the levels on. On each other level one
// of the two has the value 0, and the result has the value of the other one. On levels where a alone has values besides
// 0 it is a's value, on those of b alone b's; so Join without levels is the product of sets over different variables.
//
// It panics if a level comes twice, and if on a level that is not in on both have a value besides 0 where they could be
// joined. Cost: pairs of nodes that agree on what is above them, |a|·|b| at worst; the sum of both for a product where
// the variables of one lie above those of the other.
func (a Set) Join(b Set, on ...int) Set {
	f := a.same("Join", b)
	return f.join("Join", a, b, f.descending("Join", on), []int{0}, false)
}

// AndExists is a.Intersect(b).Exists(drop...) in one recursion: the tuples in both, with 0 on the levels drop. The
// intersection, which is often far larger than the result, is never built. It panics if a level comes twice.
//
// Cost: pairs of nodes as for Intersect, and the unions of what lies below the quantified levels, as for Exists.
func (a Set) AndExists(b Set, drop ...int) Set {
	f := a.same("AndExists", b)
	return f.join("AndExists", a, b, []int{0}, f.descending("AndExists", drop), true)
}

// JoinExists is a.Join(b, on...).Exists(drop...) in one recursion. With a set of states and a set of pairs of states,
// two levels for each variable, it is the image: the states join with what comes first in the pairs, which goes. Cost:
// as for Join, and unions as for Exists.
func (a Set) JoinExists(b Set, on, drop []int) Set {
	f := a.same("JoinExists", b)
	return f.join("JoinExists", a, b, f.descending("JoinExists", on), f.descending("JoinExists", drop), false)
}

// join runs a joiner for the operation who.
func (f *Forest) join(who string, a, b Set, on, drop []int, all bool) Set {
	defer f.s.Release(f.s.Mark())
	key := appendInts(appendInts(nil, on), drop)
	if all {
		key = append(key, 0)
	}
	o, number := f.listed(key)
	j := &joiner{f: f, op: o.join.With(number), who: who, on: on, drop: drop, all: all, flat: flat(drop)}
	return f.set(j.from(a.node(), b.node(), 0, 0))
}

// A joiner is one run of Join, AndExists or JoinExists.
type joiner struct {
	f        *Forest
	op       dd.Op
	who      string
	on, drop []int // levels on which operands agree, and quantified ones: descending, then 0
	all      bool  // they agree on all levels
	flat     int   // the levels 1 … flat are all quantified, so at most one tuple is left there
}

// from returns the result for a and b, where the levels before index i of on and index d of drop lie above both.
func (j *joiner) from(a, b node, i, d int) node {
	if a == empty || b == empty {
		return empty
	}
	f, s := j.f, j.f.s
	k := max(s.Level(a), s.Level(b))
	for j.on[i] > k {
		i++
	}
	for j.drop[d] > k {
		d++
	}
	if j.drop[d] == 0 {
		switch {
		case j.all:
			return f.intersect(a, b)
		case j.on[i] > 0:
		case a == unit:
			return b
		case b == unit:
			return a
		}
	}
	if b < a { // commutative: both orders share one entry
		a, b = b, a
	}
	if r, ok := s.Lookup(j.op, a, b); ok {
		return r
	}
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	n := joined{arcs: f.newArcs(), drops: j.drop[d] == k, single: k <= j.flat}
	x, y := f.cursor(a, k), f.cursor(b, k)
	switch {
	case j.all || j.on[i] == k:
		for x.child != empty && y.child != empty && !n.done() {
			v := max(x.v, y.v)
			if x.seek(v); x.v != v {
				continue
			}
			if y.seek(v); y.v != v {
				continue
			}
			n.add(v, j.from(x.take(v), y.take(v), i, d))
		}
	case y.isZero():
		for ; x.child != empty && !n.done(); x.next() {
			n.add(x.v, j.from(x.child, y.child, i, d))
		}
	case x.isZero():
		for ; y.child != empty && !n.done(); y.next() {
			n.add(y.v, j.from(x.child, y.child, i, d))
		}
	default:
		panic(fmt.Sprintf("mdd: %s: both sets have values besides 0 on level %d, expected it among the levels that "+
			"they share", j.who, k))
	}
	r := n.make(k)
	s.Remember(j.op, a, b, r)
	s.Release(mark)
	return r
}

// joined is a node under construction on a level that stays, or the union of its children if the level is quantified.
type joined struct {
	arcs   arcList
	drops  bool
	single bool // the children have one tuple at most
}

// done reports whether more arcs would change nothing.
func (n *joined) done() bool { return n.drops && n.single && n.arcs.f.s.Mark() > n.arcs.Start() }

func (n *joined) add(v int, child node) {
	if n.drops {
		n.arcs.f.gather(n.arcs.Start(), child)
	} else {
		n.arcs.add(v, child)
	}
}

func (n *joined) make(k int) node {
	if n.drops {
		return n.arcs.f.oneArc(k, 0, n.arcs.f.unite(n.arcs.Start()))
	}
	return n.arcs.make(k)
}
