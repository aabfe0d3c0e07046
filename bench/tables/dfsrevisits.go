package tables

import (
	"strconv"
	"time"

	"brim/bench"
)

// dfsTable2Published is Table 2 of [UDR11]: model, depth, distinct states, and the revisits without and with thresholds at increment 1000 and 50.
const dfsTable2Published = `
TMCompletionEventFixed 1000  231.1K 52.32K 24.49K 15.6K   15.3K
TMHashTableFixed       1000  3.000M 1.902M 113.2K 272.47K 268.25K
ISM                    1000  4.924M 2.404M 2.317M 1.41M   1.39M
PSM20                  2700  649.9K 3.834M 2.205M 785.5K  690.49K
PSM30                  3000  145.3K 3.233M 1.968M 284.69K 249.9K
DSM                    6000  423.3K 3.133M 1.822M 1.36M   1.34M
HSM                    16000 186.9K 438.9K 287.8K 50.54K  48.49K
`

// The runs of Table 2, by column.
var dfsTable2Runs = []dfsRun{
	{"naive", "tree", 1000}, {"threshold", "tree", 1000},
	{"naive", "tree", 50}, {"threshold", "tree", 50},
}

// dfsTable2 has the number of revisits with and without thresholds. Its short version has the small nets.
func dfsTable2(quick bool) bench.Suite {
	s := bench.Suite{Name: "dfs-table2", Title: "revisits of depth-first search with and without thresholds, on stand-ins"}
	published := map[string][]string{}
	for _, f := range fields(dfsTable2Published) {
		published[f[0]] = f[1:]
	}
	var shown []string
	for _, m := range dfsStandIns {
		if quick && !small(m.paper) {
			continue
		}
		shown = append(shown, m.model)
		for _, d := range dfsTable2Runs {
			s.Cells = append(s.Cells, d.cell(m.model, limit(quick, 10*time.Minute)))
		}
	}
	s.Report = func(r bench.Results) bench.Report {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Table 2 of Udupa, Desai and Rajamani: revisits with and without thresholds, on stand-ins", Left: 2,
			Header: []string{"model", "", "depth", "states", "naive 1000", "threshold 1000", "change", "naive 50", "threshold 50", "change"},
			Notes: append([]string{noteStandIns,
				"revisits: expansions of states that had been expanded before, by the algorithms of Figures 5 and 6, at increments 1000 and 50. They depend on the order of the " +
					"transitions and of the frontier, and on nothing else.",
				noteChange + " The paper prints 1581% for TMHashTableFixed at increment 1000, where its numbers give −94.0%.",
				"Where thresholds leave no revisit at all at increment 1000, all states lie within one round and all paths end: nothing lies at the bound.", notePlus},
				dfsNotes(shown)...),
		}
		for _, m := range dfsStandIns {
			row := []string{m.model, "brim", strconv.Itoa(m.depth), thousands(float64(m.states), true)}
			measured := false
			for i := 0; i < len(dfsTable2Runs); i += 2 {
				without, _, done1 := dfsTable2Runs[i].counts(r, m.model)
				with, _, done2 := dfsTable2Runs[i+1].counts(r, m.model)
				a, b, change := noNumber, noNumber, noNumber
				if without != nil {
					a = thousands(without["revisits"], done1)
				}
				if with != nil {
					b = thousands(with["revisits"], done2)
				}
				if done1 && done2 {
					change = percent(without["revisits"], with["revisits"])
				}
				row = append(row, a, b, change)
				measured = measured || without != nil || with != nil
			}
			if !measured {
				continue
			}
			if f := published[m.paper]; f != nil {
				sheet.Rows = append(sheet.Rows, []string{m.paper, "paper", f[0], f[1], f[2], f[3], percent(number(f[2]), number(f[3])),
					f[4], f[5], percent(number(f[4]), number(f[5]))})
			}
			sheet.Rows = append(sheet.Rows, row)
		}
		return bench.Report{Sheets: []*bench.Sheet{sheet}}
	}
	return s
}
