package mdd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// near reports whether two numbers differ by no more than the given fraction of them.
func near(a, b, part float64) bool { return math.Abs(a-b) <= part*math.Abs(b) }

// Probability agrees with the sum over all tuples in exact fractions.
func TestProbability(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 51))
		f := New(1+rng.IntN(6), everyOption[seed%4])
		s, tuples := randomSet(f, rng, rng.IntN(80), 1+rng.IntN(8))
		p := func(level, value int) float64 {
			switch (level*3 + value*5 + int(seed)) % 6 {
			case 0:
				return 0
			case 1:
				return 1
			}
			return float64((level*7+value*11)%13) / 13
		}
		sum := new(big.Rat)
		for _, values := range tuples {
			w := big.NewRat(1, 1)
			for k, v := range values {
				w.Mul(w, new(big.Rat).SetFloat64(p(k+1, v)))
			}
			sum.Add(sum, w)
		}
		want, _ := sum.Float64()
		if got := s.Probability(p); !near(got, want, 1e-14) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
		f.Close()
	}
}

// Products on the way that are far below and above all floats do not matter.
func TestProbabilityOfManyVariables(t *testing.T) {
	if MaxLevels < 3000 {
		t.Skip("fields are narrow")
	}
	const levels = 3000
	for _, o := range everyOption[:2] {
		f := New(levels, Options{Rule: o.Rule})
		// of 3000 coins with p(head) = ¼ no two heads side by side
		none, head := new(big.Float).SetPrec(200).SetInt64(1), new(big.Float).SetPrec(200) // by the last coin
		for range levels {
			any := new(big.Float).SetPrec(200).Add(none, head)
			head = new(big.Float).SetPrec(200).Mul(none, big.NewFloat(1.0/4))
			none = any.Mul(any, big.NewFloat(3.0/4))
		}
		want, _ := new(big.Float).Add(none, head).Float64()
		p := func(_, v int) float64 { return []float64{3.0 / 4, 1.0 / 4}[v] }
		if got := noTwoOnes(f).Probability(p); !near(got, want, 1e-11) || want == 0 {
			t.Errorf("%v: got %v, want %v", o.Rule, got, want)
		}
		tuple := f.Tuple(make([]int, levels)...)
		steep := func(level, _ int) float64 {
			if level%2 == 0 {
				return math.Ldexp(1, 900)
			}
			return math.Ldexp(1, -900)
		}
		if got := tuple.Probability(steep); got != 1 {
			t.Errorf("%v: got %v, want 1", o.Rule, got)
		}
		if got := tuple.Probability(func(int, int) float64 { return 0.5 }); got != 0 {
			t.Errorf("%v: got %v for 2^−3000", o.Rule, got)
		}
		f.Close()
	}
}

// Weights that are no probabilities panic with a message.
func TestProbabilityPanicsInWords(t *testing.T) {
	f := New(1, Options{})
	defer f.Close()
	s := f.Tuple(3)
	for p, want := range map[float64]string{
		-1: "-1", math.Inf(1): "+Inf",
	} {
		want = "mdd: Probability: " + want + " for value 3 on level 1, expected a number ≥ 0"
		if got := panicOf(func() { s.Probability(func(int, int) float64 { return p }) }); got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
	if got := panicOf(func() { s.Probability(func(int, int) float64 { return math.NaN() }) }); got == "" {
		t.Error("NaN is taken")
	}
}
