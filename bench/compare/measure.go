package compare

import (
	"math"

	"brim/bench"
)

// What can be compared of two runs: CPU time, wall time, memory and other numbers of their records.

// A Measure is something that a run took.
type Measure struct {
	Name string
	Unit string // in which it is shown
	time bool   // a run that its limit of time ended would have taken more
	// in its unit, 0 if it is not known
	of func(*bench.Record) float64
}

// Measures lists all measures.
func Measures() []Measure {
	return []Measure{
		{"cpu", "s", true, func(r *bench.Record) float64 { return r.CPU }},
		{"wall", "s", true, func(r *bench.Record) float64 { return r.Wall }},
		{"memory", "MB", false, resident},
		{"nodes", "nodes", false, func(r *bench.Record) float64 {
			if r.PeakNodes == nil {
				return 0
			}
			return float64(*r.PeakNodes)
		}},
	}
}

// resident returns the memory of a run in MB, 0 if it is unknown or only bounded from above.
func resident(r *bench.Record) float64 {
	if v := r.Resident(); v.Relation == '=' {
		return v.X
	}
	return 0
}

// An amount says how much a run took: X, or at least X if it did not end.
type amount struct {
	x     float64
	ended bool
}

// taken returns what a side took; false if it is not known.
func (m *Measure) taken(r *bench.Record) (amount, bool) {
	x := m.of(r)
	switch {
	case r.Outcome == bench.Done:
		return amount{x, true}, x > 0
	case r.Outcome == bench.Time && m.time:
		if x <= 0 {
			x = r.Seconds
		}
		return amount{x, false}, x > 0
	}
	return amount{}, false
}

// A ratio is what is known of the logarithm of B/A in one pair: that it lies between low and high. Both are the same
// if both sides ended.
type ratio struct{ low, high float64 }

// ratio returns what is known of a pair; false if nothing is, or if neither side took least.
func (m *Measure) ratio(p *Pair, least float64) (ratio, bool) {
	a, ok := m.taken(p.A)
	b, also := m.taken(p.B)
	if !ok || !also || !a.ended && !b.ended || m.time && max(a.x, b.x) < least {
		return ratio{}, false
	}
	r := ratio{math.Log(b.x / a.x), math.Log(b.x / a.x)}
	if !a.ended {
		r.low = math.Inf(-1)
	}
	if !b.ended {
		r.high = math.Inf(1)
	}
	return r, true
}

// par2 returns the time of a run, or twice its limit if it did not end with an answer.
func (m *Measure) par2(r *bench.Record) float64 {
	if r.Outcome == bench.Done {
		return m.of(r)
	}
	return 2 * r.Seconds
}
