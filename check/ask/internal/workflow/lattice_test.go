package workflow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Invariant: the basis is what the definition says, in a box: the vectors of the lattice that are nowhere negative and
// no sum of two others.
func TestHilbertBasesAgree(t *testing.T) {
	const side = 5
	found, large := 0, 0
	for seed := range *nets / 16 {
		rng := rand.New(rand.NewPCG(seed, 192))
		n := 2 + rng.IntN(3)
		given := make([][]int64, 1+rng.IntN(n))
		for i := range given {
			given[i] = make([]int64, n)
			for j := range given[i] {
				given[i][j] = rng.Int64N(7) - 3
			}
		}
		inside := members(given, side)
		var want [][]int64
		for key := range inside {
			v := unkey(key, n)
			if slices.Max(v) > 0 && !splits(inside, v) {
				want = append(want, v)
			}
		}
		l, err := newLattice(copied(given))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := l.hilbert(t.Context())
		if err != nil {
			large++
			continue
		}
		got = slices.DeleteFunc(got, func(v []int64) bool { return slices.Max(v) >= side })
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		found += len(want)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("seed %d: %v has the basis %v, want %v", seed, given, got, want)
		}
	}
	t.Logf("%d vectors, %d bases are too large", found, large)
}

func copied(list [][]int64) (out [][]int64) {
	for _, v := range list {
		out = append(out, slices.Clone(v))
	}
	return out
}

// members returns the vectors of a lattice that have numbers from 0 to side-1, found by small steps: sums of given
// vectors with coefficients within a range that is large enough for numbers this small.
func members(given [][]int64, side int64) map[int]bool {
	const most = 40
	n := len(given[0])
	inside, seen := map[int]bool{}, map[int]bool{}
	start := make([]int64, n)
	seen[key(start, most)] = true
	for queue := [][]int64{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		if slices.Min(v) >= 0 && slices.Max(v) < side {
			k := 0
			for i := range v {
				k = k*100 + int(v[i])
			}
			inside[k] = true
		}
		for _, g := range given {
			for _, sign := range []int64{1, -1} {
				next := slices.Clone(v)
				far := false
				for i := range next {
					next[i] += sign * g[i]
					far = far || next[i] > most/3 || next[i] < -most/3
				}
				if k := key(next, most); !far && !seen[k] {
					seen[k] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return inside
}

func key(v []int64, most int64) (k int) {
	for _, n := range v {
		k = k*int(2*most+1) + int(n+most)
	}
	return k
}

func unkey(k, n int) []int64 {
	v := make([]int64, n)
	for i := n - 1; i >= 0; i-- {
		v[i] = int64(k % 100)
		k /= 100
	}
	return v
}

// splits reports whether a vector is a sum of two others.
func splits(inside map[int]bool, v []int64) bool {
	for k := range inside {
		w := unkey(k, len(v))
		if slices.Max(w) == 0 || slices.Equal(v, w) {
			continue
		}
		rest, less := 0, false
		for i := range v {
			less = less || v[i] < w[i]
			rest = rest*100 + int(v[i]-w[i])
		}
		if !less && inside[rest] {
			return true
		}
	}
	return false
}
