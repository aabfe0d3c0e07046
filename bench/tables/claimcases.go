package tables

import (
	"slices"
	"strings"

	"brim/bench"
)

// linesOf returns the lines of Table 1 of some families or nets, all if none is named.
func linesOf(of ...string) []line {
	lines, _ := table1Lines(false)
	return slices.DeleteFunc(lines, func(l line) bool {
		family, _, _ := strings.Cut(l.model, ":")
		return len(of) > 0 && !slices.Contains(of, family) && !slices.Contains(of, l.model)
	})
}

// linesOn returns the lines of Table 2 of an expression, on some nets or, if none is named, all.
func linesOn(expression string, of ...string) []line {
	return slices.DeleteFunc(table2Lines(false), func(l line) bool {
		return l.keys[0] != expression || len(of) > 0 && !slices.Contains(of, l.model)
	})
}

// faster has the cases that one column takes less time than others, on each line.
func faster(lines []line, one column, others ...column) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, l := range lines {
			for _, other := range others {
				secondsLess(r, cases, l.model+" "+one.heading+" : "+other.heading, l.cell(one, 0), l.cell(other, 0))
			}
		}
	}
}

// fasterBy has the cases that one column of table1-paper takes less time than others, all by one way.
func fasterBy(w paperWay, lines []line, one column, others ...column) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, l := range lines {
			for _, other := range others {
				secondsLess(r, cases, l.model+" "+one.heading+" : "+other.heading, l.way(one, w, 0), l.way(other, w, 0))
			}
		}
	}
}

// slower has the cases that one column takes more time than others.
func slower(lines []line, one column, others ...column) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, other := range others {
			faster(lines, other, one)(r, cases)
		}
	}
}

// ended has the cases that a limit of time or memory ends a column, or that it does not.
func ended(lines []line, c column, is bool) func(bench.Results, *bench.Cases) {
	speaks := "for it"
	if !is {
		speaks = "against it"
	}
	return func(r bench.Results, cases *bench.Cases) {
		cases.Term("a limit of time or memory that ends " + c.heading + " speaks " + speaks)
		for _, l := range lines {
			x := record(r, l.cell(c, 0))
			switch {
			case x == nil:
				cases.Missing(l.model + " " + c.heading)
				continue
			case starved(x):
				cases.Missing(l.model + " " + c.heading + starvedText)
				continue
			}
			cases.Add(l.model+" "+c.heading, is == (x.Outcome == bench.Time || x.Outcome == bench.Memory), bench.Shown(bench.Entry{Ours: x}.Seconds()))
		}
	}
}

// found adds the case that the record of a line in a column is as it should be.
func found(r bench.Results, cases *bench.Cases, l line, c column, is func(*bench.Record) bool) {
	name, x := strings.Join(l.keys, " ")+" "+c.heading, record(r, l.cell(c, 0))
	if x == nil {
		cases.Missing(name)
		return
	}
	figures := string(x.Outcome)
	if x.Bound != nil {
		figures += " within " + textOf(x.Bound) + " steps"
	}
	cases.Add(name, is(x), figures)
}

// gainCases has the cases that constrained saturation takes a part of the time of loops at most, on Kanban-30.
func gainCases(part float64) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, l := range linesOf("kanban:30") {
			for _, c := range []column{restart, fixed} {
				x, y := l.gainCells(c, 0)
				cases.AtMost(l.model+" "+c.heading, secondsIn(r, x), secondsIn(r, y), part, bench.Margin)
			}
		}
	}
}

// stepCases has the cases that one step takes less time than another.
func stepCases(one, other int) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, l := range stepLines(false) {
			secondsLess(r, cases, l.model+" "+l.heading, l.cell(one, one, 0), l.cell(other, other, 0))
		}
	}
}

// secondsIn returns the CPU time of a cell.
func secondsIn(r bench.Results, c bench.Cell) bench.Value { return r.Seconds(c.Name()) }

// fastest returns the cell of a line, of some columns, that took least time; one that was not measured if there is one,
// since it could have been that.
func (l line) fastest(r bench.Results, of ...column) bench.Cell {
	best := l.cell(of[0], 0)
	for _, c := range of {
		x := l.cell(c, 0)
		if record(r, x) == nil {
			return x
		}
		if q := r.Seconds(best.Name()).Ratio(r.Seconds(x.Name())); q.Relation == '=' && q.X > 1 || r.Seconds(best.Name()).Relation != '=' {
			best = x
		}
	}
	return best
}

// nodesOf returns the nodes of the distances after each round of a strategy in Figure 3, nil if they were not measured
// to the end.
func nodesOf(r bench.Results, family string, c column) []bench.Point {
	for _, p := range parts(false) {
		if x := record(r, p.line().cell(c, 0)); p.family == family && x != nil && x.Outcome == bench.Done {
			return series(c, x)[0].Points
		}
	}
	return nil
}

// bell judges the course of B-I-Cont on FMS: up to one peak, and down from there.
func bell(r bench.Results) bench.Finding {
	points := nodesOf(r, "fms", proceed)
	var cases bench.Cases
	if len(points) < 3 {
		cases.Missing("fms " + proceed.heading)
		return cases.All()
	}
	peak := 0
	for i, p := range points {
		if p.Y > points[peak].Y {
			peak = i
		}
	}
	rises, _ := turns(points[peak:])
	_, falls := turns(points[:peak+1])
	last := points[len(points)-1].Y
	cases.Add("fms "+proceed.heading, rises == 0 && falls == 0 && 2*last <= points[peak].Y, decimals(points[peak].Y, 0, true)+" nodes at the peak, "+decimals(last, 0, true)+" at the end")
	return cases.All()
}

// grows judges that the nodes of a strategy become more and never less.
func grows(family string, c column) judge {
	return byRounds(family, c, func(points []bench.Point) (bool, string) {
		rises, falls := turns(points)
		return rises > 0 && falls == 0, "more after " + decimals(float64(rises), 0, true) + " rounds, less after " + decimals(float64(falls), 0, true)
	})
}

// sawtooth judges that the nodes of a strategy become more again after they became less, more than once.
func sawtooth(family string, c column) judge {
	return byRounds(family, c, func(points []bench.Point) (bool, string) {
		teeth, falling := 0, false
		for i := 1; i < len(points); i++ {
			switch {
			case points[i].Y < points[i-1].Y:
				falling = true
			case points[i].Y > points[i-1].Y && falling:
				teeth, falling = teeth+1, false
			}
		}
		return teeth > 1, "grows again " + decimals(float64(teeth), 0, true) + " times"
	})
}

// byRounds judges the nodes of a strategy, round by round.
func byRounds(family string, c column, is func([]bench.Point) (bool, string)) judge {
	return func(r bench.Results) bench.Finding {
		points := nodesOf(r, family, c)
		var cases bench.Cases
		if len(points) < 3 {
			cases.Missing(family + " " + c.heading)
			return cases.All()
		}
		holds, figures := is(points)
		cases.Add(family+" "+c.heading, holds, figures)
		return cases.All()
	}
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
