package equation

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/petri"
	"brim/petri/equation/certificate"
)

// A chain of transitions with large weights: how many tokens come out at the end is a fraction whose numbers do not fit
// 63 bits, and the equations know it.
func TestLargeNumbers(t *testing.T) {
	wide := 0
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 9))
		b := petri.NewBuilder("chain")
		first := 1<<40 + rng.Int64N(1<<40)
		place := b.Place("p0", first)
		most := new(big.Rat).SetInt64(first)
		for i := range 5 {
			in, out := 1<<38+rng.Int64N(1<<38), 1<<38+rng.Int64N(1<<38)
			name := string(rune('a' + i))
			next, tr := b.Place("q"+name, 0), b.Transition("t"+name)
			b.In(tr, place, in)
			b.Out(tr, next, out)
			most.Mul(most, big.NewRat(out, in))
			place = next
		}
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		s := New(net)
		floor := new(big.Int).Quo(most.Num(), most.Denom()).Int64()
		r, err := s.Refute(context.Background(), certificate.AtLeast(place, floor+1), Limits{})
		if err != nil || r.Proof == nil {
			t.Fatalf("seed %d: no proof of ≤ %d: %v", seed, floor, err)
		}
		if sum, ok := r.Proof.(*certificate.Sum); ok && slices.ContainsFunc(sum.Places,
			func(f certificate.Factor) bool { return f.By.BitLen() > 62 }) {
			wide++
		}
	}
	if wide == 0 {
		t.Error("all numbers fit")
	}
}
