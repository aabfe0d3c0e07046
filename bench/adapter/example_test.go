package adapter_test

import (
	"fmt"

	"brim/bench/adapter"
)

// How ABC is called.
func Example() {
	fmt.Println(adapter.Bind("abc-pdr", map[string]any{"file": "lock.aig"}).Line)
	// Output: [berkeley-abc -q read_aiger lock.aig; pdr -T {seconds}]
}
