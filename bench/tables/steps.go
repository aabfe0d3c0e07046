package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite steps: what the first bound and the step do to the bounded strategies of [DVB14].

// The nets of Table 1 on which B and δ are varied, with the order; that of Hanoi is the one under which Table 1's
// relations are those of the paper.
var stepNets = []struct{ model, order string }{
	{"fms:100", ""}, {"kanban:100", ""}, {"hanoi:12", "file+groups"}, {"rr:50", ""}, {"sr:100", ""}, {"dphil:50", ""},
}

// The values of δ, with B = δ, and of B, with the δ of Table 1.
var (
	stepDeltas = []int{1, 2, 5, 10, 20, 50, 100}
	stepStarts = []int{1, 10, 50}
)

// stepColumns are the strategies that have both.
var stepColumns = []column{restart, proceed, compact}

// stepsTime is the limit of a run.
const stepsTime = 15 * time.Second

// A stepLine is a net with a strategy.
type stepLine struct {
	line
	column
}

// stepLines are the rows; the short version has one.
func stepLines(quick bool) (list []stepLine) {
	for _, n := range stepNets {
		l := linesOf(n.model)[0]
		l.order = n.order
		for _, c := range stepColumns {
			list = append(list, stepLine{l, c})
		}
	}
	if quick {
		i := slices.IndexFunc(list, func(l stepLine) bool { return strings.HasPrefix(l.model, "sr:") })
		return list[i : i+1]
	}
	return list
}

// cell returns the cell of a line with B and δ.
func (l stepLine) cell(start, step int, limit time.Duration) bench.Cell {
	l.search = search{start, step, 0}
	c := l.line.cell(l.column, limit)
	c.Labels = append(c.Labels, bench.Label{Key: "start", Value: strconv.Itoa(start)},
		bench.Label{Key: "step", Value: strconv.Itoa(step)})
	return c
}

// steps is the suite that varies the step δ with B = δ, and the first bound B with the δ of Table 1, for each bounded
// strategy on six nets. Its report has a table for each of both, with times and numbers of rounds. The short version
// has one line of each table.
func steps(quick bool) bench.Suite {
	s := bench.Suite{Name: "steps", Title: "what the first bound B and the step δ do to the bounded strategies"}
	lines, most, stepDeltas, stepStarts := stepLines(quick), entry.Limit(quick, stepsTime), stepDeltas, stepStarts
	if quick {
		stepDeltas, stepStarts = []int{1, 5}, []int{1, 10}
	}
	var names []string
	add := func(c bench.Cell) {
		if !slices.Contains(names, c.Name()) {
			names, s.Cells = append(names, c.Name()), append(s.Cells, c)
		}
	}
	for _, l := range lines {
		for _, d := range stepDeltas {
			add(l.cell(d, d, most))
		}
		for _, b := range stepStarts {
			add(l.cell(b, l.search.step, most))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		notes := []string{
			"Seconds of CPU of whole processes, and in brackets the rounds, on properties of Table 1; hanoi:12 with " +
				"`--order file+groups`.",
			noteOurWay,
			"The paper, section 4.1: bounded model checking traditionally looks one step further (δ = 1); it is " +
				"better to let saturation increase the depth by at least 5–10 steps, while a too large increase " +
				"loses the efficiency of the bounded strategy. It has no numbers.",
		}
		deltas := &bench.Sheet{Name: s.Name, Title: "Seconds by the step δ, with B = δ", Left: 2,
			Header: []string{"net", "strategy"}, Notes: notes}
		starts := &bench.Sheet{Name: s.Name + "-first",
			Title: "Seconds by the first bound B, with the step δ of Table 1", Left: 3,
			Header: []string{"net", "strategy", "δ"}, Notes: notes}
		delta := func(d int) string { return fmt.Sprintf("δ = %d", d) }
		first := func(b int) string { return fmt.Sprintf("B = %d", b) }
		deltas.Header = append(deltas.Header, bench.Map(stepDeltas, delta)...)
		starts.Header = append(starts.Header, bench.Map(stepStarts, first)...)
		for _, l := range lines {
			row, measured := []string{l.model, l.heading}, false
			for _, d := range stepDeltas {
				x := entry.Record(r, l.cell(d, d, 0))
				row, measured = append(row, roundsOf(x)), measured || x != nil
			}
			first, some := []string{l.model, l.heading, strconv.Itoa(l.search.step)}, false
			for _, b := range stepStarts {
				x := entry.Record(r, l.cell(b, l.search.step, 0))
				first, some = append(first, roundsOf(x)), some || x != nil
			}
			if measured {
				deltas.Rows = append(deltas.Rows, row)
			}
			if some {
				starts.Rows = append(starts.Rows, first)
			}
		}
		return []*bench.Sheet{deltas, starts}
	}
	return s
}

// roundsOf writes the seconds of a run and its rounds.
func roundsOf(x *bench.Record) string {
	switch {
	case x == nil:
		return entry.None
	case x.Outcome != bench.Done:
		return entry.Seconds(x)
	}
	return fmt.Sprintf("%s (%d)", entry.Seconds(x), len(x.Rounds))
}
