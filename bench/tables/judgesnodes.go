package tables

import (
	"brim/bench"
	"brim/bench/tables/entry"
)

// A nodeCourse names a curve of Figure 3: the nodes of the distances, round by round, that a strategy needs on the
// net of a family.
type nodeCourse struct {
	Family string
	Column column
}

// nodes returns the nodes of the distances after each round, nil if they were not measured to the end.
func (p nodeCourse) nodes(r bench.Results) []bench.Point {
	for _, part := range parts(false) {
		if x := entry.Record(r, part.line().cell(p.Column, 0)); part.family == p.Family && x != nil &&
			x.Outcome == bench.Done {
			return series(p.Column, x)[0].Points
		}
	}
	return nil
}

// judge adds the case that the course is as it should be.
func (p nodeCourse) judge(r bench.Results, cases *bench.Cases, is func([]bench.Point) (bool, string)) {
	name, points := p.Family+" "+p.Column.heading, p.nodes(r)
	if len(points) < 3 {
		cases.Missing(name)
		return
	}
	holds, figures := is(points)
	cases.Add(name, holds, figures)
}

// nodesRiseAndFall judges that up to one peak, and down from there to half of it or less, as a bell curve.
func nodesRiseAndFall(p nodeCourse, r bench.Results, cases *bench.Cases) {
	p.judge(r, cases, func(points []bench.Point) (bool, string) {
		peak := 0
		for i, p := range points {
			if p.Y > points[peak].Y {
				peak = i
			}
		}
		rises, _ := turns(points[peak:])
		_, falls := turns(points[:peak+1])
		last := points[len(points)-1].Y
		return rises == 0 && falls == 0 && 2*last <= points[peak].Y, entry.Decimals(points[peak].Y, 0, true) +
			" nodes at the peak, " + entry.Decimals(last, 0, true) + " at the end"
	})
}

// nodesGrow judges that the nodes become more and never less.
func nodesGrow(p nodeCourse, r bench.Results, cases *bench.Cases) {
	p.judge(r, cases, func(points []bench.Point) (bool, string) {
		rises, falls := turns(points)
		return rises > 0 && falls == 0, "more after " + entry.Decimals(float64(rises), 0, true) +
			" rounds, less after " + entry.Decimals(float64(falls), 0, true)
	})
}

// nodesSawtooth judges that the nodes become more again after they became less, more than once.
func nodesSawtooth(p nodeCourse, r bench.Results, cases *bench.Cases) {
	p.judge(r, cases, func(points []bench.Point) (bool, string) {
		teeth, falling := 0, false
		for i := 1; i < len(points); i++ {
			switch {
			case points[i].Y < points[i-1].Y:
				falling = true
			case points[i].Y > points[i-1].Y && falling:
				teeth, falling = teeth+1, false
			}
		}
		return teeth > 1, "grows again " + entry.Decimals(float64(teeth), 0, true) + " times"
	})
}

// turns counts how often points go up and down.
func turns(points []bench.Point) (rises, falls int) {
	for i := 1; i < len(points); i++ {
		switch {
		case points[i].Y > points[i-1].Y:
			rises++
		case points[i].Y < points[i-1].Y:
			falls++
		}
	}
	return rises, falls
}
