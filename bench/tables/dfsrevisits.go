package tables

import (
	"fmt"
	"slices"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Table 2 of [UDR11]: revisits with and without thresholds.

// dfsTable2Published is Table 2 of [UDR11]: model, depth, distinct states, and the revisits without and with thresholds
// and by how much they are less, at increment 1000 and 50.
const dfsTable2Published = `
TMCompletionEventFixed 1000  231.1K 52.32K 24.49K 53.2% 15.6K   15.3K   1.9%
TMHashTableFixed       1000  3.000M 1.902M 113.2K 1581% 272.47K 268.25K 1.52%
ISM                    1000  4.924M 2.404M 2.317M 3.6%  1.41M   1.39M   1.4%
PSM20                  2700  649.9K 3.834M 2.205M 42.5% 785.5K  690.49K 12.09%
PSM30                  3000  145.3K 3.233M 1.968M 39.1% 284.69K 249.9K  12.22%
DSM                    6000  423.3K 3.133M 1.822M 42%   1.36M   1.34M   1.47%
HSM                    16000 186.9K 438.9K 287.8K 34.3% 50.54K  48.49K  4.05%
`

// The runs of Table 2, by column.
var dfsTable2Runs = []dfsRun{
	{"naive", "tree", 1000}, {"threshold", "tree", 1000},
	{"naive", "tree", 50}, {"threshold", "tree", 50},
}

// dfsTable2 is the suite of Table 2: it searches each stand-in without and with thresholds, at two increments. Its
// report has the revisits of each run and what thresholds save, next to the published rows, and warns where a closed
// form gives another number of states. The short version has the small nets.
func dfsTable2(quick bool) bench.Suite {
	s := bench.Suite{Name: "dfs-table2",
		Title: "revisits of depth-first search with and without thresholds, on stand-ins"}
	published := map[string][]string{}
	for _, f := range entry.Fields(dfsTable2Published) {
		published[f[0]] = f[1:]
	}
	var shown []string
	for _, m := range dfsStandIns {
		if quick && !small(m.paper) {
			continue
		}
		shown = append(shown, m.model)
		for _, d := range dfsTable2Runs {
			s.Cells = append(s.Cells, d.cell(m.model, entry.Limit(quick, 10*time.Minute)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Table 2 of Udupa, Desai and Rajamani: revisits with and without thresholds, on " +
				"stand-ins", Left: 2,
			Header: []string{"model", "", "depth", "states", "naive 1000", "threshold 1000", "reduction", "naive 50",
				"threshold 50", "reduction"},
			Notes: append([]string{noteStandIns,
				"revisits: expansions of states that had been expanded before, by the algorithms of Figures 5 and 6, " +
					"at increments 1000 and 50. They depend on the order of the transitions and of the frontier, and " +
					"on nothing else.",
				noteReached, noteReduction, notePlus},
				dfsNotes(shown)...),
		}
		if f := published["TMHashTableFixed"]; slices.Contains(shown, dfsStandIns[1].model) {
			sheet.Notes = append(sheet.Notes,
				fmt.Sprintf("TMHashTableFixed: the paper prints a reduction of %s at increment 1000, where its "+
					"numbers give %s.", f[4], reduction(number(f[2]), number(f[3]))))
		}
		for _, m := range dfsStandIns {
			var numbers []string
			for i := 0; i < len(dfsTable2Runs); i += 2 {
				without, _, done1 := dfsTable2Runs[i].counts(r, m.model)
				with, _, done2 := dfsTable2Runs[i+1].counts(r, m.model)
				a, b, less := entry.None, entry.None, entry.None
				if without != nil {
					a = thousands(without["revisits"], done1)
				}
				if with != nil {
					b = thousands(with["revisits"], done2)
				}
				if done1 && done2 {
					less = reduction(without["revisits"], with["revisits"])
				}
				if done2 && with["revisits"] == 0 && with["rounds"] == 1 {
					sheet.Notes = append(sheet.Notes,
						fmt.Sprintf("`%s`, thresholds at increment %d: no revisit, and one round, so no state lay "+
							"at a bound.", m.model, dfsTable2Runs[i].increment))
				}
				numbers = append(numbers, a, b, less)
			}
			states, depth := dfsReached(r, dfsTable2Runs, m.model)
			if states == entry.None {
				continue
			}
			if f := published[m.paper]; f != nil {
				sheet.Rows = append(sheet.Rows, append([]string{m.paper, "paper"}, f...))
			}
			sheet.Rows = append(sheet.Rows, append([]string{m.model, "brim", depth, states}, numbers...))
		}
		sheet.Notes = append(sheet.Notes, dfsDoubts(r, dfsTable2Runs)...)
		return []*bench.Sheet{sheet}
	}
	return s
}
