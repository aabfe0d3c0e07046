package ldd_test

import (
	"fmt"

	"brim/ldd"
)

// A thousand tokens move along three places. There is half a million markings, but the diagram has some thousand nodes.
func Example() {
	f := ldd.New(3, ldd.Options{})
	defer f.Close()
	r := f.NewRelation()
	r.Add(ldd.Step{Level: 3, Delta: -1}, ldd.Step{Level: 2, Delta: 1})
	r.Add(ldd.Step{Level: 2, Delta: -1}, ldd.Step{Level: 1, Delta: 1})
	reached := r.Saturate(f.Tuple([]int{0, 0, 1000}))
	fmt.Println(reached.Count(), "tuples,", reached.Nodes(), "nodes,", r.Dead(reached).Count(), "dead")
	// Output: 501501 tuples, 3003 nodes, 1 dead
}
