package structure

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Fractions are those of package big, as long as they fit.
func TestFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	number := func() int64 {
		switch rng.IntN(4) {
		case 0:
			return rng.Int64N(7) - 3
		case 1:
			return rng.Int64N(1<<33) - 1<<32
		case 2:
			return math.MaxInt64 - rng.Int64N(3)
		}
		return -math.MaxInt64 + rng.Int64N(3)
	}
	one := func() fraction {
		n, d := number(), max(number(), 1)
		if n == 0 && rng.IntN(2) == 0 {
			return fraction{}
		}
		return reduced(n, d)
	}
	fits := 0
	for range 100_000 {
		a, b, c := one(), one(), one()
		want := new(big.Rat).Sub(a.rat(), new(big.Rat).Mul(b.rat(), c.rat()))
		got, ok := a.minusTimes(b, c)
		if ok {
			fits++
		}
		if ok && (got.rat().Cmp(want) != 0 || got.den < 0 || got.num == math.MinInt64) {
			t.Fatalf("%v − %v·%v = %v, want %v", a, b, c, got, want)
		}
		small := want.Num().IsInt64() && want.Denom().IsInt64() && magnitude(a.num)|magnitude(b.num)|magnitude(c.num) < 1<<15 && a.den|b.den|c.den < 1<<15
		if !ok && small {
			t.Fatalf("%v − %v·%v does not fit", a, b, c)
		}
		if !b.zero() {
			if r := b.inverse(); r.rat().Cmp(new(big.Rat).Inv(b.rat())) != 0 || r.den < 1 {
				t.Fatalf("1/%v = %v", b, r)
			}
		}
		if a.den > 0 && b.den > 0 {
			if sign, ok := a.compare(b); ok && sign != a.rat().Cmp(b.rat()) {
				t.Fatalf("%v and %v compare as %d", a, b, sign)
			}
		}
	}
	if fits < 15_000 {
		t.Errorf("%d fit", fits)
	}
}
