package stats

import (
	"cmp"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Tests that tell a difference from noise, and the correction for several questions at once.

// RankSum compares two samples that are not paired, of one value each at least, by the test of Mann and Whitney.
func RankSum(old, new []float64) benchmath.Comparison {
	sample := func(xs []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(xs), &benchmath.Thresholds{CompareAlpha: Alpha})
	}
	return benchmath.AssumeNothing.Compare(sample(old), sample(new))
}

// Holm returns p-values adjusted for multiple testing [Hol79]: if one rejects the hypotheses whose adjusted value is
// below α, the probability of a single wrong rejection is at most α, however the tests depend on each other.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(ps[i], ps[k]) })
	adjusted := make([]float64, len(ps))
	largest := 0.0
	for i, at := range order {
		largest = max(largest, min(1, float64(len(ps)-i)*ps[at]))
		adjusted[at] = largest
	}
	return adjusted
}
