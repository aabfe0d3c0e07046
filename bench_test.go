package brim_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"testing"

	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/nets"
	"brim/petri/order"
)

// With -short a benchmark takes a tenth of a second, unless -benchtime says how long.
func TestMain(m *testing.M) {
	flag.Parse()
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == "test.benchtime" })
	if testing.Short() && !set {
		_ = flag.Set("test.benchtime", "0.1s")
	}
	os.Exit(m.Run())
}

// Names of benchmarks are key=value, so that benchstat can compare by any of the keys. The metrics beside time are
// states and nodes of the result, and the most nodes and bytes of the store.

// benchmarked lists the nets. The large sizes are those on which other tools were measured, see results/peers.csv, and
// some more. Chaining and breadth-first search are measured on smaller ones: on the others they take too long.
var benchmarked = []struct {
	family string
	large  []int // for saturation
	small  int   // for the others
}{
	{"dphil", []int{50, 100, 200, 500, 1000, 5000, 10000}, 20},
	{"fms", []int{10, 25, 50, 100, 200, 500}, 5},
	{"hanoi", []int{14, 100}, 8},
	{"kanban", []int{30, 50, 100, 200, 500, 1000}, 5},
	{"prodcons", []int{1000}, 50},
	{"rr", []int{100, 200}, 10},
	{"sr", []int{20, 50, 100, 200, 300}, 5},
}

// eachNet runs fn for each net and method.
func eachNet(b *testing.B, fn func(b *testing.B, net *petri.Net, m symbolic.Method)) {
	for _, x := range benchmarked {
		for _, m := range symbolic.Methods() {
			sizes := []int{x.small}
			if m == symbolic.Saturation && !testing.Short() {
				sizes = x.large
			}
			for _, n := range sizes {
				b.Run(fmt.Sprintf("net=%s/n=%d/method=%s", x.family, n, m), func(b *testing.B) {
					net, err := nets.Parse(fmt.Sprintf("%s:%d", x.family, n))
					if err != nil {
						b.Fatal(err)
					}
					fn(b, net, m)
				})
			}
		}
	}
}

// BenchmarkReach encodes and explores with an order that was chosen before.
func BenchmarkReach(b *testing.B) {
	eachNet(b, func(b *testing.B, net *petri.Net, m symbolic.Method) {
		d := chosen(b, net)
		var model *encode.Model
		var reached mdd.Set
		for b.Loop() {
			if model != nil {
				model.Close()
			}
			var err error
			if model, err = encode.New(net, d, mdd.Options{}); err != nil {
				b.Fatal(err)
			}
			switch m {
			case symbolic.Saturation:
				reached = model.Moves.Saturate(model.Init)
			case symbolic.Chaining:
				reached = model.Moves.Chaining(model.Init)
			case symbolic.BFS:
				reached, _ = model.Moves.BFS(model.Init)
			}
		}
		report(b, reached, model.Forest.Stats())
		model.Close()
	})
}

// BenchmarkExplore explores as a user does, the choice of the order included.
func BenchmarkExplore(b *testing.B) {
	eachNet(b, func(b *testing.B, net *petri.Net, m symbolic.Method) {
		var space *symbolic.Space
		for b.Loop() {
			if space != nil {
				space.Close()
			}
			var err error
			if space, err = symbolic.Explore(context.Background(), net, symbolic.Options{Method: m}); err != nil {
				b.Fatal(err)
			}
		}
		report(b, space.Reached, space.Stats)
		b.ReportMetric(float64(space.Choice.Tried), "orders-tried")
		space.Close()
	})
}

// chosen returns the order that Explore chooses for a net.
func chosen(b *testing.B, net *petri.Net) order.Decomposition {
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer space.Close()
	return space.Order
}

func report(b *testing.B, reached mdd.Set, st mdd.Stats) {
	count := reached.Count()
	if states, _ := new(big.Float).SetInt(count).Float64(); math.IsInf(states, 0) {
		b.ReportMetric(float64(len(count.String())), "state-digits")
	} else {
		b.ReportMetric(states, "states")
	}
	b.ReportMetric(float64(reached.Nodes()), "nodes")
	b.ReportMetric(float64(st.PeakNodes), "peak-nodes")
	b.ReportMetric(float64(st.PeakBytes), "store-bytes")
}
