package mdd

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// turn orders cells as a sort does, whether their values are close together or not.
func TestTurnOfCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var c cells
	for range 500 {
		before := []cell{{5, 5, 5}, {1, 1, 1}} // of an outer node
		c.list = append(c.list[:0], before...)
		wide, lo, hi := 1+rng.IntN(60), noValue, 0
		for v := range 1 + rng.IntN(8) {
			for w := range wide {
				if w = w*w*w + 3; rng.IntN(3) == 0 || hi == 0 {
					c.list = append(c.list, cell{w, v, node(rng.Uint32())})
					lo, hi = min(lo, w), max(hi, w)
				}
			}
		}
		want := slices.Clone(c.list)
		slices.SortFunc(want[2:], cell.before)
		if c.turn(2, lo, hi); !slices.Equal(c.list, want) {
			t.Fatalf("got %v, want %v", c.list, want)
		}
	}
}

// A set whose diagram is small in both orders, and large in orders between, is moved within little work.
func TestMoveIsPolynomial(t *testing.T) {
	const pairs = 60
	for _, o := range everyOption[:2] {
		f := New(2*pairs, o)
		// x and y of each pair are equal; levels y1 x1 y2 x2 …
		a := f.UnionOf(f.Tuple(make([]int, 2*pairs)...))
		for i := range pairs {
			both := make([]int, 2*pairs)
			both[2*i], both[2*i+1] = 1, 1
			a = a.Union(a.Join(f.Tuple(both...)))
		}
		exchanged, turned := make([]int, 2*pairs), reverse(2*pairs)
		for i := range exchanged {
			exchanged[i] = i ^ 1 + 1
		}
		last := make([]int, 2*pairs) // the lowest pair to the top, by way of all others
		for i := range last {
			last[i] = (i+2*pairs-2)%(2*pairs) + 1
		}
		for _, to := range [][]int{exchanged, turned, last} {
			err := f.Guard(context.Background(), Limits{Work: 1 << 21}, func() {
				if !f.Move(a, to).Equal(a) {
					t.Errorf("%v: %v changes the set", o.Rule, to)
				}
			})
			if err != nil {
				t.Errorf("%v: to %v: %v", o.Rule, to, err)
			}
		}
		f.Close()
	}
}

// The cost of values that are far apart follows their number, in all operations of the algebra.
func TestAlgebraOfFarValues(t *testing.T) {
	const far = min(10_000_000, MaxValue-2)
	both, zero := []int{0, far}, []int{0}
	for _, o := range everyOption {
		f := New(3, o)
		a, b := f.Box([][]int{both, {1, far - 1}, both}), f.Box([][]int{both, {1, far}, {far}})
		one := f.Box([][]int{both, {1}, {far}})
		for name, c := range map[string]struct{ got, want Set }{
			"Exists":    {a.Exists(1, 3), f.Box([][]int{zero, {1, far - 1}, zero})},
			"Restrict":  {a.Restrict(2, far-1), f.Box([][]int{both, zero, both})},
			"Cofactor":  {a.Cofactor([][]int{{far, 3}, nil, both}), f.Box([][]int{zero, {1, far - 1}, zero})},
			"ForAll":    {b.ForAll([][]int{both, nil, nil}), f.Box([][]int{zero, {1, far}, {far}})},
			"Join":      {a.Join(b, 1, 2, 3), one},
			"AndExists": {a.AndExists(b, 2), f.Box([][]int{both, zero, {far}})},
			"Move":      {f.Move(a, []int{3, 1, 2}), f.Box([][]int{{1, far - 1}, both, both})},
			"Ite":       {a.Ite(b, b.Minus(a)), b},
			"Xor":       {a.Xor(b), a.Minus(one).Union(b.Minus(one))},
			"ComplementIn": {b.ComplementIn([][]int{both, {1, 2}, both}),
				f.UnionOf(f.Box([][]int{both, {1}, zero}), f.Box([][]int{both, {2}, both}))},
		} {
			if c.got != c.want {
				t.Errorf("%v, %s: got %v", o.Rule, name, slices.Collect(c.got.All()))
			}
		}
		if !one.SubsetOf(a) || a.SubsetOf(b) || a.Disjoint(b) || !one.Disjoint(a.Minus(b)) {
			t.Errorf("%v: SubsetOf or Disjoint is wrong", o.Rule)
		}
		if got := f.Stats().PeakBytes; got > 1<<20 {
			t.Errorf("%v: %d bytes", o.Rule, got)
		}
		f.Close()
	}
}
