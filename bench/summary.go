package bench

import (
	"cmp"
	"math"
	"slices"

	"brim/bench/stats"
)

// One record that stands for several runs of a cell.

// Summary returns the record that stands for the runs of a cell, one at least. Of several it is a copy of the run in
// the middle, by CPU time with those last that limits ended, with the medians of times and memory for its own; so it
// ended if more than half of the runs did. A run that was wrong or failed stands for all, so that it is not overlooked.
func Summary(runs []*Record) *Record {
	if len(runs) == 1 {
		return runs[0]
	}
	order := slices.Clone(runs)
	slices.SortStableFunc(order, func(a, b *Record) int {
		return cmp.Or(cmp.Compare(rank(a.Outcome), rank(b.Outcome)), cmp.Compare(a.CPU, b.CPU))
	})
	s := *order[len(order)/2]
	if last := order[len(order)-1]; last.Outcome == Wrong || last.Outcome == Failed {
		s = *last
	}
	s.runs = runs
	if s.Outcome == Done {
		s.CPU, s.Wall = s.Median((*Record).cpu).X, s.Median((*Record).wall).X
		s.RSS = int64(s.Median(func(r *Record) float64 { return float64(r.RSS) }).X)
	}
	return &s
}

// rank orders outcomes: done, limits, failed, wrong.
func rank(o Outcome) int {
	switch o {
	case Done:
		return 0
	case Failed:
		return 2
	case Wrong:
		return 3
	}
	return 1
}

// cpu returns the CPU time of a run, ∞ if it did not end by itself.
func (r *Record) cpu() float64 { return r.ended(r.CPU) }

// wall returns the time by the clock in the same way.
func (r *Record) wall() float64 { return r.ended(r.Wall) }

func (r *Record) ended(x float64) float64 {
	if r.Outcome != Done {
		return math.Inf(1)
	}
	return x
}

// Runs returns the runs that a summary was made of; for any other record it returns the record itself.
func (r *Record) Runs() []*Record {
	if r.runs == nil {
		return []*Record{r}
	}
	return r.runs
}

// Median returns the median of a figure over the runs that r stands for, with its interval.
func (r *Record) Median(of func(*Record) float64) stats.Estimate {
	return stats.Median(Map(r.Runs(), of))
}
