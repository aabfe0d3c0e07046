package compare_test

import (
	"fmt"

	"brim/bench"
	"brim/bench/compare"
)

// Two sweeps of six cells, of which the second is slower.

func Example() {
	sweep := func(factor float64) (records []bench.Record) {
		for n := range 12 {
			cell := fmt.Sprintf("model=fms/n=%d", n)
			seconds := factor * float64(n+1) * (1 + 0.01*float64(n%3))
			records = append(records, bench.Record{Suite: "reach", Cell: cell, Seconds: 60, Run: 1, Outcome: bench.Done,
				CPU: seconds})
		}
		return records
	}
	sides := compare.Sweeps("before", "now", sweep(1), sweep(1.25))
	for _, line := range compare.Compare(sides, compare.Options{Measures: []string{"cpu"}, Floor: 0.05}).Lines {
		fmt.Println(line.Suite, line.Measure, line.Says())
	}
	// Output: reach cpu slower by 25 % (25 to 25 %)
}
