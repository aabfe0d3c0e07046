package encode_test

import (
	"fmt"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// A buffer of three slots, its two places as one component below a counter of what has been delivered.
func Example() {
	b := petri.NewBuilder("buffer")
	free, full, done := b.Place("free", 3), b.Place("full", 0), b.Place("done", 0)
	put, get := b.Transition("put"), b.Transition("get")
	b.In(put, free, 1)
	b.Out(put, full, 1)
	b.In(get, full, 1)
	b.Out(get, done, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}

	d := order.Decomposition{Levels: [][]int{{free, full}, {done}}}
	m, err := encode.New(net, d, mdd.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	reached := m.Moves.Saturate(m.Init)
	fmt.Println(reached.Count(), "markings,", m.All.CountEnabled(reached), "firings")
	fmt.Println("bounds:", m.PlaceBounds(reached), "at most", m.MaxTokens(reached), "tokens in a marking")
	for values := range m.All.Dead(reached).All() {
		fmt.Println("deadlock:", net.Format(m.Marking(values)))
	}
	// Output:
	// 10 markings, 12 firings
	// bounds: [3 3 3] at most 3 tokens in a marking
	// deadlock: done:3
}
