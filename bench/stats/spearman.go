package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The rank correlation of two measures, with an interval.

// fewestPairs is how many pairs a correlation needs for an interval.
const fewestPairs = 4

// Spearman returns the rank correlation [Spe04] of pairs, x with y of the same index: 1 if y grows wherever x does, -1
// if it shrinks. Equal values share their mean rank. Values may be infinite, not NaN.
//
// The interval is that of Fisher's transformation with the variance of Bonett and Wright [BW00], which is right for
// ranks where that of Fisher is too small. p is the probability of a correlation as far from 0 on either side if there
// is none, by the same variance at 0. A perfect correlation is its own interval, since the transformation is infinite.
//
// ok is false of fewer than four pairs, or if all x or all y are equal: then there is no correlation. It panics if x
// and y differ in length.
func Spearman(x, y []float64) (e Estimate, p float64, ok bool) {
	if len(x) != len(y) {
		panic("stats: the correlation of values without partners")
	}
	if len(x) < fewestPairs {
		return e, 1, false
	}
	r := stat.Correlation(meanRanks(x), meanRanks(y), nil)
	if math.IsNaN(r) { // nothing varies
		return e, 1, false
	}
	r = max(-1, min(1, r))
	n := float64(len(x))
	z := math.Atanh(r)
	margin := distuv.UnitNormal.Quantile(1-Alpha/2) * math.Sqrt((1+r*r/2)/(n-3))
	p = 2 * distuv.UnitNormal.Survival(math.Abs(z)*math.Sqrt(n-3))
	return Estimate{X: r, Low: math.Tanh(z - margin), High: math.Tanh(z + margin), N: len(x)}, p, true
}

// meanRanks returns the rank of each value, from 1 on, and of equal ones the mean of their ranks.
func meanRanks(xs []float64) []float64 {
	sorted := slices.Sorted(slices.Values(xs))
	ranks := make([]float64, len(xs))
	for i, x := range xs {
		first, _ := slices.BinarySearch(sorted, x)
		end := first
		for end < len(sorted) && sorted[end] == x {
			end++
		}
		ranks[i] = float64(first+1+end) / 2
	}
	return ranks
}
