package mdd

import (
	"fmt"
	"runtime"

	"brim/dd"
)

// Sets as values: the constant ones, membership, equality, and the set operations of the interface.

// A Set is a finite set of tuples. Sets of one forest are equal exactly if they are the same
// diagram, so Equal costs nothing. The zero Set is not usable.
//
// Sets of a forest with the same tuples are ==, so they can be keys of a map, which holds them then. A set whose last
// result was released equals none that is made later.
type Set struct{ handle }

func (f *Forest) set(n node) Set { return Set{f.handle(n)} }

func (a Set) use(who string) *Forest { return a.held(who, "Set") }

// Release gives one result back. The forest counts how often operations have returned a set of these tuples; with the
// last result given back its nodes are free for the next collection, unless other sets share them, and whatever is done
// with a copy of the set panics. So releasing each result of an operation once takes nothing from other parts of a
// program that got a set of the same tuples. Copies of one result share it.
//
// Releasing is optional: Go's collector finds the sets that are no longer referenced. It is for programs that make many
// sets, or that have a large heap, which Go's collector would have to walk through.
func (a Set) Release() {
	a.use("Release")
	a.f.s.Unprotect(a.root)
}

// Forest returns the forest that a belongs to, nil for the zero Set.
func (a Set) Forest() *Forest { return a.f }

// Empty returns the empty set.
func (f *Forest) Empty() Set {
	f.use("Empty")
	return f.set(empty)
}

// Tuple returns the set of the one tuple whose value on level k is values[k-1].
// It panics if there is not one value from 0 to MaxValue for each level. Cost: O(levels).
func (f *Forest) Tuple(values ...int) Set {
	f.use("Tuple")
	f.checkTuple("Tuple", values)
	defer f.s.Release(f.s.Mark())
	n := unit
	for k, v := range values {
		n = f.oneArc(k+1, v, n)
	}
	return f.set(n)
}

// checkTuple panics unless values is a tuple of the forest.
func (f *Forest) checkTuple(who string, values []int) {
	if len(values) != f.levels {
		panic(fmt.Sprintf("mdd: %s: %d values for %d levels", who, len(values), f.levels))
	}
	for k, v := range values {
		checkValue(who, v, k+1)
	}
}

// MaxValue is the largest local value. An operation that leads beyond it ends with a LimitError of kind "values".
const MaxValue = dd.MaxValue

// IsEmpty reports whether a has no tuple.
func (a Set) IsEmpty() bool {
	a.use("IsEmpty")
	return a.node() == empty
}

// Equal reports whether a and b have the same tuples. Cost: O(1).
func (a Set) Equal(b Set) bool {
	a.same("Equal", b)
	return a.node() == b.node()
}

// Contains reports whether the tuple is in a. It panics where Tuple does. Cost: O(levels).
func (a Set) Contains(values ...int) bool {
	a.use("Contains").checkTuple("Contains", values)
	n := a.node()
	for k := a.f.levels; k >= 1; k-- {
		if n == empty {
			return false
		}
		if a.f.s.Level(n) == k {
			n = a.f.s.Child(n, values[k-1])
		} else if values[k-1] != 0 {
			return false
		}
	}
	runtime.KeepAlive(a) // its forest's memory is not Go's
	return n == unit
}

// Union returns the tuples in a or in b. Cost: O(|a|·|b|) nodes in the worst case, often far less.
func (a Set) Union(b Set) Set {
	a.same("Union", b)
	defer a.f.s.Release(a.f.s.Mark())
	return a.f.set(a.f.union(a.node(), b.node()))
}

// Intersect returns the tuples in a and in b. Cost: as for Union.
func (a Set) Intersect(b Set) Set {
	a.same("Intersect", b)
	defer a.f.s.Release(a.f.s.Mark())
	return a.f.set(a.f.intersect(a.node(), b.node()))
}

// Minus returns the tuples in a that are not in b. Cost: as for Union.
func (a Set) Minus(b Set) Set {
	a.same("Minus", b)
	defer a.f.s.Release(a.f.s.Mark())
	return a.f.set(a.f.minus(a.node(), b.node()))
}

// same returns the forest of both sets. It panics if they are of different forests.
func (a Set) same(who string, b Set) *Forest {
	a.use(who)
	b.use(who)
	if a.f != b.f {
		panic("mdd: " + who + ": operands of different forests")
	}
	return a.f
}
