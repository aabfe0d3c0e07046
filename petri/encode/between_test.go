package encode_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri/encode"
)

// Sums whose weights are small, or nearly too large, or too large, over the markings of random nets: exactly those are
// refused that could pass 62 bits with the most tokens that each place holds, and the others choose the same markings
// as one by one.
func TestBetween(t *testing.T) {
	refused, chose := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 164))
		net := randnet.Generate(rng, randnet.Config{States: 200})
		space, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		bounds := make([]int64, len(net.Places))
		for _, marking := range space.States {
			for p, tokens := range marking {
				bounds[p] = max(bounds[p], tokens)
			}
		}
		d := randomOrder(rng, len(net.Places))
		m, err := encode.New(net, d, mdd.Options{})
		if err != nil {
			t.Fatal(err)
		}
		on := d.LevelOf(len(net.Places))
		s := m.Moves.Saturate(m.Init)
		for range 8 {
			var sum []encode.Weighted
			most, levels := new(big.Int), map[int]bool{}
			shift := rng.IntN(62)
			for _, p := range rng.Perm(len(net.Places))[:rng.IntN(len(net.Places)+1)] {
				w := (rng.Int64N(2<<shift) + 1) - 1<<shift
				sum = append(sum, encode.Weighted{Place: p, Weight: w})
				size := new(big.Int).Mul(big.NewInt(w), big.NewInt(bounds[p]))
				most.Add(most, size.Abs(size))
				levels[on[p]] = true
			}
			if len(levels) == 1 { // of one level the values count, not the places
				continue
			}
			lo := rng.Int64N(2<<shift) - 1<<shift
			hi := lo + rng.Int64N(1<<shift)
			got, err := m.Between(s, sum, lo, hi)
			if large := most.Cmp(big.NewInt(math.MaxInt64/2)) > 0; large != (err != nil) {
				t.Fatalf("seed %d: error %v for sums up to %v", seed, err, most)
			}
			if err != nil {
				refused++
				continue
			}
			want := int64(0)
			for _, marking := range space.States {
				x := int64(0)
				for _, w := range sum {
					x += w.Weight * marking[w.Place]
				}
				if lo <= x && x <= hi {
					want++
				}
			}
			if n := got.Count(); n.Cmp(big.NewInt(want)) != 0 {
				t.Fatalf("seed %d: %v markings between %d and %d, want %d", seed, n, lo, hi, want)
			}
			if want > 0 && want < int64(len(space.States)) {
				chose++
			}
		}
		m.Close()
	}
	if refused < 15 || chose < 400 {
		t.Errorf("%d sums were refused and %d chose some markings, the test needs more", refused, chose)
	}
}
