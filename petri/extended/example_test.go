package extended_test

import (
	"fmt"

	"brim/petri/extended"
)

// A buffer for two parts, which an alarm empties before anything else happens.
func Example() {
	net := &extended.Net{
		Name: "buffer",
		Places: []extended.Place{
			{ID: "buffer", Initial: 1, Capacity: 2},
			{ID: "alarm", Capacity: extended.Unlimited},
		},
		Transitions: []extended.Transition{{ID: "produce"}, {ID: "ring"}, {ID: "clear", Priority: 1}},
		Arcs: []extended.Arc{
			{Place: 0, Transition: 0, Kind: extended.Output, Weight: 1},
			{Place: 1, Transition: 1, Kind: extended.Output, Weight: 1},
			{Place: 1, Transition: 2, Kind: extended.Input, Weight: 1},
			{Place: 0, Transition: 2, Kind: extended.Reset, Weight: 1},
		},
	}
	rule, err := extended.NewRule(net)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := rule.Initial()
	for _, t := range []int{0, 1, 2} {
		m, err = rule.Fire(m, t)
		fmt.Println(net.Transitions[t].ID, m, err, rule.Enabled(m, 0))
	}
	// Output:
	// produce [2 0] <nil> false
	// ring [2 1] <nil> false
	// clear [0 0] <nil> true
}
