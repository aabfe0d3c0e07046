package dd

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// A list of values agrees with a Go map, in whatever order the values arrive, and is as new after Reset.
func TestValueList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	s := New(Options{})
	defer s.Close()
	for range 300 {
		x := s.List()
		if x.Len() != 0 {
			t.Fatalf("an empty list has %d values", x.Len())
		}
		numbers := map[int]int{}
		ascending, last := rng.IntN(2) == 0, -1
		for range rng.IntN(1 + rng.IntN(3*keptValues)) {
			v := rng.IntN(1 + rng.IntN(MaxValue))
			if ascending {
				v = last + 1 + rng.IntN(9)
			}
			last = v
			want, ok := numbers[v]
			if !ok {
				want = -1
			}
			if got := x.Find(v); got != want {
				t.Fatalf("value %d has number %d, want %d", v, got, want)
			}
			if !ok {
				numbers[v] = len(numbers)
				if got := s.Number(x, v); got != numbers[v] || x.At(got) != v {
					t.Fatalf("value %d gets number %d, want %d", v, got, numbers[v])
				}
			}
		}
		values, order := x.Sorted()
		for i := range x.Len() {
			number := i
			if order != nil {
				number = int(order[i])
			}
			if i > 0 && values.At(i) <= values.At(i-1) || numbers[values.At(i)] != number {
				t.Fatalf("value %d at index %d of %d has number %d", values.At(i), i, x.Len(), number)
			}
		}
		s.PutList(x)
	}
}

// I7: all ways to read a node give the arcs of which it was made, dense or sparse, and the length of its record follows
// their number.
func TestFarValues(t *testing.T) {
	for _, step := range []int{1, denseShare, denseShare + 1, MaxValue / 100} {
		for _, stride := range strides {
			s := New(Options{ArcWords: stride, CollectEvery: 1})
			rng := rand.New(rand.NewPCG(uint64(step), 3))
			want := map[int]Node{}
			var values []uint32
			p := s.Mark()
			for v := rng.IntN(3); len(values) < 99; v += step {
				c := Node(rng.IntN(2))
				for range stride {
					s.Push(c)
				}
				values = append(values, uint32(v))
				if want[v] = c; c == Empty {
					delete(want, v)
				}
			}
			n := s.MakeAt(1, Listed(values), p)
			s.Push(n)
			got := s.Values(n)
			there := slices.Sorted(maps.Keys(want))
			if _, dense := got.Dense(); dense == Sparse(len(there), there[len(there)-1]-there[0]+1) ||
				dense != (step == 1) && step != denseShare {
				t.Errorf("step %d: dense is %v", step, dense)
			}
			found := 0
			for i, c := range s.Arcs(n) {
				if i%stride == 0 && c != Empty {
					found++
					if v := got.At(i / stride); want[v] != c || got.Index(v, s.Len(n)) != i/stride || s.stride == 1 &&
						s.Child(n, v) != c {
						t.Errorf("step %d: value %d leads to %d, want %d", step, v, c, want[v])
					}
				}
			}
			if found != len(want) {
				t.Errorf("step %d: %d arcs, want %d", step, found, len(want))
			}
			for _, v := range []int{-1, 0, 1, step - 1, step, step + 1, 50 * step, 50*step + 1, MaxValue} {
				if i := got.Index(v, s.Len(n)); (i >= 0 && s.Arcs(n)[stride*i] != Empty) != (want[v] != Empty) {
					t.Errorf("step %d: value %d has index %d", step, v, i)
				}
				below := slices.IndexFunc(slices.Collect(func(yield func(int) bool) {
					for i := range s.Len(n) {
						if !yield(got.At(i)) {
							return
						}
					}
				}), func(x int) bool { return x >= v })
				if below < 0 {
					below = s.Len(n)
				}
				if got := got.Below(v, s.Len(n)); got != below {
					t.Errorf("step %d: %d values below %d, want %d", step, got, v, below)
				}
			}
			if size := int(s.recordSize(n)); size > headerWords+max(DenseSpan, denseShare*99, 2*99)*stride {
				t.Errorf("step %d: a record of %d words", step, size)
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			s.Close()
		}
	}
}
