package petri_test

import (
	"fmt"
	"slices"

	"brim/petri"
)

// handshake has a worker that goes from idle to busy and back; alarm stops it
// from starting.
func handshake() *petri.Net {
	b := petri.NewBuilder("handshake")
	idle := b.Place("idle", 2)
	busy := b.Place("busy", 0)
	alarm := b.Place("alarm", 0)
	start := b.Transition("start")
	b.In(start, idle, 1)
	b.Out(start, busy, 1)
	b.Inhibit(start, alarm, 1)
	stop := b.Transition("stop")
	b.In(stop, busy, 1)
	b.Out(stop, idle, 1)
	ring := b.Transition("ring")
	b.Read(ring, busy, 2)
	b.Out(ring, alarm, 1)
	net, err := b.Net()
	if err != nil {
		panic(err)
	}
	return net
}

func ExampleBuilder() {
	b := petri.NewBuilder("handshake")
	idle := b.Place("idle", 1)
	busy := b.Place("busy", 0)
	start := b.Transition("start")
	b.In(start, idle, 1)
	b.Out(start, busy, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(net.Name, len(net.Places), len(net.Transitions), net.ArcCount())
	// Output: handshake 2 1 2
}

func ExampleBuilder_mistake() {
	b := petri.NewBuilder("wrong")
	p := b.Place("p", 0)
	t := b.Transition("t")
	b.In(t, p, 0)  // remembered …
	b.In(t, 17, 1) // … so this one is not reported
	_, err := b.Net()
	fmt.Println(err)
	// Output: net wrong: input arc between transition "t" and place "p": weight 0, expected at least 1
}

func ExampleNet_Fire() {
	net := handshake()
	m := net.Initial()
	start, _ := net.TransitionIndex("start")
	ring, _ := net.TransitionIndex("ring")

	fmt.Println(net.Fire(m, start), net.Format(m))
	fmt.Println(net.Fire(m, ring), net.Format(m))
	// Output:
	// <nil> idle:1 busy:1
	// transition ring is not enabled: place busy holds 1, needs 2 or more idle:1 busy:1
}

// Count the successors of a marking without any allocation in the loop.
func ExampleNet_FireInto() {
	net := handshake()
	m := net.Initial()
	next := m.Clone()
	for t := range net.EnabledTransitions(m) {
		if !net.FireInto(next, m, t) {
			fmt.Println("more than 2^63−1 tokens")
			return
		}
		fmt.Println(net.Transitions[t].Name, "→", net.Format(next))
	}
	// Output: start → idle:1 busy:1
}

func ExampleNet_EnabledTransitions() {
	net := handshake()
	for _, m := range []petri.Marking{{2, 0, 0}, {1, 1, 0}, {0, 2, 0}, {1, 1, 1}} {
		fmt.Println(net.Format(m), slices.Collect(net.EnabledTransitions(m)))
	}
	// Output:
	// idle:2 [0]
	// idle:1 busy:1 [0 1]
	// busy:2 [1 2]
	// idle:1 busy:1 alarm:1 [1]
}

func ExampleNet_Replay() {
	net := handshake()
	start, _ := net.TransitionIndex("start")
	ring, _ := net.TransitionIndex("ring")

	m, err := net.Replay([]int{start, start, ring})
	fmt.Println(net.Format(m), err)
	m, err = net.Replay([]int{start, ring})
	fmt.Println(net.Format(m), err)
	// Output:
	// busy:2 alarm:1 <nil>
	// idle:1 busy:1 after 1 step: transition ring is not enabled: place busy holds 1, needs 2 or more
}

func ExampleNet_Markings() {
	net := handshake()
	for m, err := range net.Markings([]int{0, 0, 2, 0}) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(net.Format(m))
	}
	// Output:
	// idle:2
	// idle:1 busy:1
	// busy:2
	// busy:2 alarm:1
	// after 3 steps: transition start is not enabled: place idle holds 0, needs 1 or more
}

func ExampleNet_Format() {
	net := handshake()
	fmt.Println(net.Format(petri.Marking{3, 0, 1}))
	fmt.Println(net.Format(petri.Marking{0, 0, 0}))
	// Output:
	// idle:3 alarm:1
	// empty
}

func ExampleNet_WithInitial() {
	net := handshake()
	crowd := net.WithInitial(petri.Marking{5, 0, 0})
	fmt.Println(net.Format(net.Initial()), crowd.Format(crowd.Initial()))
	// Output: idle:2 idle:5
}

func ExampleUnits_UnitSafe() {
	// Unit u holds place a and, below it, unit v with places b and c.
	u := &petri.Units{List: []petri.Unit{
		{Name: "u", Places: []int{0}, Sub: []int{1}},
		{Name: "v", Places: []int{1, 2}},
	}}
	fmt.Println(u.UnitSafe(petri.Marking{0, 0, 1}))
	fmt.Println(u.UnitSafe(petri.Marking{0, 1, 1}), "two places of v")
	fmt.Println(u.UnitSafe(petri.Marking{1, 0, 1}), "v below u")
	// Output:
	// true
	// false two places of v
	// false v below u
}
