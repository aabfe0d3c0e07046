package edd_test

import (
	"fmt"
	"testing"

	"brim/edd"
	"brim/mdd"
	"brim/petri/encode"
	"brim/petri/nets"
	"brim/petri/order"
	"brim/petri/structure"
)

// benchmarkSearch times a search in new forests for several nets and bounds, and tells the questions to the computed table.
func benchmarkSearch(b *testing.B, search func(m *encode.Model, z *edd.Saturator, start edd.Func, bound int)) {
	for _, c := range []struct {
		net   string
		bound int
	}{{"fms:100", 30}, {"dphil:100", 30}, {"kanban:200", 30}} {
		b.Run(fmt.Sprintf("net=%s/bound=%d", c.net, c.bound), func(b *testing.B) {
			net, err := nets.Parse(c.net)
			if err != nil {
				b.Fatal(err)
			}
			flows, _ := structure.Semiflows(net, structure.Limit{})
			d := order.Decomposition{Levels: order.Groups(net, flows, order.Limits{})}
			lookups := int64(0)
			for b.Loop() {
				m, err := encode.New(net, d, mdd.Options{})
				if err != nil {
					b.Fatal(err)
				}
				f := edd.New(m.Forest, edd.Options{})
				search(m, f.NewSaturator(m.Moves, edd.Budgeted), f.Zero(m.Init), c.bound)
				lookups = f.Stats().Lookups
				f.Close()
				m.Close()
			}
			b.ReportMetric(float64(lookups), "lookups")
		})
	}
}

func BenchmarkBounded(b *testing.B) {
	benchmarkSearch(b, func(_ *encode.Model, z *edd.Saturator, start edd.Func, bound int) { z.Bounded(start, bound) })
}

func BenchmarkCompacting(b *testing.B) {
	const step = 10
	benchmarkSearch(b, func(m *encode.Model, z *edd.Saturator, start edd.Func, bound int) {
		done, border := m.Init, start
		for b := 0; b < bound; b += step {
			g := z.Excluding(border, done, step)
			done = done.Union(g.Support())
			border = start.Forest().Zero(g.Border(step))
		}
	})
}
