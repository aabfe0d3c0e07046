package mdd

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"testing"
)

// Exhaustive tests over small domains: all sets, all operations, compared with bit masks.

// A world has all sets over a small domain: set m contains the tuples whose bits are set in m.
type world struct {
	f      *Forest
	tuples [][]int // by bit, in the order of Set.All
	sets   []Set   // by mask
}

// newWorld builds all sets over the domain with sizes[k-1] values on level k.
func newWorld(o Options, sizes ...int) *world {
	w := &world{f: New(len(sizes), o)}
	count := 1
	for _, size := range sizes {
		count *= size
	}
	for i := range count {
		values := make([]int, len(sizes))
		for k := range sizes {
			values[k] = i % sizes[k]
			i /= sizes[k]
		}
		w.tuples = append(w.tuples, values) // the value of the top level changes last
	}
	for m := range 1 << count {
		s := w.f.Empty()
		for _, values := range w.list(m) {
			s = s.Union(w.f.Tuple(values...))
		}
		w.sets = append(w.sets, s)
	}
	return w
}

// list returns the tuples of set m.
func (w *world) list(m int) [][]int {
	var list [][]int
	for i, values := range w.tuples {
		if m>>i&1 == 1 {
			list = append(list, values)
		}
	}
	return list
}

// eachWorld runs a test for small domains of several shapes, under both rules.
func eachWorld(t *testing.T, test func(t *testing.T, w *world)) {
	for _, sizes := range [][]int{{4}, {2, 2}, {2, 3}, {3, 2}, {2, 2, 2}, {3, 3}} {
		for _, o := range everyOption {
			t.Run(fmt.Sprintf("%v/%v/every=%d", sizes, o.Rule, o.CollectEvery), func(t *testing.T) {
				w := newWorld(o, sizes...)
				defer w.f.Close()
				test(t, w)
				if err := w.f.Check(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// M1 to M3: every union, intersection and difference is the node of the set that the bits give, so equal sets are the
// same node, under both rules.
func TestOperationsExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		f := w.f
		for a, x := range w.sets {
			for b, y := range w.sets {
				x, y := x.node(), y.node()
				if got := f.union(x, y); got != w.sets[a|b].node() {
					t.Fatalf("union of %v and %v: node %d", w.list(a), w.list(b), got)
				}
				if got := f.intersect(x, y); got != w.sets[a&b].node() {
					t.Fatalf("intersection of %v and %v: node %d", w.list(a), w.list(b), got)
				}
				if got := f.minus(x, y); got != w.sets[a&^b].node() {
					t.Fatalf("difference of %v and %v: node %d", w.list(a), w.list(b), got)
				}
				if (x == y) != (a == b) {
					t.Fatalf("%v and %v: nodes %d and %d", w.list(a), w.list(b), x, y)
				}
			}
		}
	})
}

// All queries of a single set, for all sets.
func TestQueriesExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for m, s := range w.sets {
			list := w.list(m)
			if got := slices.Collect(s.All()); fmt.Sprint(got) != fmt.Sprint(list) {
				t.Fatalf("All of %v: got %v", list, got)
			}
			if got := s.Count(); got.Int64() != int64(bits.OnesCount(uint(m))) {
				t.Fatalf("Count of %v: got %v", list, got)
			}
			first, ok := s.Pick()
			if ok != (m != 0) || ok && !slices.Equal(first, list[0]) {
				t.Fatalf("Pick of %v: got %v, %v", list, first, ok)
			}
			for i, values := range w.tuples {
				if got := s.Contains(values...); got != (m>>i&1 == 1) {
					t.Fatalf("%v contains %v: got %v", list, values, got)
				}
			}
			checkExtents(t, s, list)
			if s.IsEmpty() != (m == 0) {
				t.Fatalf("IsEmpty of %v: got %v", list, s.IsEmpty())
			}
		}
	})
}

