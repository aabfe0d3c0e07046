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

// Benchmarks of bounded saturation on families of nets.

// encoded returns a net of a family in new diagrams, with its components in the order of the file.
func encoded(b testing.TB, spec string) *encode.Model {
	net, err := nets.Parse(spec)
	if err != nil {
		b.Fatal(err)
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	m, err := encode.New(net, order.Decomposition{Levels: order.Groups(net, flows, order.Limits{})}, mdd.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// benchmarkSearch times a search in new forests for several nets and bounds, and reports the work in both of them.
func benchmarkSearch(b *testing.B, version edd.Version,
	search func(m *encode.Model, z *edd.Saturator, start edd.Func, bound int)) {
	for _, c := range []struct {
		net   string
		bound int
	}{{"fms:100", 30}, {"dphil:100", 30}, {"kanban:200", 30}} {
		b.Run(fmt.Sprintf("net=%s/bound=%d/version=%v", c.net, c.bound, version), func(b *testing.B) {
			work := int64(0)
			for b.Loop() {
				m := encoded(b, c.net)
				f := edd.New(m.Forest, edd.Options{})
				search(m, f.NewSaturator(m.Moves, version), f.Zero(m.Init), c.bound)
				work = f.Stats().Work + m.Forest.Stats().Work
				f.Close()
				m.Close()
			}
			b.ReportMetric(float64(work), "work")
		})
	}
}

// BenchmarkBounded measures Bounded in its default version.
func BenchmarkBounded(b *testing.B) {
	benchmarkSearch(b, edd.Budgeted, func(_ *encode.Model, z *edd.Saturator, start edd.Func,
		bound int) {
		z.Bounded(start, bound)
	})
}

// BenchmarkCompacting measures rounds that exclude what earlier ones have found.
func BenchmarkCompacting(b *testing.B) {
	const step = 10
	for _, version := range []edd.Version{edd.Budgeted, edd.Layered} {
		benchmarkSearch(b, version, func(m *encode.Model, z *edd.Saturator, start edd.Func, bound int) {
			done, border := m.Init, start
			for b := 0; b < bound; b += step {
				g := z.Excluding(border, done, step)
				done = done.Union(g.Support())
				border = start.Forest().Zero(g.Border(step))
			}
		})
	}
}
