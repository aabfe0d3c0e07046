package automaton

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
)

// Letters: the classes of valuations that the guards of automata cannot tell apart, and sets of them.

// Bounds of the number of letters, and of letters times cubes.
const (
	mostLetters = 4096
	mostHolding = 1 << 19
)

// Letters are classes of valuations that no guard of an automaton tells apart, so that automata can be compared letter
// by letter.
//
// Invariant: the cubes of all letters together are disjoint and cover everything.
type letters struct {
	cubes   []Cube           // all that occur in guards
	holding []set            // by cube: the letters where it holds
	parts   []Guard          // by letter
	known   map[string]Guard // guards of some sets of letters
}

// A set of numbers, a bit for each.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (a set) add(i int)      { a[i/64] |= 1 << (i % 64) }
func (a set) has(i int) bool { return a[i/64]>>(i%64)&1 != 0 }

// within reports whether all of a are in b.
func (a set) within(b set) bool {
	for i := range a {
		if a[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// with adds all of b to a, which it changes.
func (a set) with(b set) set {
	for i := range a {
		a[i] |= b[i]
	}
	return a
}

// key appends bytes that are equal exactly for equal sets.
func (a set) key(b []byte) []byte {
	for _, w := range a {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

// all yields the numbers in a, ascending.
func (a set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range a {
			for ; w != 0; w &= w - 1 {
				if !yield(i*64 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// lettersOf returns the letters of some guards: the classes of valuations that satisfy the same cubes. It splits the
// valuations, proposition by proposition, until each cube is decided, and joins the parts with equal answers. ok is
// false if there are too many.
func lettersOf(guards iter.Seq[Guard]) (l *letters, ok bool) {
	l = &letters{known: map[string]Guard{}}
	for g := range guards {
		l.cubes = append(l.cubes, g...)
	}
	slices.SortFunc(l.cubes, compareCubes)
	l.cubes = slices.Compact(l.cubes)
	open := make([]int, len(l.cubes))
	for i := range open {
		open[i] = i
	}
	leaves := 0
	number := map[string]int{} // of letters, by the cubes that hold
	holds := make([]byte, len(l.cubes))
	holding := make([][]int, len(l.cubes))
	var split func(path Cube, open []int) bool
	split = func(path Cube, open []int) bool {
		var left []int // those that the path leaves open
		for _, i := range open {
			c := l.cubes[i]
			holds[i] = 0
			if path.within(c) {
				holds[i] = 1
			} else if _, ok := c.and(path); ok {
				left = append(left, i)
			}
		}
		if len(left) > 0 {
			c := l.cubes[left[0]]
			p := (c.True | c.False) &^ (path.True | path.False)
			p &= -p
			return split(Cube{path.True | p, path.False}, left) && split(Cube{path.True, path.False | p}, left)
		}
		if leaves++; leaves > mostLetters || len(l.cubes)*len(l.parts) > mostHolding {
			return false
		}
		n, ok := number[string(holds)]
		if !ok {
			n = len(l.parts)
			number[string(holds)] = n
			l.parts = append(l.parts, nil)
			for i := range l.cubes {
				if holds[i] == 1 {
					holding[i] = append(holding[i], n)
				}
			}
		}
		l.parts[n] = append(l.parts[n], path)
		return true
	}
	ok = split(Cube{}, open)
	for _, list := range holding {
		in := newSet(len(l.parts))
		for _, n := range list {
			in.add(n)
		}
		l.holding = append(l.holding, in)
	}
	return l, ok
}

// guardsOf yields the guards of automata.
func guardsOf(list ...*Automaton) iter.Seq[Guard] {
	return func(yield func(Guard) bool) {
		for _, a := range list {
			for _, s := range a.States {
				for _, arc := range s.Arcs {
					if !yield(arc.Guard) {
						return
					}
				}
			}
		}
	}
}

// of returns the letters where a guard holds, whose cubes are among those of l.
func (l *letters) of(g Guard) set {
	in := newSet(len(l.parts))
	for _, c := range g {
		i, _ := slices.BinarySearchFunc(l.cubes, c, compareCubes)
		in.with(l.holding[i])
	}
	l.known[string(in.key(nil))] = g
	return in
}

// guard returns a guard that holds for the given letters and no others: a known one, or one made of known cubes where
// that is possible.
func (l *letters) guard(in set) Guard {
	key := string(in.key(nil))
	if g, ok := l.known[key]; ok {
		return g
	}
	var g Guard
	covered := newSet(len(l.parts))
	for i, c := range l.cubes {
		if l.holding[i].within(in) {
			g = append(g, c)
			covered.with(l.holding[i])
		}
	}
	for n := range in.all() {
		if !covered.has(n) {
			g = append(g, l.parts[n]...)
		}
	}
	g = fewCubes(g)
	l.known[key] = g
	return g
}