// checkExtents compares Extents, Extent, Values, AllValues and MaxSum with the tuples of s.
func checkExtents(t *testing.T, s Set, list [][]int) {
	t.Helper()
	weight := func(level, value int) int64 { return int64((level*7+value*5)%11 - 4) }
	largest, some := int64(0), false
	values := make([][]int, s.f.levels)
	for _, tuple := range list {
		sum := int64(0)
		for i, v := range tuple {
			sum += weight(i+1, v)
			values[i] = append(values[i], v)
		}
		if !some || sum > largest {
			largest, some = sum, true
		}
	}
	if got, ok := s.MaxSum(weight); ok != some || got != largest {
		t.Errorf("MaxSum of %v: got %d, %v, want %d", list, got, ok, largest)
	}
	extents, all := s.Extents(), s.AllValues()
	if (extents != nil) != some || (all != nil) != some {
		t.Fatalf("%v: Extents %v, AllValues %v", list, extents, all)
	}
	for i, want := range values {
		slices.Sort(want)
		want = slices.Compact(want)
		if got := s.Values(i + 1); !slices.Equal(got, want) {
			t.Errorf("values of level %d of %v: got %v, want %v", i+1, list, got, want)
		}
		lo, hi, ok := s.Extent(i + 1)
		if ok != some {
			t.Errorf("Extent of %v: got %v", list, ok)
		}
		if !some {
			continue
		}
		if !slices.Equal(all[i], want) {
			t.Errorf("values of level %d of %v: got %v, want %v", i+1, list, all[i], want)
		}
		x := Interval{want[0], want[len(want)-1]}
		if extents[i] != x || lo != x.Min || hi != x.Max {
			t.Errorf("extent of level %d of %v: got %v and %d, %d, want %v", i+1, list, extents[i], lo, hi, x)
		}
	}
}

// Sets built from tuples, in any order and with repetitions, and sets from files are the same nodes.
func TestBuildingExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		other := New(w.f.levels, Options{Rule: 1 - w.f.rule})
		defer other.Close()
		for m, s := range w.sets {
			list := w.list(m)
			slices.Reverse(list)
			list = append(list, list...)
			if got := w.f.Tuples(list); !got.Equal(s) {
				t.Fatalf("Tuples of %v: got %v", list, slices.Collect(got.All()))
			}
			if got := w.f.FromSeq(slices.Values(list)); !got.Equal(s) {
				t.Fatalf("FromSeq of %v: got %v", list, slices.Collect(got.All()))
			}
			var file, again bytes.Buffer
			if err := s.Save(&file); err != nil {
				t.Fatal(err)
			}
			text := file.String()
			got, err := w.f.Load(&file)
			if err != nil || !got.Equal(s) {
				t.Fatalf("Load of %v: %v", list, err)
			}
			// Through a forest with the other rule and back.
			foreign, err := other.Load(bytes.NewBufferString(text))
			if err != nil || !foreign.Equal(other.Tuples(list)) {
				t.Fatalf("Load of %v by the other rule: %v", list, err)
			}
			if err := foreign.Save(&again); err != nil {
				t.Fatal(err)
			}
			if got, err := w.f.Load(&again); err != nil || !got.Equal(s) {
				t.Fatalf("Load of %v by the other rule and back: %v", list, err)
			}
		}
	})
}

// Boxes of all lists of values.
func TestBoxExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		boxes := [][][]int{{}}
		for k := range w.f.levels {
			var wider [][][]int
			for _, box := range boxes {
				for m := range 1 << (1 + slices.Max(column(w.tuples, k))) {
					var values []int
					for v := range 4 {
						if m>>v&1 == 1 {
							values = append([]int{v}, values...)
						}
					}
					wider = append(wider, append(slices.Clone(box), values))
				}
			}
			boxes = wider
		}
		for _, box := range boxes {
			m := 0
			for i, tuple := range w.tuples {
				if inBox(tuple, box) {
					m |= 1 << i
				}
			}
			if got := w.f.Box(box); !got.Equal(w.sets[m]) {
				t.Fatalf("Box of %v: got %v", box, slices.Collect(got.All()))
			}
		}
	})
}

// column returns the values of the tuples on level k+1.
func column(tuples [][]int, k int) []int {
	var list []int
	for _, values := range tuples {
		list = append(list, values[k])
	}
	return list
}

// inBox reports whether each value is in its list.
func inBox(tuple []int, box [][]int) bool {
	for k, v := range tuple {
		if !slices.Contains(box[k], v) {
			return false
		}
	}
	return true
}
