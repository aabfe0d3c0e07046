package simplex

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

// system is a random tableau with sums that are held at the values of a solution, and the sum to minimise, which comes
// last. No unknown is above most in any solution.
func system(rng *rand.Rand, most int64) (t *Tableau[struct{}], defs [][]Entry, constants []int64, v int32) {
	t = &Tableau[struct{}]{}
	n := 2 + rng.IntN(4)
	at := make([]int64, n)
	for i := range at {
		t.AddUnknown()
		at[i] = rng.Int64N(most / int64(n))
	}
	random := func(low int64) (def []Entry) {
		for i := range n {
			if c := low + rng.Int64N(4); c != 0 && rng.IntN(3) > 0 {
				def = append(def, Entry{int32(i), c})
			}
		}
		return def
	}
	all := make([]Entry, n)
	for i := range all {
		all[i] = Entry{int32(i), 1}
	}
	defs = [][]Entry{all}
	for range rng.IntN(3) {
		defs = append(defs, random(0))
	}
	for _, def := range defs {
		sum := int64(0)
		for _, e := range def {
			sum += e.C * at[e.V]
		}
		constants = append(constants, sum)
		s := t.AddSum(def, -Unlimited)
		t.Bound(s, false, sum, nil)
		t.Bound(s, true, sum, nil)
	}
	defs = append(defs, random(-2))
	return t, defs, constants, t.AddSum(defs[len(defs)-1], -Unlimited)
}

// smallest returns the least value of the last sum over all integer solutions.
func smallest(unknowns int, most int64, defs [][]Entry, constants []int64) (least int64) {
	at := make([]int64, unknowns)
	value := func(def []Entry) (sum int64) {
		for _, e := range def {
			sum += e.C * at[e.V]
		}
		return sum
	}
	found := false
	var try func(i int)
	try = func(i int) {
		if i < unknowns {
			for at[i] = range most {
				try(i + 1)
			}
			return
		}
		for k, c := range constants {
			if value(defs[k]) != c {
				return
			}
		}
		if x := value(defs[len(defs)-1]); !found || x < least {
			least, found = x, true
		}
	}
	try(0)
	return least
}

// TestLeast compares minima with those of all integer solutions, which they must not exceed and mostly equal, and
// checks each proof: its bounds, times their factors, add up to v ≥ the minimum.
func TestLeast(t *testing.T) {
	const most = 10
	equal, nets := 0, 300
	for seed := range uint64(nets) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tab, defs, constants, v := system(rng, most)
		want := smallest(tab.Unknowns(), most, defs, constants)
		least, proof, err := tab.Least(context.Background(), v, -100, Limits{})
		if err != nil || least == nil || least.Int64() > want {
			t.Fatalf("seed %d: the least value is %v (%v), expected at most %d", seed, least, err, want)
		}
		if least.Int64() == want {
			equal++
		}
		sum := make([]*big.Int, tab.Unknowns()) // the proof by unknown: all must be 0
		for i := range sum {
			sum[i] = new(big.Int)
		}
		for _, b := range proof.Bounds {
			factor := b.Factor
			if b.Upper {
				factor = new(big.Int).Neg(factor)
			}
			def := []Entry{{b.V, 1}}
			if k := int(b.V) - tab.Unknowns(); k >= 0 {
				def = defs[k]
			}
			for _, e := range def {
				sum[e.V].Add(sum[e.V], new(big.Int).Mul(factor, big.NewInt(e.C)))
			}
		}
		for i, x := range sum {
			if x.Sign() != 0 {
				t.Fatalf("seed %d: unknown %d has the factor %v in the proof", seed, i, x)
			}
		}
	}
	t.Logf("%d of %d minima are those of integers", equal, nets)
	if equal < nets/2 {
		t.Error("too few")
	}
}
