package structure_test

import (
	"context"
	"fmt"
	"testing"

	"brim/petri"
	"brim/petri/nets"
	"brim/petri/structure"
)

func BenchmarkSemiflows(b *testing.B) {
	for _, c := range []struct {
		net   string
		n     int
		build func(tb testing.TB, n int) *petri.Net
	}{
		{"dphil", 1000, philosophers}, {"dphil", 10000, philosophers}, {"sr", 300, slottedRing},
		{"rr", 100, roundRobin}, {"rr", 1000, roundRobin},
	} {
		b.Run(fmt.Sprintf("net=%s/n=%d", c.net, c.n), func(b *testing.B) {
			net := c.build(b, c.n)
			var flows []structure.Semiflow
			for b.Loop() {
				flows, _ = structure.Semiflows(net, structure.Limit{})
			}
			b.ReportMetric(float64(len(flows)), "flows")
		})
	}
}

// BenchmarkBoundedness: the place at the end of a chain of buffers grows.
func BenchmarkBoundedness(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprintf("net=unbounded/n=%d", n), func(b *testing.B) {
			net, err := nets.Parse(fmt.Sprint("unbounded:", n))
			if err != nil {
				b.Fatal(err)
			}
			flows, _ := structure.Semiflows(net, structure.Limit{})
			for b.Loop() {
				if v := structure.Boundedness(context.Background(), net, flows,
					structure.Budget{}); v.Kind != structure.Unbounded {
					b.Fatal(v)
				}
			}
		})
	}
}
