package timed_test

import (
	"fmt"

	"brim/petri/extended"
	"brim/petri/timed"
)

// A light goes out after two or three units of time, unless the button is pressed again.
func Example() {
	net := &timed.Net{
		Net: &extended.Net{
			Places: []extended.Place{{ID: "dark", Capacity: extended.Unlimited},
				{ID: "bright", Initial: 1, Capacity: 1}},
			Transitions: []extended.Transition{{ID: "expire"}, {ID: "press"}},
			Arcs: []extended.Arc{
				{Place: 1, Transition: 0, Kind: extended.Input, Weight: 1},
				{Place: 0, Transition: 0, Kind: extended.Output, Weight: 1},
				{Place: 1, Transition: 1, Kind: extended.Input, Weight: 1},
				{Place: 1, Transition: 1, Kind: extended.Output, Weight: 1},
			},
		},
		Intervals: []timed.Interval{{Low: 2, High: 3}, timed.Always()},
	}
	rule, err := timed.NewRule(net)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := rule.Initial()
	fmt.Println("longest delay", rule.Longest(s))
	s, _ = rule.Delay(s, 2)
	fmt.Println(s.Marking, s.Clocks, rule.CanFire(s, 0))
	s, _ = rule.Fire(s, 1) // expire is disabled while press has the token, so that its clock begins anew
	fmt.Println(s.Marking, s.Clocks, rule.CanFire(s, 0))
	_, err = rule.Delay(s, 4)
	fmt.Println(err)
	// Output:
	// longest delay 3
	// [0 1] [2 2] true
	// [0 1] [0 0] false
	// a delay of 4, where 3 is the longest one
}

// A letter that is at most three days old is forwarded, and keeps its age; after five days it has to be answered.
func ExampleArcNet() {
	net := &timed.ArcNet{
		Net: &extended.Net{
			Places: []extended.Place{
				{ID: "inbox", Initial: 1, Capacity: extended.Unlimited}, {ID: "desk", Capacity: extended.Unlimited},
			},
			Transitions: []extended.Transition{{ID: "forward"}, {ID: "answer"}},
			Arcs:        []extended.Arc{{Place: 1, Transition: 1, Kind: extended.Input, Weight: 1}},
		},
		Ages:       []timed.Interval{timed.Always()},
		Transports: []timed.Transport{{From: 0, Transition: 0, To: 1, Weight: 1, Ages: timed.Interval{High: 3}}},
		Invariants: []timed.Bound{{Most: timed.Infinite}, {Most: 5}},
		Urgent:     make([]bool, 2),
	}
	rule, err := timed.NewArcRule(net)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, _ := rule.Delay(rule.Initial(), 2)
	for choice := range rule.Choices(s, 0) {
		fmt.Println("forward takes tokens of the ages", choice)
	}
	s, err = rule.Fire(s, 0, timed.Choice{{2}})
	fmt.Println(s, s.Marking(), err, "longest delay", rule.Longest(s))
	// Output:
	// forward takes tokens of the ages [[2]]
	// [[] [2]] [0 1] <nil> longest delay 3
}
