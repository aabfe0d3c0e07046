package tables

import (
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite constrained: constrained saturation next to plain loops, as section 5.1 of [DVB14] compares them.

// Formulas are decided by the sets of all their parts, EF and EU by constrained saturation or by plain loops, as it was
// before [ZC09]. The exploration is the same, ours, which takes little time compared with that.
var (
	constrainedWay = paperWay{bench.Label{Key: "way", Value: "constrained"}, []string{"--ctl", "constrained"}}
	loopWay        = paperWay{bench.Label{Key: "way", Value: "loops"}, []string{"--ctl", "loops"}}
)

// gainNets are nets of Table 1 whose properties have an EF or EU.
const gainNets = "dphil:50 fms:25 fms:100 hanoi:20 kanban:30 kanban:100 kanban:200 sr:100 sr:300"

// gainLines are the rows; the short version has the first of them.
func gainLines(quick bool) []line {
	lines := linesOf(strings.Fields(gainNets)...)
	if quick {
		lines = lines[:1]
	}
	return lines
}

// gainColumns are the strategies that are measured.
var gainColumns = []column{unlim, restart, fixed}

// gainCells returns the cells of a line in a column by constrained saturation and by loops.
func (l line) gainCells(c column, limit time.Duration) (constrained, loops bench.Cell) {
	return l.way(c, constrainedWay, limit), l.way(c, loopWay, limit)
}

// gain is the suite that runs each line of Table 1 with an EF or EU twice in each column, with constrained saturation
// and with plain loops. Its report has both times and what the first saves.
func gain(quick bool) bench.Suite {
	s := bench.Suite{Name: "constrained", Title: "what constrained saturation saves compared with plain loops"}
	lines, columns := gainLines(quick), gainColumns
	if quick {
		columns = []column{restart, fixed}
	}
	for _, l := range lines {
		for _, c := range columns {
			a, b := l.gainCells(c, entry.Limit(quick, 30*time.Second))
			s.Cells = append(s.Cells, a, b)
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Constrained saturation compared with plain loops, on properties of Table 1 of " +
				"Darvas, Vörös and Bartha", Left: 2,
			Header: []string{"net", ""},
			Notes: []string{
				"The paper, section 5.1: constrained saturation \"could reduce the runtime of the verification of " +
					"properties from [11] on model Kanban-30 by approximately 70%. The reachability property in " +
					"Table 1 required 90% less time\". It has no more numbers.",
				"constrained: `--ctl constrained`, EF and EU by constrained saturation backward over what was " +
					"found. loops: `--ctl loops`, the same but for EF and EU: predecessors of what was found, an " +
					"intersection, and so on until there is nothing new. saved: by how much constrained takes less. " +
					"Seconds of CPU of whole processes, the exploration, which is the same for both, included.",
			},
		}
		sheet.Header = append(sheet.Header, headingsOf(columns)...)
		for _, l := range lines {
			rows := [][]string{{l.model, "constrained"}, {"", "loops"}, {"", "saved"}}
			measured := false
			for _, c := range columns {
				a, b := l.gainCells(c, 0)
				x, y := entry.Record(r, a), entry.Record(r, b)
				measured = measured || x != nil || y != nil
				its, other := bench.Entry{Ours: x}.Seconds(), bench.Entry{Ours: y}.Seconds()
				for i, text := range []string{bench.Shown(its), bench.Shown(other), savedText(its, other)} {
					rows[i] = append(rows[i], text)
				}
			}
			if measured {
				sheet.Rows = append(sheet.Rows, rows...)
			}
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// savedText writes by how much a is less than b, as a part of b.
func savedText(a, b bench.Value) string {
	q := a.Ratio(b)
	switch q.Relation {
	case '=':
		return reduction(b.X, a.X)
	case '<':
		return ">" + reduction(b.X, a.X)
	}
	return entry.None
}
