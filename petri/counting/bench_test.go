package counting_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"brim/petri"
	"brim/petri/counting"
	family "brim/petri/nets"
	"brim/petri/reduce"
)

// All firings of nets of which nothing is left: with many tokens, and with many transitions.
func BenchmarkFirings(b *testing.B) {
	kanban := func(n int) *petri.Net {
		net, err := family.Parse(fmt.Sprint("kanban:", n))
		if err != nil {
			b.Fatal(err)
		}
		return net
	}
	ring := func(places int) *petri.Net {
		c := petri.NewBuilder("ring")
		for i := range places {
			c.Place(fmt.Sprint("p", i), 1)
		}
		for i := range places {
			t := c.Transition(fmt.Sprint("t", i))
			c.In(t, i, 1)
			c.Out(t, (i+1)%places, 1)
		}
		net, err := c.Net()
		if err != nil {
			b.Fatal(err)
		}
		return net
	}
	for _, c := range []struct {
		name string
		net  *petri.Net
	}{
		{"net=kanban/tokens=1000", kanban(1000)}, {"net=kanban/tokens=20000", kanban(20_000)},
		{"net=ring/transitions=1000", ring(1000)}, {"net=ring/transitions=10000", ring(10_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := reduce.Net(context.Background(), c.net, reduce.Options{Class: reduce.Count})
			if len(r.Net.Places) > 0 {
				b.Fatal("places are left")
			}
			for b.Loop() {
				f, err := counting.New(context.Background(), c.net, &r.Equations)
				if err != nil {
					b.Fatal(err)
				}
				s, err := f.Firings()
				if err != nil {
					b.Fatal(err)
				}
				if _, err = s.Of(slices.Values([]petri.Marking{{}})); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
