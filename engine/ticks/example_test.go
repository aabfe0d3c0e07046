package ticks_test

import (
	"context"
	"fmt"

	"brim/engine/ticks"
	"brim/petri/extended"
	"brim/petri/timed"
)

// A light goes out after two or three units of time. It may be pressed again before.
func Example() {
	m, err := ticks.Of(context.Background(), &timed.Net{
		Net: &extended.Net{
			Name:        "light",
			Places:      []extended.Place{{ID: "dark", Capacity: 1}, {ID: "bright", Initial: 1, Capacity: 1}},
			Transitions: []extended.Transition{{ID: "expire"}, {ID: "press"}},
			Arcs: []extended.Arc{
				{Place: 1, Transition: 0, Kind: extended.Input, Weight: 1},
				{Place: 0, Transition: 0, Kind: extended.Output, Weight: 1},
				{Place: 1, Transition: 1, Kind: extended.Input, Weight: 1},
				{Place: 1, Transition: 1, Kind: extended.Output, Weight: 1},
			},
		},
		Intervals: []timed.Interval{{Low: 2, High: 3}, timed.Always()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := m.System
	reached := s.Moves().Saturate(s.Start())
	for tuple := range reached.Each {
		fmt.Println(m.Marking(s.Values(tuple)))
	}
	dead, stopped := m.Deadlocks(reached)
	fmt.Println(s.Events(), dead.Count(), "deadlock,", stopped.Count(), "timelocks")
	// Output:
	// [0 1]
	// [0 1]
	// [0 1]
	// [0 1]
	// [1 0]
	// [expire press tick] 1 deadlock, 0 timelocks
}
