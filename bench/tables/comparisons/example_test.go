package comparisons_test

import (
	"fmt"

	"brim/bench/tables/comparisons"
)

// A net of one of the suites, as brim measures it and as another program does.
func ExampleExplicit() {
	s := comparisons.Explicit(true)
	for _, c := range s.Cells {
		fmt.Println(c.Name())
	}
	// Output:
	// net=CircadianClock_PT_000010/engine=bfs
	// net=CircadianClock_PT_000010/engine=dfs
	// net=CircadianClock_PT_000010/engine=verifypn
}
