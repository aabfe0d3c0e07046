package tables

import (
	"slices"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite table1-paper: the bounded columns of Table 1 of [DVB14] by the method of the paper, next to ours.

// A paperWay is a method by which table1-paper measures a cell: a label and the flags that choose it.
type paperWay struct {
	label bench.Label
	flags []string
}

// That of [DVB14], and ours; and that of the paper, but for formulas that are decided forward.
var (
	itsWay = paperWay{bench.Label{Key: "way", Value: "paper"},
		[]string{"--distances", "exact", "--ctl", "constrained"}}
	ourWay     = paperWay{bench.Label{Key: "way", Value: "ours"}, nil}
	forwardWay = paperWay{bench.Label{Key: "way", Value: "forward"}, []string{"--distances", "exact"}}
	paperWays  = []paperWay{itsWay, ourWay}
)

// forwardLines returns the lines whose formula brim decides forward, where nothing but the direction differs: an EU.
func forwardLines() []line { return linesOf("dphil") }

// way returns the cell of a line in a column, by one of the ways.
func (l line) way(c column, w paperWay, limit time.Duration) bench.Cell {
	x := l.cell(c, limit)
	x.Labels, x.Flags = append(x.Labels, w.label), append(x.Flags, w.flags...)
	return x
}

// paperTime is the limit of a run.
const paperTime = time.Minute

// table1Paper is the suite that measures the bounded columns of Table 1 by the paper's method in brim and by brim's
// own, and one family also by the paper's method with forward formulas. Its report sets both next to the published
// seconds, with ratios. The short version has two cells of each way.
func table1Paper(quick bool) bench.Suite {
	s := bench.Suite{Name: "table1-paper", Title: "the bounded columns of Table 1 by the paper's method, next to ours"}
	lines, notes := table1Lines(quick)
	columns := []column{restart, proceed, compact, fixed}
	if quick {
		lines, columns = lines[:1], []column{restart, fixed}
	}
	for _, l := range lines {
		for _, c := range columns {
			for _, w := range paperWays {
				s.Cells = append(s.Cells, l.way(c, w, entry.Limit(quick, paperTime)))
			}
		}
	}
	if !quick {
		notes = append([]string{"forward: its way, but for the formula, which is decided forward from the initial " +
			"marking over what was found (`--ctl near`)."}, notes...)
		for _, l := range forwardLines() {
			for _, c := range columns {
				s.Cells = append(s.Cells, l.way(c, forwardWay, paperTime))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Table 1 of Darvas, Vörös and Bartha, bounded columns: the published seconds, the " +
				"paper's method in brim, and ours", Left: 2,
			Header: []string{"net", "seconds"},
			Notes: append([]string{notePaper,
				"its way: the method of the paper in our program. Distances are cut by TruncateExact (`--distances " +
					"exact`), and formulas decided by the sets of all their parts, EF and EU by constrained " +
					"saturation backward over what was found, EG as a greatest fixed point (`--ctl constrained`), " +
					"sections 4.1 to 4.3. What is not the paper's: the order, which brim chooses and the paper does " +
					"not name; the diagrams, which leave out nodes whose only edge is at local value 0; language and " +
					"machine. ours: what brim does by itself, as in `table1`.",
				"paper/its way, its way/ours: how many times as long the first takes. " + noteFix}, notes...),
		}
		sheet.Header = append(sheet.Header, headingsOf(columns)...)
		for _, l := range lines {
			rows := [][]string{{l.model, "paper"}, {"", "its way"}, {"", "ours"}, {"", "paper/its way"},
				{"", "its way/ours"}, {"", "forward"}}
			measured, forward := false, false
			for _, c := range columns {
				its, ours := bench.Entry{Paper: l.published(slices.Index(table1Columns, c.heading)),
					Ours: entry.Record(r, l.way(c, itsWay, 0))}, bench.Entry{Ours: entry.Record(r, l.way(c, ourWay, 0))}
				measured = measured || its.Ours != nil || ours.Ours != nil
				for k, v := range []bench.Value{its.Paper, its.Seconds(), ours.Seconds(), its.Ratio(),
					its.Seconds().Ratio(ours.Seconds())} {
					rows[k] = append(rows[k], bench.Shown(v))
				}
				x := entry.Record(r, l.way(c, forwardWay, 0))
				forward = forward || x != nil
				rows[5] = append(rows[5], bench.Shown(bench.Entry{Ours: x}.Seconds()))
			}
			if !forward {
				rows = rows[:5]
			}
			if measured {
				sheet.Rows = append(sheet.Rows, rows...)
			}
		}
		return []*bench.Sheet{sheet}
	}
	return s
}
