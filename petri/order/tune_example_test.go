package order_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// Five machines wake each other. Invariants tell which places are
// one machine; the order of the levels is then improved by measuring. Here the
// measure is the sum of event spans; in earnest it is one saturation.
func ExampleTune() {
	b := petri.NewBuilder("relay")
	for m, name := range []string{"a", "b", "c", "d", "e"} {
		busy := int64(m % 2)
		b.Place(name+".idle", 1-busy)
		b.Place(name+".busy", busy)
	}
	for m := range 5 { // machine m wakes machine m+2, round and round
		t := b.Transition(fmt.Sprint("pass", m))
		next := (m + 2) % 5
		b.In(t, 2*m+1, 1)
		b.Out(t, 2*m, 1)
		b.In(t, 2*next, 1)
		b.Out(t, 2*next+1, 1)
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	file := order.Decomposition{Levels: order.Groups(net, flows, order.Limits{States: 2}), Method: "file reversed"}
	probe := func(d order.Decomposition, limit float64) (float64, bool) {
		cost := float64(order.Cost(net, d).SpanSum)
		return cost, cost <= limit
	}
	best, stats := order.Tune(context.Background(), []order.Decomposition{file}, probe, order.TuneOptions{Probes: 300})
	fmt.Printf("%s: sum of spans %v, before %v\n", best.Method, stats.Best, stats.Start)
	if err := best.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// tuned from file reversed: sum of spans 13, before 17
	// # net relay, 5 levels, top level first; tuned from file reversed
	// d.idle d.busy
	// b.idle b.busy
	// a.idle a.busy
	// c.idle c.busy
	// e.idle e.busy
}

// A file gives one level a line, the top level first.
func ExampleRead() {
	b := petri.NewBuilder("handshake")
	for _, name := range []string{"idle", "busy", "buffer"} {
		b.Place(name, 1)
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := order.Read(strings.NewReader("buffer\nidle busy # one process\n"), "handshake.order", net)
	fmt.Println(d.Levels, err)
	_, err = order.Read(strings.NewReader("bufer\nidle busy\n"), "handshake.order", net)
	fmt.Println(err)
	// Output:
	// [[0 1] [2]] <nil>
	// handshake.order:1: no place "bufer" in net handshake; did you mean "buffer"?
}
