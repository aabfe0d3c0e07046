package untimed_test

import (
	"context"
	"fmt"

	"brim/check"
	"brim/check/technique/untimed"
	"brim/petri/extended"
	"brim/petri/timed"
)

// A place that never has more than a token without time has none with time either.
func Example() {
	m, err := check.OfTimed(&timed.Net{
		Net: &extended.Net{
			Name: "once",
			Places: []extended.Place{{ID: "before", Initial: 1, Capacity: extended.Unlimited},
				{ID: "after", Capacity: extended.Unlimited}},
			Transitions: []extended.Transition{{ID: "go"}},
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1},
				{Place: 1, Transition: 0, Kind: extended.Output, Weight: 1},
			},
		},
		Intervals: []timed.Interval{{Low: 3, High: 5}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := m.Ask("AG(before + after = 1)", check.Maximal)
	if err != nil {
		fmt.Println(err)
		return
	}
	technique := untimed.Technique{Techniques: func(*check.Model) []check.Technique {
		return []check.Technique{check.Invariants{}}
	}}
	a, err := check.Decide(context.Background(), m, q, check.Options{Techniques: []check.Technique{technique}})
	fmt.Println(a.Result, a.By, err)
	// Output: holds invariants without time <nil>
}
