package entry

import (
	"math"

	"brim/bench"

	"gonum.org/v1/gonum/stat"
)

// Means and the worst of ratios, for the last rows of tables.

// Worthwhile is how many seconds the best order takes at least on a net that counts.
const Worthwhile = 0.1

// Mean returns the geometric mean, a bound if one of the values is.
func Mean(list []bench.Value) bench.Value {
	if len(list) == 0 {
		return bench.Value{}
	}
	mean := bench.Value{Relation: '='}
	var xs []float64
	for _, v := range list {
		xs = append(xs, v.X)
		if v.Relation != '=' {
			mean.Relation = v.Relation
		}
	}
	mean.X = stat.GeometricMean(xs, nil)
	return mean
}

// Worst returns the largest value.
func Worst(list []bench.Value) (worst bench.Value) {
	worst.X = math.Inf(-1)
	for _, v := range list {
		if v.X > worst.X {
			worst = v
		}
	}
	return worst
}
