package order_test

import (
	"fmt"

	"brim/mdd"
	"brim/petri/order"
)

// A program without a net orders its variables. Here 11 jugs stand in a row, and each passes cups on to the next one,
// but their numbers do not tell where they stand. Each event looks at two variables, so it is an edge with two
// vertices. The states are the lattice paths that the numbers of Fuss and Catalan count: C(33, 11)/23.
func ExampleHypergraph() {
	const jugs, cups = 11, 2
	at := func(place int) int { return 4 * place % jugs } // the number of the jug there
	graph := order.NewHypergraph(jugs)
	for place := range jugs - 1 {
		graph.Add(1, at(place), at(place+1))
	}
	best := graph.Candidates(order.Options{})[0]

	reachable := func(level []int) mdd.Set { // of each variable
		f := mdd.New(jugs, mdd.Options{})
		pass := f.NewRelation()
		for place := range jugs - 1 {
			pass.Add(
				mdd.Step{Level: level[at(place)], Effect: mdd.Shift{Min: 1, Delta: -1}},
				mdd.Step{Level: level[at(place+1)], Effect: mdd.Shift{Delta: 1}},
			)
		}
		start := make([]int, jugs)
		for i := range start {
			start[i] = cups
		}
		return pass.Saturate(f.Tuple(start...))
	}
	numbers := make([]int, jugs)
	for i := range numbers {
		numbers[i] = i + 1
	}
	ordered, numbered := reachable(best.LevelOf(jugs)), reachable(numbers)
	fmt.Println(ordered.Count(), "states in both orders:", ordered.Count().Cmp(numbered.Count()) == 0)
	fmt.Println(ordered.Nodes(), "nodes in the order by", best.Method, "and", numbered.Nodes(),
		"in that of the numbers")
	// Output:
	// 8414640 states in both orders: true
	// 121 nodes in the order by bandwidth and 2994 in that of the numbers
}
