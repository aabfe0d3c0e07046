// Package checked has 64-bit integer arithmetic that reports overflow, and greatest common divisors. A result that fits
// lies between −(2^63−1) and 2^63−1, so it can be negated.
package checked

import (
	"math"
	"math/bits"
)

// Add returns a + b, and whether it fits.
func Add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != math.MinInt64
}

// Mul returns a·b, and whether it fits.
func Mul(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(Magnitude(a), Magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// MulAdd returns a + x·y, and whether that and the product fit.
func MulAdd(a, x, y int64) (int64, bool) {
	if small(x) && small(y) {
		return Add(a, x*y)
	}
	p, ok := Mul(x, y)
	if !ok {
		return 0, false
	}
	return Add(a, p)
}

// small reports whether |x| ≤ 2^31, so that the product of two such numbers fits.
func small(x int64) bool { return uint64(x+1<<31) <= 1<<32 }

// Magnitude returns |x|, also of the least number.
func Magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// GCD returns the greatest common divisor of |a| and |b|, where GCD(0, b) is |b|. Not both may be the least number.
func GCD(a, b int64) int64 {
	x, y := Magnitude(a), Magnitude(b)
	for y != 0 {
		x, y = y, x%y
	}
	return int64(x)
}

// Ceiling returns a divided by b > 0, rounded up.
func Ceiling(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}
