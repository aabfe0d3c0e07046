package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"brim/bench"
)

// Records of suites that brim does not know, as plain tables.

// Others returns a suite for the records of each suite that is not known, such as those of suite files and of other
// harnesses. Its cells are made from the newest file that has records of it, and its report is a plain table of how
// they ended.
func Others(known []bench.Suite, files []File) []bench.Suite {
	newest := map[string]*File{} // of each suite
	for i := range files {
		for k := range files[i].Records {
			name := files[i].Records[k].Suite
			if newest[name] == nil && !slices.ContainsFunc(known, func(s bench.Suite) bool { return s.Name == name }) {
				newest[name] = &files[i]
			}
		}
	}
	var list []bench.Suite
	for name, f := range newest {
		s := bench.Suite{Name: name, Title: "records of a suite of its own"}
		at := map[string]int{}
		for i := range f.Records {
			r := &f.Records[i]
			if r.Suite != name {
				continue
			}
			c, ok := cellOf(r)
			if !ok {
				continue
			}
			if k, twice := at[r.Cell]; twice {
				s.Cells[k] = c
				continue
			}
			at[r.Cell], s.Cells = len(s.Cells), append(s.Cells, c)
		}
		s.Report = plainReport(s)
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b bench.Suite) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// cellOf returns a cell that has r as its record. ok is false if the name of the record is not that of a cell.
func cellOf(r *bench.Record) (bench.Cell, bool) {
	c := bench.Cell{
		Program: r.Program, Tool: &bench.Tool{Name: r.Tool,
			Line: append([]string{cmp.Or(r.Program, r.Tool, "brim")}, r.Args...)},
		Question: cmp.Or(r.Question, r.Cell), Time: time.Duration(math.Round(r.Seconds * 1e9)), Memory: r.Bytes,
	}
	for part := range strings.SplitSeq(r.Cell, "/") {
		key, value, _ := strings.Cut(part, "=")
		c.Labels = append(c.Labels, bench.Label{Key: key, Value: value})
	}
	return c, c.Name() == r.Cell
}

// plainReport returns a report with a row for each cell that has a record: its labels as columns, how it ended, the
// answer, times and memory.
func plainReport(s bench.Suite) func(bench.Results) []*bench.Sheet {
	return func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{Name: s.Name, Title: s.Name + ": how each cell ended", Notes: []string{
			"s: CPU seconds, user and system, of a whole process; wall: of the clock. MB: the most memory resident. " +
				"Of several runs of a cell, the one with the least CPU time.",
		}}
		for _, c := range s.Cells {
			for _, l := range c.Labels {
				sheet.Header = bench.AddNew(sheet.Header, l.Key)
			}
		}
		keys := sheet.Header
		sheet.Left = len(keys) + 2
		sheet.Header = append(slices.Clone(keys), "ended", "answer", "s", "wall", "MB")
		for _, c := range s.Cells {
			x := r.Cell(c.Name())
			if x == nil {
				continue
			}
			row := bench.Map(keys, func(k string) string { return cmp.Or(c.Label(k), "–") })
			answer := cmp.Or(bench.TextOf(x.Verdict), digits(x.States), "–")
			row = append(row, string(x.Outcome), answer, bench.Shown(bench.Entry{Ours: x}.Seconds()),
				fmt.Sprintf("%.3f", x.Wall), x.Megabytes())
			sheet.Rows = append(sheet.Rows, row)
		}
		return []*bench.Sheet{sheet}
	}
}
