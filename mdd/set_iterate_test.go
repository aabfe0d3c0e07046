package mdd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Tests of loops over tuples, of sequences, and of the rules of nodes.

// Slices belong to the caller, the loop may end early, and the forest may be used and collected meanwhile.
func TestIterationLeavesTheForestFree(t *testing.T) {
	for _, o := range everyOption {
		f := New(4, o)
		_, twin := randomSet(f, rand.New(rand.NewPCG(6, 6)), 30, 4)
		list := twin.Sorted()
		i := 0
		for values := range f.Tuples(list).All() { // the only reference to the set
			if !slices.Equal(values, list[i]) {
				t.Fatalf("tuple %d: got %v, want %v", i, values, list[i])
			}
			clear(values)
			f.Tuple(i, i, i, i)
			f.Collect()
			if i++; i == 10 {
				break
			}
		}
		if i != 10 {
			t.Errorf("the loop ended after %d tuples", i)
		}
		f.Close()
	}
}

// FromSeq reads the tuples of other sets of the same forest, and sequences that reuse their slices.
func TestFromSeq(t *testing.T) {
	for _, o := range everyOption {
		f, g := New(4, o), New(4, Options{Rule: 1 - o.Rule})
		rng := rand.New(rand.NewPCG(7, 7))
		a, _ := randomSet(f, rng, 30, 4)
		b, _ := randomSet(g, rng, 30, 4)
		both := f.FromSeq(func(yield func([]int) bool) {
			reused := make([]int, 4)
			for _, s := range []Set{a, b} {
				for values := range s.All() {
					if copy(reused, values); !yield(reused) {
						return
					}
				}
			}
		})
		if want := a.Union(f.FromSeq(b.All())); !both.Equal(want) {
			t.Errorf("%v: got %v", o.Rule, slices.Collect(both.All()))
		}
		f.Close()
		g.Close()
	}
}

// A sequence longer than one block.
func TestFromSeqInBlocks(t *testing.T) {
	if MaxLevels < seqBlock/50 {
		t.Skip("fields are narrow")
	}
	f := New(seqBlock/50, Options{})
	defer f.Close()
	values := make([]int, f.levels)
	s := f.FromSeq(func(yield func([]int) bool) {
		for i := range 160 {
			values[i*100] = i
			if !yield(values) {
				return
			}
		}
	})
	if got := s.Count(); got.Int64() != 160 {
		t.Errorf("got %v tuples, want 160", got)
	}
	values = make([]int, f.levels)
	for i := range 160 {
		if values[i*100] = i; !s.Contains(values...) {
			t.Fatalf("tuple %d is missing", i)
		}
	}
}

// M2 and M3, in every node of random sets.
func TestRuleInvariants(t *testing.T) {
	for _, o := range everyOption {
		f := New(5, o)
		rng := rand.New(rand.NewPCG(8, 8))
		for range 30 {
			s, _ := randomSet(f, rng, 20, 4)
			other, _ := randomSet(f, rng, 20, 4)
			for _, s := range []Set{s, s.Union(other), s.Intersect(other), s.Minus(other)} {
				if err := s.checkRule(); err != nil {
					t.Fatalf("%v: %v", o.Rule, err)
				}
			}
		}
		f.Close()
	}
}

func (a Set) checkRule() error {
	d := a.traverse("checkRule")
	for code := uint32(2); code < d.Codes(); code++ {
		k := d.Level(code)
		values, kids := d.Arcs(code)
		if a.f.rule == ZeroSuppressed {
			if values.At(0) == 0 && len(kids) == 1 {
				return fmt.Errorf("M3: a node of level %d has an arc at 0 and no other", k)
			}
			continue
		}
		for i, c := range kids {
			if c != 0 && d.Level(c) != k-1 {
				return fmt.Errorf("M2: at value %d a node of level %d leads to level %d", values.At(i), k, d.Level(c))
			}
		}
	}
	return nil
}

// Each yields the tuples of All, in one slice, without allocating for each.
func TestEach(t *testing.T) {
	for _, o := range everyOption {
		f := New(5, o)
		s, twin := randomSet(f, rand.New(rand.NewPCG(9, 9)), 60, 4)
		list, i := twin.Sorted(), 0
		var first []int
		for values := range s.Each {
			if first == nil {
				first = values
			}
			if &values[0] != &first[0] || !slices.Equal(values, list[i]) {
				t.Fatalf("tuple %d: got %v, want %v", i, values, list[i])
			}
			i++
			f.Tuple(i, i, i, i, i)
		}
		if i != len(list) {
			t.Errorf("%d tuples, want %d", i, len(list))
		}
		tuples, many := 0, compositions(f, 12)
		if got := testing.AllocsPerRun(5, func() { many.Each(func([]int) bool { tuples++; return true }) }); got > 5 {
			t.Errorf("%v allocations for %d tuples", got, tuples/6)
		}
		for range s.Each {
			i++
			break
		}
		if f.Empty().Each(func([]int) bool { panic("a tuple of the empty set") }); i != len(list)+1 {
			t.Error("the loop did not end")
		}
		f.Close()
	}
}

func BenchmarkTuples(b *testing.B) {
	f := New(12, Options{})
	defer f.Close()
	s := compositions(f, 9)
	n := float64(s.Count().Int64())
	for name, loop := range map[string]func(){
		"way=All": func() {
			for range s.All() {
			}
		},
		"way=Each": func() { s.Each(func([]int) bool { return true }) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				loop()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/tuple")
		})
	}
}
