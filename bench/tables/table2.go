package tables

import (
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Table 2 of [DVB14]: run times on a reconstruction of the safety function PRISE.

// table2Published is Table 2 of [DVB14], in seconds: Unlim, B-I-Rest, B-I-Cont, B-I-Comp. The runs beyond 1800 s ran
// out of memory.
const table2Published = `
1 S  2.84   1.14   1.21    1.34
1 M  11.18  13.66  8.91    4.79
1 L  27.88  13.72  8.98    4.80
2 S  5.37   33.97  19.98   12.18
2 M  21.96  >1800  113.03  30.38
2 L  56.86  >1800  433.97  51.83
`

// table2Properties are the expressions, in words and over our net. Both hold.
var table2Properties = []struct{ words, property string }{
	{"OUTPUT-1 can be true", "EF(F1.q1 = 1)"},
	{"there is no emergency action, if not necessary", "!E(G2.q0 = 1 U F1.q1 = 1)"},
}

// table2 has the run times of two properties of the safety function PRISE. Its short version has the smallest net.
func table2(quick bool) bench.Suite {
	t := bench.Table{
		Name: "table2", Title: "Table 2 of Darvas, Vörös and Bartha: run times on PRISE",
		Keys: []string{"expression", "net"},
		Notes: []string{
			"PRISE is a reconstruction: the model of the paper is not public. Our nets have the same blocks and " +
				"sizes chosen to behave alike, so no ratio says more than that the orders of magnitude agree or not.",
			notePaper, noteRatio,
			"The paper prints neither B nor δ here; ours are B = 20, δ = 10.",
			noteAuto,
		},
	}
	for i, p := range table2Properties {
		t.Notes = append(t.Notes, "expression "+strconv.Itoa(i+1)+", "+p.words+": `"+p.property+"`")
	}
	columns := []column{unlim, restart, proceed, compact, auto}
	return grid("run times on the safety function PRISE, a reconstruction", t, columns, table2Lines(quick),
		entry.Limit(quick, 30*time.Minute))
}

// table2Lines are the rows; the short version has the smallest net.
func table2Lines(quick bool) (lines []line) {
	for _, f := range entry.Fields(table2Published) {
		if quick && f[1] != "S" {
			continue
		}
		i, _ := strconv.Atoi(f[0]) // 1 or 2
		lines = append(lines, line{
			keys: []string{f[0], "prise:" + f[1]},
			labels: []bench.Label{{Key: "model", Value: "prise"}, {Key: "n", Value: f[1]},
				{Key: "expression", Value: f[0]}},
			model: "prise:" + f[1], property: table2Properties[i-1].property, want: "holds",
			search: search{start: 20, step: 10}, paper: f[2:],
		})
	}
	return lines
}
