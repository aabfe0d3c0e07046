package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// The median of a sample, with an interval.

// An Estimate is a number found from a sample, and between which numbers the true one lies at Level.
type Estimate struct {
	X         float64
	Low, High float64 // of fewer than Enough values of a median: the least and the most of them
	N         int     // values of the sample
}

// Enough is how many values a median needs for an interval at Level that assumes nothing of their distribution: of n
// values the median lies outside of all of them with probability 2^(1-n).
const Enough = 6

// Median returns the median of one value at least, with an interval. Values may be infinite, as the time of a run that
// was ended; then so may be the result.
//
// The interval is that of the bootstrap by percentiles [Efr79]. It needs no drawing: the median of a sample drawn from
// n values with replacement is at most the kth of them with the probability that of n draws at least (n+1)/2 hit the
// first k, which is binomial. Of an even number of values the lower of the two in the middle decides below and the
// upper one above. Of few values that covers less than it promises, 87 % for n = 7; then it is as wide as the interval
// by order statistics, which covers Level whatever the distribution.
func Median(xs []float64) Estimate {
	if len(xs) == 0 {
		panic("stats: the median of no values")
	}
	xs = slices.Sorted(slices.Values(xs))
	n := len(xs)
	e := Estimate{X: xs[n/2], Low: xs[0], High: xs[n-1], N: n}
	if n%2 == 0 {
		e.X = xs[n/2-1] + (xs[n/2]-xs[n/2-1])/2
		if math.IsInf(xs[n/2], 0) {
			e.X = xs[n/2]
		}
	}
	if n >= Enough {
		k := medianRank(n)
		e.Low, e.High = xs[k-1], xs[n-k]
	}
	return e
}

// medianRank returns how far from either end of n ≥ Enough sorted values the ends of the interval stand, from 1 on.
func medianRank(n int) int {
	half := float64((n + 1) / 2)
	fair := distuv.Binomial{N: float64(n), P: 0.5}
	k := 1
	for k < n/2 {
		// all of the n values are drawn with the same probability
		drawn := distuv.Binomial{N: float64(n), P: float64(k) / float64(n)}
		bootstrap := 1 - drawn.CDF(half-1)
		if bootstrap > Alpha/2 || fair.CDF(float64(k)) > Alpha/2 {
			break
		}
		k++
	}
	return k
}

// Interval reports whether Low and High are an interval at Level, not just the least and the most of a few values.
func (e Estimate) Interval() bool { return e.N >= Enough }

// Spread writes how far the farther end of the interval is from X, in percent: "3%"; "" for a single value.
func (e Estimate) Spread() string {
	switch {
	case e.N < 2:
		return ""
	case e.Low == e.High:
		return "0%"
	case !(e.X > 0) || math.IsInf(e.X, 0) || math.IsInf(e.High, 0):
		return "∞"
	}
	return fmt.Sprintf("%.0f%%", 100*max(e.High/e.X-1, 1-e.Low/e.X))
}
