package mdd

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
)

// Tests of handles: equality of sets and matrices by ==, and their release.

// Sets with the same tuples are ==, and keys of maps, however they were made, and even after collections.
func TestEqualSetsAreTheSame(t *testing.T) {
	for _, o := range everyOption {
		f := New(3, o)
		rng := rand.New(rand.NewPCG(1, 1))
		made := map[Set]string{}
		byText := map[string]Set{}
		for i := range 150 {
			s, twin := randomSet(f, rng, 3, 2)
			text := fmt.Sprint(twin.Sorted())
			switch i % 4 {
			case 1:
				s = s.Union(f.Tuple(0, 1, 1)).Minus(f.Tuple(0, 1, 1)).Union(s)
			case 2:
				f.Collect()
			case 3:
				s = s.Intersect(s)
			}
			if before, ok := byText[text]; ok != (made[s] == text) || ok && before != s {
				t.Fatalf("%v: %s: made before: %v, as a key of a map: %q", o, text, ok, made[s])
			}
			made[s], byText[text] = text, s
			for other := range made {
				if (other == s) != other.Equal(s) {
					t.Fatalf("%v: == does not tell what Equal tells", o)
				}
			}
		}
		if err := f.Check(); err != nil {
			t.Error(err)
		}
		f.Close()
	}
}

// A set that is released as often as it was returned is gone at once, and its use panics with a message; results held
// elsewhere stay.
func TestRelease(t *testing.T) {
	for _, o := range everyOption {
		f := New(3, o)
		a, b := f.Tuple(1, 2, 3), f.Tuple(2, 2, 3)
		u := a.Union(b)
		again := b.Union(a)
		u.Release()
		if n := again.Count().Int64(); n != 2 {
			t.Errorf("%v: %d tuples", o, n)
		}
		again.Release()
		for name, call := range setCalls(u) {
			if o.Rule == QuasiReduced && name == "EachNode" {
				continue
			}
			if got, want := panicOf(call), "mdd: "+name+": the set was released"; got != want {
				t.Errorf("%v: got the panic %q, want %q", o, got, want)
			}
		}
		if got, want := panicOf(func() { a.Union(u) }), "mdd: Union: the set was released"; got != want {
			t.Errorf("%v: got the panic %q, want %q", o, got, want)
		}
		a.Release()
		b.Release()
		f.Empty().Release()
		if !f.Empty().IsEmpty() {
			t.Errorf("%v: no empty set any more", o)
		}
		if f.s.Collect(); f.Stats().Nodes != 0 {
			t.Errorf("%v: %d nodes are left", o, f.Stats().Nodes)
		}
		if err := f.Check(); err != nil {
			t.Error(err)
		}
		f.Close()
	}
}

// Each result of an operation is released on its own, even where the result is the operand.
func TestResultsAreReleasedOneByOne(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	r := f.NewRelation()
	r.Add(Step{1, Shift{Below: 1, Delta: 1}})
	start := f.Tuple(0, 0)
	closed := r.Saturate(start)
	for name, op := range map[string]func() Set{
		"Union": func() Set { return closed.Union(closed) }, "Minus": func() Set { return closed.Minus(f.Empty()) },
		"Intersect": func() Set { return closed.Intersect(closed) },
		"Where":     func() Set { return closed.Where(1, func(int) bool { return true }) },
		"Between":   func() Set { return closed.Between(func(int, int) int64 { return 0 }, 0, 0) },
		"Partial":   func() Set { return f.NewRelation().Partial(closed) },
		"Saturate":  func() Set { return r.Saturate(closed) },
		"Layers":    func() Set { return r.Layers(closed, func(int, Set) bool { return false }) },
		"Chaining":  func() Set { return r.Chaining(closed) },
		"BFS":       func() Set { s, _ := r.BFS(closed); return s },
		"Exists":    func() Set { return closed.Exists() },
		"Cofactor":  func() Set { return closed.Cofactor(make([][]int, 2)) },
		"ForAll":    func() Set { return closed.ForAll(make([][]int, 2)) },
		"Join":      func() Set { return closed.Join(closed, 1, 2) },
		"Xor":       func() Set { return closed.Xor(f.Empty()) },
		"Ite":       func() Set { return closed.Ite(closed, closed) },
		"UnionOf":   func() Set { return f.UnionOf(closed) },
		"Move":      func() Set { return f.Move(closed, []int{1, 2}) },
		"Image":     func() Set { return f.Identity().Image(closed) },
	} {
		op().Release()
		if text := panicOf(func() { closed.Count() }); text != "" {
			t.Fatalf("%s: its result and its operand were one: %s", name, text)
		}
	}
}

