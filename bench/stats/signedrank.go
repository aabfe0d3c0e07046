package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilcoxon's signed-rank test, for pairs.

// exactMost is up to how many differences the distribution of their ranks is computed, not approximated.
const exactMost = 50

// SignedRank returns the p-value of Wilcoxon's signed-rank test [Wil45] of differences against their being above zero:
// the probability that ranks as high as those of the positive ones have the sign by chance. Against their being below
// zero is the same with all signs changed. Differences may be infinite; NaN is no difference.
//
// Zeros are ranked with the others and then say nothing [Pra59]. Without their ranks, as others leave them out, a
// sample could become significant by all its values getting smaller; here no larger difference makes p larger, as long
// as no two magnitudes are equal. Those that are share their mean rank.
//
// Up to exactMost differences p is exact, with ties, too: the signs of the ranks are fair coins. Of more it is the
// normal approximation with correction for continuity. The cost is O(n³) for n up to exactMost, then O(n log n).
func SignedRank(differences []float64) float64 {
	ranks, sum := doubleRanks(differences)
	if len(ranks) <= exactMost {
		return tail(ranks, sum)
	}
	return approximateTail(ranks, sum, 1)
}

// doubleRanks returns twice the ranks of what is not zero, by magnitude and from 1 on, so that they are whole numbers,
// and the sum of those of what is positive.
func doubleRanks(differences []float64) (ranks []int, sum int) {
	ds := slices.Clone(differences)
	slices.SortFunc(ds, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	for first := 0; first < len(ds); {
		end := first + 1
		for end < len(ds) && math.Abs(ds[end]) == math.Abs(ds[first]) {
			end++
		}
		double := first + end + 1 // ranks first+1 to end
		for _, d := range ds[first:end] {
			if d != 0 {
				ranks = append(ranks, double)
			}
			if d > 0 {
				sum += double
			}
		}
		first = end
	}
	return ranks, sum
}

// tail returns the probability that ranks add up to sum at least, if a fair coin says for each whether it counts.
func tail(ranks []int, sum int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	chance := make([]float64, total+1) // of each sum
	chance[0] = 1
	most := 0
	for _, r := range ranks {
		most += r
		for s := most; s >= 0; s-- {
			chance[s] /= 2
			if s >= r {
				chance[s] += chance[s-r] / 2
			}
		}
	}
	p := 0.0
	for s := total; s >= sum; s-- { // the small ones first
		p += chance[s]
	}
	return min(p, 1)
}

// approximateTail is tail by the normal distribution. continuity is what sum is made smaller by, half a step of it.
func approximateTail(ranks []int, sum int, continuity float64) float64 {
	mean, variance := 0.0, 0.0
	for _, r := range ranks {
		mean += float64(r) / 2
		variance += float64(r) * float64(r) / 4
	}
	return distuv.UnitNormal.Survival((float64(sum) - mean - continuity) / math.Sqrt(variance))
}
