package reduce_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"brim/petri"
	"brim/petri/reduce"
)

// line is n places in a row, from each of which an elementary transition leads to the next.
func line(n int) *petri.Net {
	b := petri.NewBuilder("line")
	for p := range n {
		b.Place("p"+strconv.Itoa(p), int64(1-min(1, p)))
	}
	for t := range n - 1 {
		b.Transition("t" + strconv.Itoa(t))
		b.In(t, t, 1)
		b.Out(t, t+1, 1)
	}
	return built(b)
}

// workers is n/4 processes that go round four places each, and take a tool of their neighbour in the second.
func workers(n int) *petri.Net {
	b := petri.NewBuilder("workers")
	n /= 5
	for i := range n {
		for k := range 4 {
			b.Place(fmt.Sprint("p", i, ".", k), int64(1-min(1, k)))
		}
		b.Place(fmt.Sprint("tool", i), 1)
	}
	for i := range n {
		for k := range 4 {
			t := b.Transition(fmt.Sprint("t", i, ".", k))
			b.In(t, 5*i+k, 1)
			b.Out(t, 5*i+(k+1)%4, 1)
			tool := 5*((i+1)%n) + 4
			switch k {
			case 1:
				b.In(t, tool, 1)
			case 2:
				b.Out(t, tool, 1)
			}
		}
	}
	return built(b)
}

// comb is a line where each place has a consumer of its own beside, so that few rules have work.
func comb(n int) *petri.Net {
	b := petri.NewBuilder("comb")
	n /= 2
	for p := range n {
		b.Place("p"+strconv.Itoa(p), 1)
		b.Place("q"+strconv.Itoa(p), 2)
	}
	for i := range n {
		t, u := b.Transition("t"+strconv.Itoa(i)), b.Transition("u"+strconv.Itoa(i))
		b.In(t, 2*i, 1)
		b.In(t, 2*i+1, 1)
		b.Out(t, 2*((i+1)%n), 1)
		b.In(u, 2*i, 2)
		b.Out(u, 2*i+1, 1)
		b.Out(u, 2*((i+7)%n), 1)
	}
	return built(b)
}

func built(b *petri.Builder) *petri.Net {
	net, err := b.Net()
	if err != nil {
		panic(err)
	}
	return net
}

// Time over places is about the same for nets of 10^4 and 10^5 places.
func BenchmarkNet(b *testing.B) {
	for _, kind := range []struct {
		name string
		net  func(int) *petri.Net
	}{{"line", line}, {"workers", workers}, {"comb", comb}} {
		for _, n := range []int{10_000, 100_000} {
			net := kind.net(n)
			for _, class := range []reduce.Class{reduce.Count, reduce.Reach, reduce.Dead, reduce.Branching} {
				b.Run(fmt.Sprintf("net=%s/places=%d/class=%v", kind.name, n, class), func(b *testing.B) {
					var r *reduce.Result
					for b.Loop() {
						r = reduce.Net(context.Background(), net,
							reduce.Options{Class: class, Observed: []int{0, n - 1}, Growing: true})
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/place")
					b.ReportMetric(float64(r.Rounds), "rounds")
					b.ReportMetric(float64(len(r.Net.Places)), "left")
				})
			}
		}
	}
}
