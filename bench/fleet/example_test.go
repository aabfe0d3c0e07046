package fleet_test

import (
	"fmt"

	"brim/bench"
	"brim/bench/fleet"
)

// A worker has to be given the programs that the cells of a sweep name.
func ExampleNeeds() {
	s := bench.Suite{Name: "speed", Cells: []bench.Cell{{Model: "fms:25"}, {Model: "fms:25", Program: "before"},
		{Program: "swarm", Tool: &bench.Tool{Line: []string{bench.Brim, "check", "fms:25"}}}}}
	o := bench.Options{Programs: map[string][]string{"before": {"/usr/local/bin/brim"}}}
	fmt.Println(fleet.Needs([]bench.Suite{s}, o))
	// Output: [program before]
}
