// Command routing sends three messages along a line of 10,000 stations, each of which holds one at most: a system of as
// many variables, of which nobody lists the states.
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

// reachable returns the states in which messages that start in the first three of n stations may come to be. A message
// goes on to the next station if that is free, or back.
func reachable(n int) mdd.Set {
	f := mdd.New(n, mdd.Options{}) // station k is on level k; its value is the number of messages there
	moves := f.NewRelation()
	for k := 1; k < n; k++ {
		for _, hop := range [][2]int{{k, k + 1}, {k + 1, k}} {
			moves.Add(
				mdd.Step{Level: hop[0], Effect: mdd.Shift{Min: 1, Delta: -1}},  // it has a message, and gives it
				mdd.Step{Level: hop[1], Effect: mdd.Shift{Below: 1, Delta: 1}}, // to one that has none
			)
		}
	}
	start := make([]int, n)
	start[0], start[1], start[2] = 1, 1, 1
	return moves.Saturate(f.Tuple(start...))
}
