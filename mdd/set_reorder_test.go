package mdd

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// Reordered sets have the tuples that Move and a list of tuples give, sizes that were counted before they were made,
// and after moving them back they are the same sets.
func TestReorder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 200 {
		for _, o := range everyOption {
			f := New(1+rng.IntN(6), o)
			a, listA := randomSet(f, rng, rng.IntN(30), 1+rng.IntN(4))
			b, _ := randomSet(f, rng, rng.IntN(30), 1+rng.IntN(4))
			sets := []Set{a, b, f.Empty(), a.Union(b)}
			search := Reordering{Options: Options{MaxCache: 1 << 10}, Passes: rng.IntN(3)}
			if f.levels > 2 && rng.IntN(2) == 0 {
				search.Blocks = [][2]int{{2, 3}}
			}
			r, err := f.Reorder(context.Background(), search, sets...)
			if err != nil || !r.Complete || r.Forest.Rule() != f.Rule() {
				t.Fatalf("complete %v, rule %v, error %v", r.Complete, r.Forest.Rule(), err)
			}
			if search.Blocks != nil && r.To[2] != r.To[1]+1 {
				t.Fatalf("levels 2 and 3 were torn: to %v", r.To)
			}
			back := make([]int, f.levels)
			for i, k := range r.To {
				back[k-1] = i + 1
			}
			if got := r.Forest.FromSeq(tuplesMoved(listA.Set(f), r.To)); !got.Equal(r.Sets[0]) {
				t.Fatalf("%v became %v by %v", listA.Sorted(), slices.Collect(r.Sets[0].All()), r.To)
			}
			if before, after := together(sets), together(r.Sets); before != r.Before || after != r.After ||
				after > before {
				t.Fatalf("from %d nodes to %d, said to be %d and %d", before, after, r.Before, r.After)
			}
			for i, s := range sets {
				if !r.Forest.Move(s, r.To).Equal(r.Sets[i]) || !f.Move(r.Sets[i], back).Equal(s) {
					t.Fatalf("set %d is another one when moved by %v", i, r.To)
				}
			}
			if err := r.Forest.Check(); err != nil {
				t.Fatal(err)
			}
			r.Forest.Close()
			f.Close()
		}
	}
}

// together counts the nodes of some sets of a forest, without terminals.
func together(sets []Set) int {
	seen := map[node]bool{}
	var visit func(f *Forest, n node)
	visit = func(f *Forest, n node) {
		if n <= unit || seen[n] {
			return
		}
		seen[n] = true
		for _, c := range f.arcs(n, f.s.Level(n)) {
			visit(f, c)
		}
	}
	for _, s := range sets {
		visit(s.f, s.node())
	}
	return len(seen)
}

// allBits returns all tuples of zeros and ones.
func (f *Forest) allBits() Set { return f.Box(slices.Repeat([][]int{{0, 1}}, f.levels)) }

func isOne(v int) bool { return v == 1 }

// The function x₁y₁ ∨ … ∨ xₙyₙ has more than 2ⁿ nodes if all x are above all y, and O(n) if each x is next to its y
// [Bry86]: sifting pairs them, as it does for equal vectors and for the carries and sums of an adder.
func TestReorderPairs(t *testing.T) {
	for _, o := range everyOption[:2] {
		for _, n := range []int{4, 8, 11} {
			f := New(2*n, o)
			all := f.allBits()
			or, equal := f.Empty(), all
			carry := f.Empty()
			var adder []Set
			paired := make([]int, 2*n)
			for i := range n {
				x, y := all.Where(i+1, isOne), all.Where(n+i+1, isOne)
				or = or.Union(x.Intersect(y))
				equal = equal.Minus(x.Xor(y))
				adder = append(adder, x.Xor(y).Xor(carry))
				carry = x.Intersect(y).Union(x.Xor(y).Intersect(carry))
				paired[i], paired[n+i] = 2*i+1, 2*i+2
			}
			for name, sets := range map[string][]Set{"or": {or}, "equal": {equal}, "adder": append(adder, carry)} {
				r, err := f.Reorder(context.Background(), Reordering{}, sets...)
				if err != nil {
					t.Fatal(err)
				}
				var best []Set
				g := New(2*n, o)
				for _, s := range sets {
					best = append(best, g.Move(s, paired))
				}
				if r.Before < 1<<n || r.After > together(best) {
					t.Errorf("%v, %s of %d: %d nodes became %d, %d in pairs", o.Rule, name, n, r.Before, r.After,
						together(best))
				}
				for i, s := range sets {
					if s.Count().Cmp(r.Sets[i].Count()) != 0 {
						t.Errorf("%s of %d: %v tuples became %v", name, n, s.Count(), r.Sets[i].Count())
					}
				}
				r.Forest.Close()
				g.Close()
			}
			f.Close()
		}
	}
}

// Limits end the search with a right result, or give an error.
func TestReorderLimits(t *testing.T) {
	const n = 9
	f := New(2*n, Options{})
	defer f.Close()
	a := f.Empty()
	for i := range n {
		a = a.Union(f.allBits().Where(i+1, isOne).Where(n+i+1, isOne))
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	last := a.Nodes()
	for _, c := range []struct {
		ctx  context.Context
		work int64
	}{{done, 0}, {context.Background(), 1}, {context.Background(), 2_000}, {context.Background(), 8_000}} {
		r, err := f.Reorder(c.ctx, Reordering{Work: c.work}, a)
		if err != nil || r.Complete || r.After > last || !r.Forest.Move(a, r.To).Equal(r.Sets[0]) {
			t.Errorf("work %d: complete %v, %d nodes became %d, error %v", c.work, r.Complete, r.Before, r.After, err)
		}
		last = r.After
		r.Forest.Close()
	}
	if last == a.Nodes() {
		t.Errorf("the search found nothing within its limit")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	large, _ := randomSet(f, rng, 20_000, 8)
	for _, o := range []Reordering{{Memory: 1000}, {Work: 1, Options: Options{MaxArena: 1}}} {
		_, err := f.Reorder(context.Background(), o, large)
		if limit := (*LimitError)(nil); !errors.As(err, &limit) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
}

// Values that are far apart, or many, keep their numbers.
func TestReorderFarValues(t *testing.T) {
	const far = min(10_000_000, MaxValue-2)
	for _, o := range everyOption {
		f := New(3, o)
		line := make([]int, 200)
		for i := range line {
			line[i] = i
		}
		a := f.Box([][]int{{0, far}, line, line}).Minus(f.Box([][]int{{far}, {3, 5}, line}))
		r, err := f.Reorder(context.Background(), Reordering{}, a)
		if err != nil || !r.Forest.Move(a, r.To).Equal(r.Sets[0]) {
			t.Errorf("%v: to %v, error %v", o.Rule, r.To, err)
		}
		r.Forest.Close()
		f.Close()
	}
}
