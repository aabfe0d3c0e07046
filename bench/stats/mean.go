package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The geometric mean of ratios, with an interval.

// GeometricMean returns the geometric mean of one ratio at least, all of them positive and finite, with Student's
// interval of the mean of their logarithms. Of a single ratio that is from 0 to ∞.
func GeometricMean(ratios []float64) Estimate {
	if len(ratios) == 0 {
		panic("stats: the geometric mean of no ratios")
	}
	logs := make([]float64, len(ratios))
	for i, x := range ratios {
		if logs[i] = math.Log(x); math.IsNaN(logs[i]) || math.IsInf(logs[i], 0) {
			panic("stats: the geometric mean of a ratio that is not positive and finite")
		}
	}
	mean, margin := logs[0], math.Inf(1)
	if n := float64(len(logs)); n > 1 {
		var deviation float64
		mean, deviation = stat.MeanStdDev(logs, nil)
		margin = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(1-Alpha/2) * deviation / math.Sqrt(n)
	}
	return Estimate{X: math.Exp(mean), Low: math.Exp(mean - margin), High: math.Exp(mean + margin), N: len(logs)}
}
