package tables

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"brim/bench"
)

// A strategy is a column of the tables of [DVB14], or one of ours.
type strategy struct {
	heading string // in the paper
	name    string // of brim check --strategy
}

var (
	unlim   = strategy{"Unlim", "unlim"}
	restart = strategy{"B-I-Rest", "rest"}
	proceed = strategy{"B-I-Cont", "cont"}
	compact = strategy{"B-I-Comp", "comp"}
	fixed   = strategy{"B-Fix", "fix"}
)

// A search is how far a bounded strategy goes: to the bounds start, start+step, …, or to the bound fixed only.
type search struct{ start, step, fixed int }

// flags returns the flags of brim check for a strategy. Paths are infinite, as in the paper.
func (s search) flags(st strategy) []string {
	flags := []string{"--deadlock", "infinite", "--strategy", st.name}
	switch st {
	case fixed:
		flags = append(flags, "--bound", fmt.Sprint(s.fixed))
	case restart, proceed, compact:
		flags = append(flags, "--bound", fmt.Sprint(s.start), "--step", fmt.Sprint(s.step))
	}
	return flags
}

// A line is a row of a table with a column for each strategy. Its cells differ in the strategy only.
type line struct {
	keys     []string      // in the table
	labels   []bench.Label // of the cells, but for the strategy
	model    string
	property string
	want     string
	search   search
	paper    []string // published seconds of the first strategies, as bench.ParseValue takes them
}

// cells returns the cells of a line.
func (l line) cells(columns []strategy, limit time.Duration) []bench.Cell {
	var cells []bench.Cell
	for _, st := range columns {
		cells = append(cells, bench.Cell{
			Labels: append(slices.Clone(l.labels), bench.Label{Key: "strategy", Value: st.name}),
			Model:  l.model, Property: l.property, Flags: l.search.flags(st), Want: l.want, Time: limit,
		})
	}
	return cells
}

// row returns the row of a line, with what was measured. It panics if a published number is wrong; a test reads all of them.
func (l line) row(columns []strategy, r bench.Results) bench.Row {
	row := bench.Row{Keys: l.keys}
	for i, c := range l.cells(columns, 0) {
		e := bench.Entry{Ours: r.Cell(c.Name())}
		if i < len(l.paper) {
			v, err := bench.ParseValue(l.paper[i])
			if err != nil {
				panic("tables: " + l.model + ": " + err.Error())
			}
			e.Paper = v
		}
		row.Entries = append(row.Entries, e)
	}
	return row
}

// grid returns the suite that measures all lines under all strategies and reports a table of them.
func grid(title string, t bench.Table, columns []strategy, lines []line, limit time.Duration) bench.Suite {
	s := bench.Suite{Name: t.Name, Title: title}
	for _, l := range lines {
		s.Cells = append(s.Cells, l.cells(columns, limit)...)
	}
	for _, st := range columns {
		t.Columns = append(t.Columns, st.heading)
	}
	s.Report = func(r bench.Results) bench.Report {
		measured := t
		for _, l := range lines {
			measured.Rows = append(measured.Rows, l.row(columns, r))
		}
		return bench.Report{Tables: []*bench.Table{&measured}}
	}
	return s
}

// fields splits published lines.
func fields(text string) [][]string {
	var list [][]string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		list = append(list, strings.Fields(line))
	}
	return list
}
