package bench_test

import (
	"fmt"
	"os"
	"time"

	"brim/bench"
)

// A table of one cell, measured and published.

// A published time and a record of the same cell make an entry of a table.
func ExampleTable_Sheet() {
	published, err := bench.ParseValue(">600")
	if err != nil {
		fmt.Println(err)
		return
	}
	table := bench.Table{
		Title: "A small table", Keys: []string{"net"}, Columns: []string{"Unlim", "B-Fix"},
		Rows: []bench.Row{{
			Keys: []string{"fms:1000"},
			Entries: []bench.Entry{
				{Paper: published, Ours: &bench.Record{Outcome: bench.Done, CPU: 12.5}},
				{Paper: bench.Exactly(47.67), Ours: &bench.Record{Outcome: bench.Time, Seconds: 600}},
			},
		}},
	}
	if err := table.Sheet().Write(os.Stdout, bench.Formats()[0]); err != nil {
		fmt.Println(err)
	}
	// Output:
	// A small table
	//
	// net       seconds     Unlim   B-Fix
	// fms:1000  paper        >600    47.7
	//           brim         12.5    >600
	//           paper/brim  >48.0  <0.079
}

// A claim of a paper is decided by the records of a suite.
func ExampleClaim() {
	cell := func(strategy string) bench.Cell {
		return bench.Cell{
			Labels: []bench.Label{{Key: "strategy", Value: strategy}}, Model: "fms:100", Property: "EF(M1 = 0)",
			Flags: []string{"--strategy", strategy}, Time: time.Minute,
		}
	}
	suite := bench.Suite{Name: "example", Cells: []bench.Cell{cell("cont"), cell("rest")}}
	claim := bench.Claim{
		Name: "001-continuing", Paper: "001", Where: "section 4.1", Suite: suite.Name,
		Sentence: "The continuing strategy is typically more efficient than the restarting algorithm.",
		Judge: func(r bench.Results) bench.Finding {
			var cases bench.Cases
			cases.Less("fms:100", r.Seconds(suite.Cells[0].Name()), r.Seconds(suite.Cells[1].Name()), bench.Margin)
			return cases.Most()
		},
	}
	var records []bench.Record
	for i, seconds := range []float64{0.4, 0.9} {
		c := suite.Cells[i]
		records = append(records, bench.Record{
			Suite: suite.Name, Cell: c.Name(), Args: c.Args(), Seconds: 60, Run: 1, Outcome: bench.Done, CPU: seconds,
		})
	}
	for n := range 2 {
		found := claim.Find(bench.NewResults(&suite, records[:2-n]))
		fmt.Println(found.Answer, found.Because)
	}
	// Output:
	// yes 1 of 1 for it: fms:100 0.400 : 0.900
	// undecided 1 of 1 not measured, or ended by limits: fms:100 0.400 : –
}
