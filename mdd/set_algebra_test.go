package mdd

import (
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"testing"
)

// Exhaustive tests of the algebra of sets, over small domains.

// mask returns the set of the given tuples as bits.
func (w *world) mask(list tuples) (m int) {
	for i, values := range w.tuples {
		if list.Has(values) {
			m |= 1 << i
		}
	}
	return m
}

// some yields all sets of a small world, and some of those of a large one.
func (w *world) some() iter.Seq2[int, Set] {
	return func(yield func(int, Set) bool) {
		for m := 0; m < len(w.sets); m += 1 + len(w.sets)>>6&^1 {
			if !yield(m, w.sets[m]) {
				return
			}
		}
	}
}

// eachLists calls do with every choice of a list of values, or none, for each level, within the domains.
func (w *world) eachLists(do func(lists [][]int)) {
	lists := make([][]int, w.f.levels)
	var from func(i int)
	from = func(i int) {
		if i == len(lists) {
			do(lists)
			return
		}
		size := 1 + slices.Max(column(w.tuples, i))
		for m := range 1 << size {
			lists[i] = nil
			for v := range size {
				if m>>v&1 == 1 {
					lists[i] = append(lists[i], v)
				}
			}
			from(i + 1)
		}
	}
	from(0)
}

// Symmetric difference, inclusion and disjointness agree with bit masks, for all pairs of sets.
func TestComparisonsExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		f := w.f
		for a, x := range w.sets {
			for b, y := range w.some() {
				if got := f.xor(x.node(), y.node()); got != w.sets[a^b].node() {
					t.Fatalf("symmetric difference of %v and %v: node %d", w.list(a), w.list(b), got)
				}
				if got := f.isSubset(x.node(), y.node()); got != (a&^b == 0) {
					t.Fatalf("%v in %v: %v", w.list(a), w.list(b), got)
				}
				if got := f.meet(x.node(), y.node()); got != (a&b != 0) {
					t.Fatalf("%v meets %v: %v", w.list(a), w.list(b), got)
				}
			}
		}
	})
}

// Exists, Restrict, Cofactor and ForAll, for all sets and all lists of values.
func TestQuantifiersExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		if len(w.sets) > 1<<8 {
			t.Skip("the level has too many values to go through every assignment")
		}
		w.eachLists(func(lists [][]int) {
			var levels []int
			for i, list := range lists {
				if list != nil {
					levels = append(levels, i+1)
				}
			}
			dropped := func(values []int) []int {
				values = slices.Clone(values)
				for _, k := range levels {
					values[k-1] = 0
				}
				return values
			}
			matching := func(values []int, m int) (n int) { // tuples of m with values of the lists, and else these
				for i, x := range w.tuples {
					if m>>i&1 == 1 && slices.Equal(dropped(x), dropped(values)) && allIn(x, lists) {
						n++
					}
				}
				return n
			}
			asked := matching(w.tuples[0], 1<<len(w.tuples)-1)
			for m, s := range w.some() {
				exists, cofactor, forAll := tuples{}, tuples{}, tuples{}
				for i, values := range w.tuples {
					if m>>i&1 == 0 {
						continue
					}
					exists.Add(dropped(values))
					if allIn(values, lists) {
						cofactor.Add(dropped(values))
					}
					if matching(values, m) == asked {
						forAll.Add(dropped(values))
					}
				}
				if got := s.Exists(levels...); !got.Equal(w.sets[w.mask(exists)]) {
					t.Fatalf("%v without levels %v: got %v", w.list(m), levels, slices.Collect(got.All()))
				}
				if got := s.Cofactor(lists); !got.Equal(w.sets[w.mask(cofactor)]) {
					t.Fatalf("%v at %v: got %v", w.list(m), lists, slices.Collect(got.All()))
				}
				if got := s.ForAll(lists); !got.Equal(w.sets[w.mask(forAll)]) {
					t.Fatalf("%v for all %v: got %v", w.list(m), lists, slices.Collect(got.All()))
				}
			}
		})
	})
}

// allIn reports whether the values are in their lists, where there is one.
func allIn(values []int, lists [][]int) bool {
	for i, list := range lists {
		if list != nil && !slices.Contains(list, values[i]) {
			return false
		}
	}
	return true
}

// If-then-else for all triples of sets.
func TestIteExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		if len(w.sets) > 1<<6 {
			t.Skip("the level has too many values to go through every assignment")
		}
		for a, x := range w.sets {
			for b, y := range w.sets {
				for c, z := range w.some() {
					if got := w.f.choose(w.f.operands(), x.node(), y.node(), z.node()); got != w.sets[a&b|c&^a].node() {
						t.Fatalf("if %v then %v else %v: node %d", w.list(a), w.list(b), w.list(c), got)
					}
				}
			}
		}
	})
}

