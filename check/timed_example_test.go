package check_test

import (
	"context"
	"fmt"

	"brim/check"
	"brim/petri/extended"
	"brim/petri/timed"
)

// A light goes out two or three units of time after it was lit.
func ExampleOfTimed() {
	m, err := check.OfTimed(&timed.Net{
		Net: &extended.Net{
			Name:        "light",
			Places:      []extended.Place{{ID: "dark", Initial: 1, Capacity: 1}, {ID: "bright", Capacity: 1}},
			Transitions: []extended.Transition{{ID: "press"}, {ID: "expire"}},
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1},
				{Place: 1, Transition: 0, Kind: extended.Output, Weight: 1},
				{Place: 1, Transition: 1, Kind: extended.Input, Weight: 1},
				{Place: 0, Transition: 1, Kind: extended.Output, Weight: 1},
			},
		},
		Intervals: []timed.Interval{{Low: 1, High: timed.Infinite}, {Low: 2, High: 3}},
	})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	for _, text := range []string{"AG(bright -> AF[0,3] dark)", "EF[0,4](dark & !enabled(press) & EF bright)",
		"min time to bright", "max time to bright"} {
		q, err := m.Ask(text, check.Maximal)
		if err != nil {
			panic(err)
		}
		a, err := check.Decide(ctx, m, q, check.Options{})
		fmt.Println(text, a.Text(), err)
	}
	q, _ := m.Ask("EF(bright & EX dark)", check.Maximal)
	a, _ := check.Decide(ctx, m, q, check.Options{})
	for _, step := range m.Run(a).Steps {
		fmt.Println(step.Label)
	}
	// Output:
	// AG(bright -> AF[0,3] dark) holds <nil>
	// EF[0,4](dark & !enabled(press) & EF bright) holds <nil>
	// min time to bright 1 <nil>
	// max time to bright infinite <nil>
	// wait 1
	// press
	// wait 2
	// expire
}
