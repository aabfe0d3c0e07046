package bbmc

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Found returns how many runs found a witness.
func (r *Result) Found() (n int) {
	for _, x := range r.Runs {
		if x.Found {
			n++
		}
	}
	return n
}

// Mean returns the average of a number over all runs, of which there has to be one.
func (r *Result) Mean(number func(Run) int) float64 {
	list := make([]float64, len(r.Runs))
	for i, x := range r.Runs {
		list[i] = float64(number(x))
	}
	return stat.Mean(list, nil)
}

// Interval returns an interval that has the probability of finding a witness in it with the given confidence, as 0.95,
// if found of so many runs did; the exact one of Clopper and Pearson [CP34]. Without runs it is all from 0 to 1.
func Interval(found, runs int, confidence float64) (low, high float64) {
	tail := (1 - confidence) / 2
	low, high = 0, 1
	if found > 0 {
		low = distuv.Beta{Alpha: float64(found), Beta: float64(runs - found + 1)}.Quantile(tail)
	}
	if found < runs {
		high = distuv.Beta{Alpha: float64(found + 1), Beta: float64(runs - found)}.Quantile(1 - tail)
	}
	return low, high
}
