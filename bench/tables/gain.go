package tables

import (
	"slices"
	"strings"
	"time"

	"brim/bench"
)

// loopWay is the paper's method with plain loops in place of constrained saturation, as it was before [ZC09].
var loopWay = paperWay{bench.Label{Key: "way", Value: "loops"}, []string{"--distances", "exact", "--ctl", "loops"}}

// gainNets are nets of Table 1 whose properties have an EF or EU.
const gainNets = "dphil:50 fms:100 hanoi:20 kanban:30 kanban:200 sr:300"

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
	if c.label != unlim.label {
		return l.way(c, itsWay, limit), l.way(c, loopWay, limit)
	}
	without := func(w paperWay) paperWay { return paperWay{w.label, w.flags[2:]} } // of distances
	return l.way(c, without(itsWay), limit), l.way(c, without(loopWay), limit)
}

// gain compares constrained saturation with plain loops.
func gain(quick bool) bench.Suite {
	s := bench.Suite{Name: "constrained", Title: "what constrained saturation saves beside plain loops"}
	lines, columns := gainLines(quick), gainColumns
	if quick {
		columns = []column{restart, fixed}
	}
	for _, l := range lines {
		for _, c := range columns {
			a, b := l.gainCells(c, limit(quick, 20*time.Second))
			s.Cells = append(s.Cells, a, b)
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Constrained saturation beside plain loops, on properties of Table 1 of Darvas, Vörös and Bartha", Left: 2,
			Header: []string{"net", ""},
			Notes: []string{
				"The paper, section 5.1: constrained saturation \"could reduce the runtime of the verification of properties from [11] on model Kanban-30 by approximately 70%. The reachability property in Table 1 required 90% less time\". It has no more numbers.",
				"constrained: `--distances exact --ctl constrained`, the paper's method. loops: `--ctl loops`, the same but for EF and EU: predecessors of what was found, an intersection, and so on until there is nothing new. Seconds of CPU of whole processes, the exploration, which is the same, included.",
				"work: lookups and nodes, the same on every machine; saved: by how much the line above it is less than loops.",
			},
		}
		for _, c := range columns {
			sheet.Header = append(sheet.Header, c.heading)
		}
		for _, l := range lines {
			rows := [][]string{{l.model, "constrained"}, {"", "loops"}, {"", "saved"}, {"", "work, constrained"}, {"", "loops"}, {"", "saved"}}
			measured := false
			for _, c := range columns {
				a, b := l.gainCells(c, 0)
				x, y := record(r, a), record(r, b)
				measured = measured || x != nil || y != nil
				for i, text := range slices.Concat(savedOf(r.Seconds(a.Name()), r.Seconds(b.Name())), savedOf(workOf(x), workOf(y))) {
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

// workOf returns the work of a run that was done, nothing if it is not known.
func workOf(x *bench.Record) bench.Value {
	if x == nil || x.Outcome != bench.Done || !counted(x, "work") {
		return bench.Value{}
	}
	return bench.Exactly(x.Counts["work"])
}

// savedOf writes two values and by how much the first is less, as a part of the second.
func savedOf(a, b bench.Value) []string {
	text := func(v bench.Value) string {
		if v.Relation == '=' && v.X >= 1000 {
			return thousands(v.X, true)
		}
		return bench.Shown(v)
	}
	return []string{text(a), text(b), savedText(a, b)}
}

func savedText(a, b bench.Value) string {
	q := a.Ratio(b)
	switch q.Relation {
	case '=':
		return reduction(b.X, a.X)
	case '<':
		return ">" + reduction(b.X, a.X)
	}
	return noNumber
}
