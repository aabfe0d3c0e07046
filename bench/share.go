package bench

import (
	"cmp"
	"slices"
	"time"
)

// This file divides the runs of suites among processes that know nothing of each other.

// Share divides the runs of suites among n processes that know nothing of each other, and reports which ones are of the
// part i, from 1 to n. Each run is in one part. The parts depend on the arguments only, so all processes have to be
// given the same suites, runs and seconds.
//
// seconds are how long cells took before, by suite and name; a cell that is not there counts as long as the others on
// average, or its limit if there are no others, and never longer than that. The longest runs are given out first, each
// to the part that has the least until then: no part takes longer than the average of all and one run more.
func Share(suites []Suite, runs, i, n int, seconds map[[2]string]float64) func(Task) bool {
	mine := map[string]bool{}
	for _, t := range shares(suites, runs, n, seconds)[i-1] {
		mine[t.Key()] = true
	}
	return func(t Task) bool { return mine[t.Key()] }
}

// LongestShare returns after which time the last of n parts has ended in any case.
func LongestShare(suites []Suite, runs, n int, seconds map[[2]string]float64) (longest time.Duration) {
	for _, part := range shares(suites, runs, n, seconds) {
		var sum time.Duration
		for _, t := range part {
			sum += t.Cell.Longest()
		}
		longest = max(longest, sum)
	}
	return longest
}

// shares divides the runs of suites into n parts.
func shares(suites []Suite, runs, n int, seconds map[[2]string]float64) [][]Task {
	all, weights := weigh(suites, runs, seconds)
	order := make([]int, len(all))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	parts, loads := make([][]Task, n), make([]float64, n)
	for _, k := range order {
		least := 0
		for p := range parts {
			if c := cmp.Compare(loads[p], loads[least]); c < 0 || c == 0 && len(parts[p]) < len(parts[least]) {
				least = p
			}
		}
		loads[least] += weights[k]
		parts[least] = append(parts[least], all[k])
	}
	return parts
}

// weigh lists all runs with the seconds that each is expected to take.
func weigh(suites []Suite, runs int, seconds map[[2]string]float64) (all []Task, weights []float64) {
	for k := range suites {
		all = append(all, tasks(&suites[k], runs)...)
	}
	sum, known := 0.0, 0
	for _, t := range all {
		if s, ok := seconds[[2]string{t.Suite, t.Cell.Name()}]; ok {
			sum += s
			known++
		}
	}
	for _, t := range all {
		limit := t.Cell.Time.Seconds()
		s, ok := seconds[[2]string{t.Suite, t.Cell.Name()}]
		switch {
		case ok:
		case known > 0:
			s = sum / float64(known)
		default:
			s = limit
		}
		weights = append(weights, min(s, limit))
	}
	return all, weights
}

// Walls returns how long the cells of records took, from start to end, by suite and name: the last record counts of
// those that ran.
func Walls(records []Record) map[[2]string]float64 {
	wall := map[[2]string]float64{}
	for i := range records {
		if r := &records[i]; r.Wall > 0 {
			wall[[2]string{r.Suite, r.Cell}] = r.Wall
		}
	}
	return wall
}
