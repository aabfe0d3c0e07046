package swarm_test

import (
	"fmt"
	"strings"

	"brim/bench/swarm"
)

// Two jobs may answer a question: one in 4 seconds, the other in 1. One machine begins with the first; two machines
// have the answer of the second, whose certificate is checked in half a second.
func ExampleSimulate() {
	log, err := swarm.ReadLog(strings.NewReader(
		`{"plan": "auto", "questions": ["q"], "share": 1, "slice": 5, "given": 0, "end": "done", "seconds": 4, "verified": ["q"], "proof_seconds": 0.5}
{"plan": "walk", "questions": ["q"], "share": 1, "slice": 5, "given": 1, "end": "done", "seconds": 1, "verified": ["q"], "proof_seconds": 0.5}
`))
	if err != nil {
		panic(err)
	}
	for _, machines := range []int{1, 2} {
		fmt.Printf("%d: %.2f s\n", machines, swarm.Simulate(log, machines, 1).Seconds)
	}
	// Output:
	// 1: 4.55 s
	// 2: 1.55 s
}
