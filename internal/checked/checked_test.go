package checked

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// fits reports whether a number of any size is one that the functions may return.
func fits(x *big.Int) bool { return x.IsInt64() && x.Int64() != math.MinInt64 }

// number returns a number of any length in bits, and now and then one at the end of the range.
func number(rng *rand.Rand) int64 {
	ends := []int64{0, 1, -1, 1 << 31, -1 << 31, 1<<31 + 1, math.MaxInt64, math.MinInt64 + 1, math.MinInt64}
	if rng.IntN(4) == 0 {
		return ends[rng.IntN(len(ends))]
	}
	return (rng.Int64() - rng.Int64()) >> rng.IntN(64)
}

// TestAgainstBig compares sums, products and divisors of random numbers with those of package big.
func TestAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	compare := func(op string, got int64, ok bool, want *big.Int) {
		t.Helper()
		if ok != fits(want) || ok && got != want.Int64() {
			t.Fatalf("%s: got %d, %v; expected %v", op, got, ok, want)
		}
	}
	for range 200_000 {
		a, x, y := number(rng), number(rng), number(rng)
		bigA, bigX, bigY := big.NewInt(a), big.NewInt(x), big.NewInt(y)
		product := new(big.Int).Mul(bigX, bigY)
		p, ok := Mul(x, y)
		compare("Mul", p, ok, product)
		p, ok = Add(x, y)
		compare("Add", p, ok, new(big.Int).Add(bigX, bigY))
		if fits(product) { // else the sum might fit without its product
			p, ok = MulAdd(a, x, y)
			compare("MulAdd", p, ok, product.Add(product, bigA))
		}
		if g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(bigX), new(big.Int).Abs(bigY)); fits(g) {
			compare("GCD", GCD(x, y), true, g)
		}
		if y > 0 {
			q, r := new(big.Int).DivMod(bigX, bigY, new(big.Int))
			if r.Sign() > 0 {
				q.Add(q, big.NewInt(1))
			}
			if fits(q) {
				compare("Ceiling", Ceiling(x, y), true, q)
			}
		}
	}
}
