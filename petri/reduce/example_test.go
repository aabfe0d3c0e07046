package reduce_test

import (
	"context"
	"fmt"
	"slices"

	"brim/petri"
	"brim/petri/reduce"
)

// Two workers take a tool, work in two steps, and put it back.
func Example() {
	b := petri.NewBuilder("tools")
	tool, done := b.Place("tool", 1), b.Place("done", 0)
	for i := range 2 {
		idle := b.Place(fmt.Sprint("idle", i), 3)
		first, second := b.Place(fmt.Sprint("first", i), 0), b.Place(fmt.Sprint("second", i), 0)
		take, work, put := b.Transition(fmt.Sprint("take", i)), b.Transition(fmt.Sprint("work", i)),
			b.Transition(fmt.Sprint("put", i))
		b.In(take, idle, 1)
		b.In(take, tool, 1)
		b.Out(take, first, 1)
		b.In(work, first, 1)
		b.Out(work, second, 1)
		b.In(put, second, 1)
		b.Out(put, tool, 1)
		b.Out(put, done, 1)
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	r := reduce.Net(context.Background(), net, reduce.Options{Class: reduce.ReachDead, Observed: []int{done}})
	fmt.Println(len(net.Places), "places and", len(net.Transitions), "transitions become", len(r.Net.Places), "and",
		len(r.Net.Transitions))
	for rule, hit := range r.Hits {
		if hit.Times > 0 {
			fmt.Println(reduce.Rule(rule).Name(), hit.Places, hit.Transitions)
		}
	}

	var path []int // of the smaller net, until it is dead
	m := r.Net.Initial()
	for {
		next := slices.Collect(r.Net.EnabledTransitions(m))
		if len(next) == 0 {
			break
		}
		if err := r.Net.Fire(m, next[0]); err != nil {
			fmt.Println(err)
			return
		}
		path = append(path, next[0])
	}
	trace, err := r.Lift(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	last, err := net.Replay(trace)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(path), "steps are", len(trace), "of the original, to", net.Format(last))
	// Output:
	// 8 places and 6 transitions become 4 and 2
	// P6 2 2
	// A1 2 2
	// A6 0 0
	// 11 steps are 18 of the original, to tool:1 done:6
}
