package compare

import (
	"math"

	"brim/bench"
)

// Quantile and scatter plots of a comparison.

// chartMeasure returns the measure of charts: the first that was asked for.
func (r *Result) chartMeasure() Measure {
	for _, m := range Measures() {
		if len(r.Measures) == 0 || m.Name == r.Measures[0] {
			return m
		}
	}
	panic("compare: no measure " + r.Measures[0])
}

// mostSeries is how many suites have their own series in a scatter plot.
const mostSeries = 5

// Scatter returns a chart of the pairs by the first measure: A to the right, B upwards, both logarithmic, with the
// line where they are equal. Runs without an answer lie on the border. Each suite is a series, unless there are too
// many.
func (r *Result) Scatter() *bench.Chart {
	m := r.chartMeasure()
	c := &bench.Chart{
		Name: "compare-scatter", Title: "B next to A: " + m.Name, X: "A: " + r.A.Name + ", " + m.Unit,
		Y:    "B: " + r.B.Name + ", " + m.Unit,
		Kind: bench.Scatter, Log: true,
	}
	type place struct {
		suite, cell string
		x, y        float64 // ∞ for the border
	}
	var places []place
	border := 0.0
	for i := range r.Pairs {
		p := &r.Pairs[i]
		at := func(x *bench.Record) float64 {
			if v := m.of(x); x.Outcome == bench.Done && v > 0 {
				border = max(border, v)
				return v
			}
			if m.time {
				border = max(border, x.Seconds)
			}
			return math.Inf(1)
		}
		if x := (place{p.Suite, p.Cell, at(p.A), at(p.B)}); !math.IsInf(min(x.x, x.y), 1) {
			places = append(places, x)
		}
	}
	border *= 1.5
	suites := []string{}
	for _, x := range places {
		suites = bench.AddNew(suites, x.suite)
	}
	if len(suites) > mostSeries {
		suites = []string{""}
	}
	for _, suite := range suites {
		s := bench.Series{Name: suite}
		if suite == "" {
			s.Name = "cells"
		}
		for _, x := range places {
			if suite == "" || suite == x.suite {
				s.Points = append(s.Points, bench.Point{X: min(x.x, border), Y: min(x.y, border), Label: x.cell})
			}
			if math.IsInf(max(x.x, x.y), 1) {
				c.Border = border
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// Quantile draws how many cells each side ends with an answer when each may take a given amount of the first measure.
func (r *Result) Quantile() *bench.Chart {
	m := r.chartMeasure()
	c := &bench.Chart{
		Name: "compare-quantile", Title: "Cells within a limit of " + m.Name, Kind: bench.Quantile,
		X: "cells that end", Y: "each within this number of " + m.Unit, Log: true,
	}
	for _, side := range []struct {
		name string
		of   func(*Pair) *bench.Record
	}{{"A: " + r.A.Name, func(p *Pair) *bench.Record { return p.A }},
		{"B: " + r.B.Name, func(p *Pair) *bench.Record { return p.B }}} {
		var xs []float64
		for i := range r.Pairs {
			if x := side.of(&r.Pairs[i]); x.Outcome == bench.Done && m.of(x) > 0 {
				xs = append(xs, m.of(x))
			}
		}
		c.Series = append(c.Series, bench.Quantiles(side.name, xs))
	}
	return c
}
