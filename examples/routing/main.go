// Command routing sends three messages along a line of 10,000 stations, each of which holds at most one message. The
// system has 10,000 variables, too many to list its states one by one.
package main

import (
	"fmt"

	"brim/mdd"
)

func main() {
	for _, n := range []int{10, 100, 10_000} {
		all := reachable(n)
		fmt.Println(n, "stations:", all.Count(), "states in", all.Nodes(), "nodes")
	}
	all := reachable(10_000)
	last := all.Where(10_000, func(held int) bool { return held == 1 })
	fmt.Println("the last station has a message in", last.Count())
}

// reachable returns the reachable states of n stations when the first three have the messages. A message moves to the
// next station or the one before, if that is free.
func reachable(n int) mdd.Set {
	f := mdd.New(n, mdd.Options{}) // station k is on level k; its value is the number of messages there
	moves := f.NewRelation()
	for k := 1; k < n; k++ {
		for _, hop := range [][2]int{{k, k + 1}, {k + 1, k}} {
			moves.Add(
				mdd.Step{Level: hop[0], Effect: mdd.Shift{Min: 1, Delta: -1}},  // one has a message and loses it
				mdd.Step{Level: hop[1], Effect: mdd.Shift{Below: 1, Delta: 1}}, // the other gets it
			)
		}
	}
	start := make([]int, n)
	start[0], start[1], start[2] = 1, 1, 1
	return moves.Saturate(f.Tuple(start...))
}
