package tables

import (
	"fmt"
	"slices"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// Columns and lines of the tables of [DVB14]: strategies, bounds, and the suites that measure all lines in all columns.

// A column of a table differs from the others in one label of its cells, and the flags of brim check that this stands
// for.
type column struct {
	heading string
	label   bench.Label
	flags   func(search) []string
}

// A search is how far a bounded strategy goes: to the bounds start, start+step, …, or to the bound fixed only.
type search struct{ start, step, fixed int }

func (s search) none() []string { return nil }
func (s search) once() []string { return []string{"--bound", fmt.Sprint(s.fixed)} }
func (s search) rounds() []string {
	return []string{"--bound", fmt.Sprint(s.start), "--step", fmt.Sprint(s.step)}
}

// strategy returns the column of a strategy by its heading in the paper and its name in brim check.
func strategy(heading, name string, bounds func(search) []string) column {
	return column{heading, bench.Label{Key: "strategy", Value: name}, func(s search) []string {
		return append([]string{"--strategy", name}, bounds(s)...)
	}}
}

// The columns of the tables of [DVB14], and auto, which is ours and stands last.
var (
	unlim   = strategy("Unlim", "unlim", search.none)
	restart = strategy("B-I-Rest", "rest", search.rounds)
	proceed = strategy("B-I-Cont", "cont", search.rounds)
	compact = strategy("B-I-Comp", "comp", search.rounds)
	fixed   = strategy("B-Fix", "fix", search.once)
	auto    = strategy("auto", "auto", search.none)
)

// headingsOf returns the headings of columns.
func headingsOf(columns []column) []string {
	return bench.Map(columns, func(c column) string { return c.heading })
}

// A line is a row of a table. Its cells differ by column only.
type line struct {
	keys     []string      // in the table
	labels   []bench.Label // of the cells, but for that of the column
	model    string
	property string
	want     string
	search   search
	order    string   // for brim check --order; "" leaves it to brim
	paper    []string // published seconds of the first columns, as bench.ParseValue takes them
}

// cell returns the cell of a line in a column. Paths are infinite, as in the paper.
func (l line) cell(c column, limit time.Duration) bench.Cell {
	flags := append([]string{"--deadlock", "infinite"}, c.flags(l.search)...)
	if l.order != "" {
		flags = append(flags, "--order", l.order)
	}
	return bench.Cell{
		Labels: append(slices.Clone(l.labels), c.label), Model: l.model, Property: l.property, Flags: flags,
		Want: l.want, Time: limit,
	}
}

// published returns the published seconds of a column, nothing if there are none. It panics if the number is wrong; a
// test reads all of them.
func (l line) published(column int) bench.Value {
	if column >= len(l.paper) {
		return bench.Value{}
	}
	v, err := bench.ParseValue(l.paper[column])
	if err != nil {
		panic("tables: " + l.model + ": " + err.Error())
	}
	return v
}

// row returns the row of a line, with what was measured.
func (l line) row(columns []column, r bench.Results) bench.Row {
	row := bench.Row{Keys: l.keys}
	for i, c := range columns {
		cell := l.cell(c, 0)
		row.Entries = append(row.Entries, bench.Entry{Paper: l.published(i), Ours: r.Cell(cell.Name())})
	}
	return row
}

// grid returns the suite that measures all lines in all columns and reports a table of the times, and one of what was
// found. The notes are functions of the table, each of one more note, or "".
func grid(title string, t bench.Table, columns []column, lines []line, limit time.Duration,
	notes ...func(*bench.Table) string) bench.Suite {
	s := bench.Suite{Name: t.Name, Title: title}
	for _, l := range lines {
		for _, c := range columns {
			s.Cells = append(s.Cells, l.cell(c, limit))
		}
	}
	t.Columns = headingsOf(columns)
	s.Report = func(r bench.Results) []*bench.Sheet {
		measured := t
		for _, l := range lines {
			measured.Rows = append(measured.Rows, l.row(columns, r))
		}
		for _, note := range notes {
			if text := note(&measured); text != "" {
				measured.Notes = append(slices.Clip(measured.Notes), text)
			}
		}
		measured.Notes = append(slices.Clip(measured.Notes), entry.AnsweredBy(r)...)
		return []*bench.Sheet{measured.Sheet(), measured.Found()}
	}
	return s
}
