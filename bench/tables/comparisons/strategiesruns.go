package comparisons

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The runs of the suite strategies: performance profiles, and a list of all runs.

// profile returns the performance profile of Unlim and of the strategies by a cut.
func (s *strategyStudy) profile(name, cut string) *bench.Sheet {
	c := &bench.Chart{
		Name: name, Title: "Performance profiles: strategies of Darvas, Vörös and Bartha, distances " + cut,
		Kind: bench.Quantile,
		X:    "questions", Y: "CPU time, times that of the best way", Log: true, Levels: []bench.Level{{Y: 1}},
	}
	for i := range strategyWays {
		w := &strategyWays[i]
		if w.cut != "" && w.cut != cut {
			continue
		}
		if ratios := s.sum("", i).ratios; len(ratios) > 0 {
			rounded := bench.Map(ratios, func(x float64) float64 { return math.Round(1000*x) / 1000 })
			c.Series = append(c.Series, bench.Quantiles(w.heading, rounded))
		}
	}
	if len(c.Series) > 0 {
		c.Notes = []string{fmt.Sprintf("A performance profile [DM02] with its axes changed over: of %d questions, "+
			"how many a strategy decided within how many times the CPU time of the best way of all, with any cut. A "+
			"line that ends sooner decides fewer. B-Fix is told the bound, is no best, and so may be below 1; it is "+
			"not asked where nobody knows the bound.", len(s.answers))}
	}
	return c.Sheet()
}

// all lists the runs of all questions: a line for each, a column for each way.
func (s *strategyStudy) all(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Strategies of Darvas, Vörös and Bartha: all runs", Left: 3,
		Header: []string{"net", "question", "right", "depth", "bound", "Unlim", "again"},
	}
	for i := range strategyWays[1:] {
		sheet.Header = append(sheet.Header, strategyWays[i+1].name())
	}
	for i := range s.answers {
		a := &s.answers[i]
		depth := entry.None
		if a.depth > 0 {
			depth = strconv.Itoa(a.depth)
		}
		row := []string{a.net, a.name, a.cell.Want, depth, a.boundText(), a.runs[0].text(), a.again.text()}
		for _, x := range a.runs[1:] {
			row = append(row, x.text())
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	if len(sheet.Rows) > 0 {
		sheet.Notes = []string{
			"depth: steps of the shortest path to what is asked for. bound: of the rounds that decided, – if no " +
				"round did or all markings were found. The other columns are CPU seconds; what stands behind > was " +
				"ended by the limit of time, and a word says how else a run ended without an answer. again: Unlim " +
				"once more, which shows what chance does. Nodes and memory of each run are in its record.",
		}
	}
	return sheet
}

// boundText lists the bounds at which rounds decided.
func (a *strategyAnswer) boundText() string {
	var bounds []string
	for i := range strategyWays {
		x := a.runs[i]
		if w := &strategyWays[i]; w.told() || !x.decided || x.record.Bound == nil || x.record.Complete != nil &&
			*x.record.Complete {
			continue
		}
		bounds = bench.AddNew(bounds, strconv.Itoa(*x.record.Bound))
	}
	if len(bounds) == 0 {
		return entry.None
	}
	return strings.Join(bounds, ", ")
}

// text writes what a run took, or how it ended.
func (x strategyRun) text() string {
	if x.record != nil && x.record.Outcome == bench.Wrong {
		return entry.Verdict(x.record)
	}
	return entry.Seconds(x.record)
}
