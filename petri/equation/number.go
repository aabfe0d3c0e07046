package equation

import (
	"math"
	"math/big"
	"math/bits"
)

// unlimited is the bound above of what has none, −unlimited the one below. Both are exact negatives.
const unlimited = math.MaxInt64

// small reports whether a product of two such numbers, and a sum of two such products, fit 63 bits.
func small(x int64) bool { return uint64(x+1<<31) <= 1<<32 }

// mulAdd returns a + x·y, and whether it fits: the result is never MinInt64.
func mulAdd(a, x, y int64) (int64, bool) {
	if small(x) && small(y) {
		return add(a, x*y)
	}
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	p := int64(lo)
	if (x < 0) != (y < 0) {
		p = -p
	}
	return add(a, p)
}

func add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != math.MinInt64
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// gcd returns the greatest common divisor of the magnitudes; gcd(0, b) = |b|.
func gcd(a, b int64) int64 {
	x, y := magnitude(a), magnitude(b)
	for y != 0 {
		x, y = y, x%y
	}
	return int64(x)
}

// ceiling returns a divided by b > 0, rounded up.
func ceiling(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

func ratio(a, b *big.Int) float64 {
	f, _ := new(big.Rat).SetFrac(a, b).Float64()
	return f
}