// Move by all permutations of levels, also with forgotten levels, into the same forest and from one of the other rule.
func TestMoveExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		other := New(w.f.levels, Options{Rule: 1 - w.f.rule})
		defer other.Close()
		eachTargets(w.f.levels, func(to []int) {
			for m, s := range w.some() {
				want := tuples{}
				for _, values := range w.list(m) {
					moved := make([]int, len(values))
					for i, k := range to {
						if k > 0 {
							moved[k-1] = values[i]
						}
					}
					want.Add(moved)
				}
				if got := w.f.Move(s, to); !got.Equal(want.Set(w.f)) {
					t.Fatalf("%v to %v: got %v", w.list(m), to, slices.Collect(got.All()))
				}
				if got := other.Move(s, to); !got.Equal(want.Set(other)) {
					t.Fatalf("%v to %v by the other rule: got %v", w.list(m), to, slices.Collect(got.All()))
				}
			}
		})
	})
}

// eachTargets calls do with all targets for a number of levels: different levels, or 0 for forgotten ones.
func eachTargets(levels int, do func(to []int)) {
	to := make([]int, levels)
	var from func(i int)
	from = func(i int) {
		if i == levels {
			do(to)
			return
		}
		for t := range levels + 1 {
			if t == 0 || !slices.Contains(to[:i], t) {
				to[i] = t
				from(i + 1)
			}
		}
	}
	from(0)
}

// Operands are renewed when they have given out all their numbers, also of pairs.
func TestOperandsAreRenewed(t *testing.T) {
	for _, o := range everyOption[:2] {
		f := New(3, o)
		a := f.Tuples([][]int{{0, 1, 2}, {1, 1, 2}, {2, 0, 1}})
		b := f.Tuples([][]int{{0, 1, 2}, {3, 1, 2}})
		wantExists, wantIte := a.Exists(2), a.Ite(b, a.Minus(b))
		for range 2 {
			first := f.operands()
			f.extra.pairs = math.MaxUint32/2 + 1
			f.s.Collect()
			if !a.Ite(b, a.Minus(b)).Equal(wantIte) || f.operands() == first || f.extra.pairs == 0 {
				t.Errorf("%v: Ite with new operands differs, or they are the old ones", o.Rule)
			}
			first = f.operands()
			for i := range maxLists + 1 {
				f.listed(fmt.Append(nil, i, "no list of levels"))
			}
			if !a.Exists(2).Equal(wantExists) || f.operands() == first {
				t.Errorf("%v: Exists with new operands differs, or they are the old ones", o.Rule)
			}
		}
		f.Close()
	}
}

// No recursion allocates on Go's heap: what a call allocates does not grow with its operands.
func TestAlgebraDoesNotAllocate(t *testing.T) {
	const levels = 6
	reversed := []int{6, 5, 4, 3, 2, 1}
	lists := make([][]int, levels)
	lists[2], lists[4] = []int{0, 1, 2}, []int{0, 1}
	for name, do := range map[string]func(f *Forest, a, b Set){
		"Exists":    func(f *Forest, a, b Set) { a.Exists(2, 4) },
		"Cofactor":  func(f *Forest, a, b Set) { a.Cofactor(lists) },
		"ForAll":    func(f *Forest, a, b Set) { a.ForAll(lists) },
		"Join":      func(f *Forest, a, b Set) { a.Join(b, 1, 2, 3, 4, 5, 6) },
		"AndExists": func(f *Forest, a, b Set) { a.AndExists(b, 2, 4) },
		"Move":      func(f *Forest, a, b Set) { f.Move(a, reversed) },
		"SubsetOf":  func(f *Forest, a, b Set) { b.SubsetOf(a) },
		"Disjoint":  func(f *Forest, a, b Set) { a.Disjoint(b) },
		"Xor":       func(f *Forest, a, b Set) { a.Xor(b) },
		"Ite":       func(f *Forest, a, b Set) { a.Ite(b, a) },
		"UnionOf":   func(f *Forest, a, b Set) { f.UnionOf(a, b, a) },
	} {
		for _, o := range everyOption[:2] {
			f := New(levels, o)
			a, b := compositions(f, 40), f.Empty()
			for i := range 4 {
				b = b.Union(a.Minus(a.Where(1+i, func(v int) bool { return v%3 == i%3 })))
			}
			lookups := f.Stats().Lookups
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			do(f, a, b)
			runtime.ReadMemStats(&after)
			if got := after.Mallocs - before.Mallocs; got > 150 {
				t.Errorf("%s, %v: %d allocations", name, o.Rule, got)
			}
			if got := f.Stats().Lookups - lookups; got < 200 && name != "Disjoint" {
				t.Errorf("%s, %v: %d lookups, too few to tell", name, o.Rule, got)
			}
			f.Close()
		}
	}
}
