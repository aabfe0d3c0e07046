package bench_test

import (
	"fmt"
	"os"

	"brim/bench"
)

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
