package entry_test

import (
	"fmt"

	"brim/bench"
	"brim/bench/tables/entry"
)

// A run that was done has its CPU time, one that a limit ended has that as a bound, and one without a path no steps.
func Example() {
	done := &bench.Record{Outcome: bench.Done, CPU: 1.5}
	ended := &bench.Record{Outcome: bench.Time, CPU: 9.9, Seconds: 10}
	fmt.Println(entry.Seconds(done), entry.Seconds(ended), entry.Steps(done))
	// Output: 1.500 >10.0 –
}