// Equal matrices are ==, as sets are, and are released in the same way.
func TestEqualMatricesAreTheSame(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	made := map[Matrix]string{}
	for range 3 {
		f.Collect()
		for text, m := range map[string]Matrix{
			"up":   f.MatrixOf([]int{1}, func(yield func(from, to []int) bool) { yield([]int{0}, []int{1}) }),
			"down": f.MatrixOf([]int{1}, func(yield func(from, to []int) bool) { yield([]int{1}, []int{0}) }),
			"none": f.NoPairs(), "all": f.Identity(),
		} {
			if made[m] == "" {
				made[m] = text
			}
			if back := m.Inverse().Inverse(); back != m || made[m] != text {
				t.Errorf("%s is the same as %s, and as the inverse of its inverse: %v", text, made[m], back == m)
			}
		}
	}
	up := f.MatrixOf([]int{1}, func(yield func(from, to []int) bool) { yield([]int{0}, []int{1}) })
	delete(made, up)
	for range 100 { // returned six times or more, but never so often
		if up.root.Released() {
			break
		}
		up.Release()
	}
	for name, call := range matrixCalls(up, f.Empty()) {
		if got, want := panicOf(call), "mdd: "+name+": the matrix was released"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
}

// A loop over a set that is released inside panics with a message, before it reads freed nodes.
func TestReleaseInside(t *testing.T) {
	list := [][]int{{0, 0, 3}, {1, 2, 1}, {2, 1, 1}, {3, 3, 2}, {0, 4, 4}}
	for name, use := range map[string]func(s Set){
		"All": func(s Set) {
			for range s.All() {
				s.Release()
			}
		},
		"EachNode": func(s Set) {
			for range s.EachNode() {
				s.Release()
			}
		},
		"Each":        func(s Set) { s.Each(func([]int) bool { s.Release(); return true }) },
		"Fold":        func(s Set) { Fold(s, 0, func(int, []Arc[int]) int { s.Release(); return 0 }, nil) },
		"Heaviest":    func(s Set) { s.Heaviest(func(int, int) int64 { s.Release(); return 1 }) },
		"Probability": func(s Set) { s.Probability(func(int, int) float64 { s.Release(); return 1 }) },
		"Index": func(s Set) {
			_, _ = s.Index(background, Indexing{Weight: func(int, int) *big.Int { s.Release(); return one }})
		},
		"Split": func(s Set) {
			_, parts := s.Split()
			for range parts {
				s.Release()
			}
		},
		"Assemble": func(s Set) {
			s.f.Assemble(2, func(yield func(int, Set) bool) {
				part := s.f.Tuple(3, 0, 0)
				yield(1, part)
				part.Release()
			})
		},
		"MaxSum":  func(s Set) { s.MaxSum(func(int, int) int64 { s.Release(); return 1 }) },
		"Between": func(s Set) { s.Between(func(int, v int) int64 { s.Release(); return int64(v) }, 3, 4) },
	} {
		f := New(3, Options{})
		s := f.Tuples(list)
		if got, want := panicOf(func() { use(s) }), "mdd: "+name+": the set was released"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
		f.Close()
	}
}

// Goroutines drop sets that another one makes, while Go's collector runs and the forest collects.
func TestGoroutinesDropSets(t *testing.T) {
	f := New(4, Options{CollectEvery: 100})
	defer f.Close()
	var wg sync.WaitGroup
	drop, stop := make(chan Set, 100), make(chan bool)
	for range 3 {
		wg.Go(func() {
			held := map[Set]int{}
			for s := range drop {
				if held[s]++; len(held) > 20 {
					clear(held)
				}
			}
		})
	}
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	rng := rand.New(rand.NewPCG(3, 3))
	mine := map[Set]tuples{}
	for range 2000 {
		s, twin := randomSet(f, rng, 6, 4)
		if before, ok := mine[s]; ok && fmt.Sprint(before.Sorted()) != fmt.Sprint(twin.Sorted()) {
			t.Fatalf("%v and %v are one set", before.Sorted(), twin.Sorted())
		}
		if rng.IntN(3) == 0 {
			mine[s] = twin
		}
		drop <- s
		if len(mine) > 200 {
			for s, twin := range mine {
				if n := s.Count().Int64(); n != int64(len(twin)) {
					t.Fatalf("%d tuples, want %d", n, len(twin))
				}
			}
			clear(mine)
		}
	}
	close(drop)
	close(stop)
	wg.Wait()
	if err := f.Check(); err != nil {
		t.Error(err)
	}
	clear(mine)
	if f.Collect(); f.Stats().Nodes != 0 {
		t.Errorf("%d nodes are left", f.Stats().Nodes)
	}
}
