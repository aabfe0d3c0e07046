package edd_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/edd"
)

const agreeLevels, agreeDomain = 3, 4

// A table is the slow twin of a function: the distances of all tuples over small domains.
type table [agreeDomain * agreeDomain * agreeDomain]int

// tuple returns the i-th of all tuples.
func tuple(i int) []int {
	return []int{i % agreeDomain, i / agreeDomain % agreeDomain, i / agreeDomain / agreeDomain}
}

// randomTable draws distances, many of them ∞.
func randomTable(rng *rand.Rand) (t table) {
	few := 1 + rng.IntN(len(t))
	for i := range t {
		t[i] = edd.Infinity
		if rng.IntN(few) == 0 {
			t[i] = rng.IntN(1 + rng.IntN(12))
		}
	}
	return t
}

// function makes the function of t, tuple after tuple in the given order.
func (t *table) function(f *edd.Forest, order []int) edd.Func {
	g := f.Infinity()
	for _, i := range order {
		if t[i] != edd.Infinity {
			g = g.Min(f.Zero(f.Sets().Tuple(tuple(i)...)).Plus(t[i]))
		}
	}
	return g
}

// E1 to E3: every operation gives the function of its definition, computed on tables, as the very same diagram that is
// made of the table. Package mdd mixes these operations with those on sets in random_test.go.
func TestOperationsAgree(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 5))
		f := newForest(agreeLevels, edd.Options{CollectEvery: int(seed % 3)})
		a, b := randomTable(rng), randomTable(rng)
		g, h := a.function(f, rng.Perm(len(a))), b.function(f, rng.Perm(len(b)))
		bound := rng.IntN(12)
		same := func(what string, got edd.Func, want func(x, y int) int) {
			var c table
			for i := range c {
				c[i] = want(a[i], b[i])
				if at := got.At(tuple(i)...); at != c[i] {
					t.Errorf("seed %d: %s: %v has %d, want %d", seed, what, tuple(i), at, c[i])
				}
			}
			if !got.Equal(c.function(f, rng.Perm(len(c)))) {
				t.Errorf("seed %d: %s: another diagram", seed, what)
			}
		}
		same("At", g, func(x, _ int) int { return x })
		same("Min", g.Min(h), func(x, y int) int { return min(x, y) })
		same("Plus", g.Plus(3), func(x, _ int) int { return min(x, edd.Infinity-3) + 3 })
		upTo := func(x, _ int) int {
			if x > bound {
				return edd.Infinity
			}
			return x
		}
		same("TruncateExact", g.TruncateExact(bound), upTo)

		// The approximate cut takes something away, only beyond the bound, and the rest is as it was.
		approx := g.TruncateApprox(bound)
		if !approx.Min(g).Equal(g) || !approx.TruncateExact(bound).Equal(g.TruncateExact(bound)) ||
			!approx.TruncateApprox(bound).Equal(approx) {
			t.Errorf("seed %d: TruncateApprox takes away what is within %d, or adds something", seed, bound)
		}
		for i, d := range a {
			if at := approx.At(tuple(i)...); at != d && (at != edd.Infinity || d <= bound) {
				t.Errorf("seed %d: TruncateApprox: %v has %d, was %d, bound %d", seed, tuple(i), at, d, bound)
			}
		}

		counts, largest := []int64{}, -1
		for i, d := range a {
			if d == edd.Infinity {
				continue
			}
			for len(counts) <= d {
				counts = append(counts, 0)
			}
			counts[d]++
			largest = max(largest, d)
			if !g.Border(d).Contains(tuple(i)...) {
				t.Errorf("seed %d: %v is not at the border %d", seed, tuple(i), d)
			}
		}
		var got []int64
		for _, n := range g.Counts() {
			got = append(got, n.Int64())
		}
		if !slices.Equal(got, counts) || g.Largest() != largest {
			t.Errorf("seed %d: counts %v up to %d, want %v up to %d", seed, got, g.Largest(), counts, largest)
		}
		if total := g.Support().Count().Int64(); total != int64(len(slices.DeleteFunc(a[:],
			func(d int) bool { return d == edd.Infinity }))) {
			t.Errorf("seed %d: the support has %d tuples", seed, total)
		}
		closeBoth(f)
	}
}
