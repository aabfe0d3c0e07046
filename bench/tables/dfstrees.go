package tables

import (
	"fmt"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suites of Tables 3 and 4 of [UDR11]: times with and without a tree of frontiers.

// dfsTreesPublished are Tables 3 and 4 of [UDR11]: increment, model, depth, and in seconds the time of the run and that
// of getState in it, without and with a tree of frontiers, and by how much the run takes less.
const dfsTreesPublished = `
50   ISM   1000  3006  621   2430  64    19.1%
50   PSM20 2700  7411  4183  3033  284   59.1%
50   PSM30 2700  1674  951   704   115   57.9%
50   DSM   6000  15023 9695  4391  536   70.8%
50   HSM   16000 6530  4579  1114  365   82.9%
1000 ISM   1000  9198  3     9197  4     0.01%
1000 PSM20 2700  24420 15621 18123 11284 25.78%
1000 PSM30 2700  11523 7819  8136  1693  29.39%
1000 DSM   6000  38623 28133 24929 14455 35.45%
1000 HSM   16000 16860 16080 3355  2498  80.1%
`

// dfsTable3 and dfsTable4 have the times with and without a tree of frontiers. Their short versions have the small
// nets.
func dfsTable3(quick bool) bench.Suite { return dfsTrees(quick, 3, 50) }
func dfsTable4(quick bool) bench.Suite { return dfsTrees(quick, 4, 1000) }

// dfsTrees is the suite of Table 3 or 4: it runs thresholds at one increment with the frontier as traces and with it
// as a tree, on each stand-in that the table has a model for. Its report sets times and the steps that were replayed
// next to the published rows. The short version has the small nets.
func dfsTrees(quick bool, table, increment int) bench.Suite {
	s := bench.Suite{
		Name:  fmt.Sprintf("dfs-table%d", table),
		Title: fmt.Sprintf("times with and without a tree of frontiers at increment %d, on stand-ins", increment),
	}
	published := map[string][]string{}
	for _, f := range entry.Fields(dfsTreesPublished) {
		if f[0] == strconv.Itoa(increment) {
			published[f[1]] = f[2:]
		}
	}
	runs := []dfsRun{{"threshold", "traces", increment}, {"threshold", "tree", increment}}
	var shown []string
	for _, m := range dfsStandIns {
		if _, there := published[m.paper]; !there && !small(m.paper) || quick && !small(m.paper) {
			continue
		}
		shown = append(shown, m.model)
		for _, d := range runs {
			s.Cells = append(s.Cells, d.cell(m.model, entry.Limit(quick, 10*time.Minute)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Left: 2,
			Title: fmt.Sprintf("Table %d of Udupa, Desai and Rajamani: times with and without a tree of frontiers "+
				"at increment %d, on stand-ins", table, increment),
			Header: []string{"model", "", "depth", "states", "traces", "getState", "tree", "getState", "reduction",
				"steps", "tree steps"},
			Notes: append([]string{noteStandIns,
				"traces, tree: seconds of the run with the frontier kept as traces, or as a tree; of ours, the CPU " +
					"time of a whole process. getState: the part of it that makes states of the frontier, by the " +
					"clock, so on a busy machine it can be more than its share. Both with thresholds.",
				"A state of the paper takes hundreds of kilobytes, one of ours a word or two; `dfs-payload` has " +
					"states with a payload. steps: that many were gone to make states of the frontier, back and " +
					"forward, the same on every machine.",
				noteReached, noteReduction, notePlus}, dfsNotes(shown)...),
		}
		for _, m := range dfsStandIns {
			without, record1, done1 := runs[0].counts(r, m.model)
			with, record2, done2 := runs[1].counts(r, m.model)
			if without == nil || with == nil {
				continue
			}
			if f := published[m.paper]; f != nil {
				sheet.Rows = append(sheet.Rows,
					[]string{m.paper, "paper", f[0], entry.None, f[1], f[2], f[3], f[4], f[5], entry.None, entry.None})
			}
			less := entry.None
			if done1 && done2 {
				less = reduction(record1.CPU, record2.CPU)
			}
			states, depth := dfsReached(r, runs, m.model)
			sheet.Rows = append(sheet.Rows, []string{m.model, "brim", depth, states,
				entry.Decimals(record1.CPU, 2, done1), entry.Decimals(without["restore_seconds"], 2, done1),
				entry.Decimals(record2.CPU, 2, done2), entry.Decimals(with["restore_seconds"], 2, done2), less,
				thousands(without["replayed"]+without["unwound"], done1),
				thousands(with["replayed"]+with["unwound"], done2)})
		}
		sheet.Notes = append(sheet.Notes, dfsDoubts(r, runs)...)
		return []*bench.Sheet{sheet}
	}
	return s
}
