package mdd

import (
	"maps"
	"slices"
	"testing"
)

// Split yields the right parts, and Assemble makes the same set of them.
func TestSplitExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for m, s := range w.sets {
			top := 0
			for _, values := range w.list(m) {
				for k, v := range values {
					if v != 0 {
						top = max(top, k+1)
					}
				}
			}
			level, parts := s.Split()
			if level != top {
				t.Fatalf("%v: level %d, want %d", w.list(m), level, top)
			}
			want := map[int][][]int{}
			if top > 0 {
				for _, values := range w.list(m) {
					v := values[top-1]
					values = slices.Clone(values)
					values[top-1] = 0
					want[v] = append(want[v], values)
				}
			}
			var got []int
			for v, part := range parts {
				got = append(got, v)
				if !part.Equal(w.f.Tuples(want[v])) {
					t.Fatalf("%v: part %d is %v, want %v", w.list(m), v, slices.Collect(part.All()), want[v])
				}
			}
			if !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
				t.Fatalf("%v: values %v, want those of %v", w.list(m), got, want)
			}
			if level > 0 {
				if again := w.f.Assemble(level, parts); !again.Equal(s) {
					t.Fatalf("%v: assembled to %v", w.list(m), slices.Collect(again.All()))
				}
			}
			// All tuples of the lower levels, behind a value of the top level, come back as they were.
			n := w.f.levels
			low := s.Where(n, func(v int) bool { return v == 0 })
			moved := w.f.Assemble(n, maps.All(map[int]Set{5: low, 2: w.f.Empty()}))
			for _, values := range w.tuples {
				if values[n-1] != 0 {
					continue
				}
				in := low.Contains(values...)
				values = slices.Clone(values)
				if values[n-1] = 5; moved.Contains(values...) != in {
					t.Fatalf("%v: %v is there: %v", w.list(m), values, !in)
				}
			}
			if moved.Count().Cmp(low.Count()) != 0 {
				t.Fatalf("%v: %v tuples, want %v", w.list(m), moved.Count(), low.Count())
			}
		}
	})
}

// Parts that make no set panic with a message.
func TestAssemblePanicsInWords(t *testing.T) {
	for _, o := range everyOption[:2] {
		f, other := New(3, o), New(3, o)
		low, high := f.Tuple(4, 0, 0), f.Tuple(0, 5, 0)
		twice := func(yield func(int, Set) bool) {
			for _, s := range []Set{low, low} {
				if !yield(1, s) {
					return
				}
			}
		}
		for _, c := range []struct {
			want string
			call func()
		}{
			{"level 0, expected 1 to 3", func() { f.Assemble(0, maps.All(map[int]Set{})) }},
			{"the sequence is nil", func() { f.Assemble(1, nil) }},
			{"two parts for value 1, expected one", func() { f.Assemble(2, twice) }},
			{"a part of another forest", func() { f.Assemble(2, maps.All(map[int]Set{1: other.Empty()})) }},
			{"the zero Set", func() { f.Assemble(2, maps.All(map[int]Set{1: {}})) }},
			{"the part for value 7 has other values than 0 on level 2, expected lower ones", func() {
				f.Assemble(2, maps.All(map[int]Set{7: high}))
			}},
		} {
			if got := panicOf(c.call); got != "mdd: Assemble: "+c.want {
				t.Errorf("%v: got the panic %q, want %q", o.Rule, got, "mdd: Assemble: "+c.want)
			}
		}
		if f.s.Mark() != 0 {
			t.Errorf("%v: %d words are left on the work stack", o.Rule, f.s.Mark())
		}
		f.Close()
		other.Close()
	}
}
