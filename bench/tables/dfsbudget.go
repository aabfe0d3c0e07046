package tables

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Table 1 of [UDR11]: states and depth that are covered in a given time.

// dfsTable1Published is Table 1 of [UDR11]: model, hours and minutes, distinct states without and with both
// improvements and by how much they are more, the same of the depth that was covered, and megabytes. Behind it is the
// stand-in, in which no budget of ours reaches all states.
const dfsTable1Published = `
ISM   2:30 5.933M 7.499M 26.4%   975  1025 5.1%  1644 1712 tpc:6,400
PSM30 3:30 499.1K 1.462M 192.9%  2750 3400 23.6% 1201 1341 brp:6000,13
PSM20 5:30 859.0K 2.233M 159.9%  2500 2800 12%   767  872  brp:3000,81
DSM   5:30 92.31K 1.243M 1246.8% 2650 4950 86.8% 1108 1127 brp:12000,20
`

// dfsBudget is the time of a run of Table 1.
const dfsBudget = 20 * time.Second

// dfsBudgetOwn is a stand-in for no model of the paper, so narrow that the short version covers some depth of it.
const dfsBudgetOwn = "brp:60000,2"

// dfsTable1 is the suite of Table 1: it searches nets that no run can exhaust for a fixed time, once without
// thresholds and trees and once with both. Its report compares the states and the depth that were covered and the
// memory, next to the published rows. The short version has one net and less time.
func dfsTable1(quick bool) bench.Suite {
	s := bench.Suite{Name: "dfs-table1",
		Title: "states and depth that depth-first search covers in a given time, on stand-ins"}
	runs := []dfsRun{{"naive", "traces", 1000}, {"threshold", "tree", 1000}}
	rows := append(entry.Fields(dfsTable1Published), append(slices.Repeat([]string{""}, 10), dfsBudgetOwn))
	if quick {
		rows = rows[len(rows)-1:]
	}
	for _, f := range rows {
		for _, d := range runs {
			s.Cells = append(s.Cells, d.cell(f[10], entry.Limit(quick, dfsBudget)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Table 1 of Udupa, Desai and Rajamani: states and depth covered in a given time, on " +
				"stand-ins", Left: 2,
			Header: []string{"model", "", "time", "states unopt", "opt", "increase", "depth unopt", "opt", "increase",
				"MB unopt", "opt"},
			Notes: []string{noteStandIns,
				"time: by the clock; of ours, in brackets, the CPU time that unopt and opt had of it, less where " +
					"other programs were at work.",
				"unopt: Figure 5 with the frontier as traces; opt: Figure 6 with a tree of frontiers. Both at " +
					"increment 1000.",
				"depth: all states within that number of steps were visited; for ours a multiple of the increment. " +
					"states: all that were found, also beyond that depth. MB: of the paper, the process; of ours, " +
					"visited set, frontier and stack at the most.",
				"The stand-ins are the families of the other tables with more rounds, so that a budget does not " +
					"reach all states: `brp:12000,20` has 4.5 million, depth 60131, by closed forms. `" + dfsBudgetOwn +
					"`, which stands for no model of the paper, is that of the short version.",
				"increase: by how much the number behind is more than the one before, as printed for the paper."},
		}
		for _, f := range rows {
			without, record1, _ := runs[0].counts(r, f[10])
			with, record2, _ := runs[1].counts(r, f[10])
			if without == nil || with == nil {
				continue
			}
			megabytes := func(counts map[string]float64) string {
				return strconv.FormatFloat(counts["search_bytes"]/1e6, 'f', 1, 64)
			}
			d1, text1 := dfsCovered(record1)
			d2, text2 := dfsCovered(record2)
			if f[0] != "" {
				sheet.Rows = append(sheet.Rows,
					[]string{f[0], "paper", f[1] + " h", f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9]})
			}
			sheet.Rows = append(sheet.Rows,
				[]string{f[10], "brim", fmt.Sprintf("%.3g s (CPU %.1f, %.1f)", record1.Seconds, record1.CPU,
					record2.CPU),
					thousands(without["states"], true), thousands(with["states"], true),
					increase(without["states"], with["states"]),
					text1, text2, increase(d1, d2), megabytes(without), megabytes(with)})
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// dfsAll is the text for the depth of a run that visited all states.
const dfsAll = "all"

// dfsCovered returns the depth up to which a run visited all states, as a number and as text; 0 is a number that
// nothing can be compared with.
func dfsCovered(x *bench.Record) (depth float64, text string) {
	switch {
	case x.Bound != nil:
		return float64(*x.Bound), strconv.Itoa(*x.Bound)
	case x.Complete != nil && *x.Complete:
		return 0, dfsAll
	}
	return 0, entry.None
}
