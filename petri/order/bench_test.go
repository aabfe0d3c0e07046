package order

import (
	"context"
	"fmt"
	"testing"
)

// The sizes give about 60 000 places, the largest nets of the contest.
var large = []string{"dphil:10000", "sr:7500", "rr:300", "hanoi:60"}

func BenchmarkGroups(b *testing.B) {
	for _, spec := range large {
		b.Run("net="+spec, func(b *testing.B) {
			net, flows := family(b, spec)
			b.ResetTimer()
			for b.Loop() {
				Groups(net, flows, Limits{})
			}
			b.ReportMetric(float64(len(net.Places)), "places")
		})
	}
}

func BenchmarkCandidates(b *testing.B) {
	for _, spec := range append([]string{"fms:10", "rr:20", "sr:50", "dphil:100"}, large...) {
		b.Run("net="+spec, func(b *testing.B) {
			net, flows := family(b, spec)
			b.ResetTimer()
			for b.Loop() {
				Candidates(net, flows, Options{})
			}
			b.ReportMetric(float64(len(net.Places)), "places")
		})
	}
}

func BenchmarkMethod(b *testing.B) {
	net, _ := family(b, "dphil:10000")
	h := newHypergraph(net, Singles(net))
	file := identity(len(net.Places))
	for _, method := range []struct {
		name string
		run  func()
	}{
		{"hypergraph", func() { newHypergraph(net, Singles(net)) }},
		{"force-3", func() { h.force(file, 3) }},
		{"bandwidth", func() { h.cuthillMcKee() }},
		{"sloan", func() { h.sloan() }},
		{"chain", func() { h.chain() }},
		{"cost", func() { Cost(net, file.decomposition(Singles(net), "")) }},
	} {
		b.Run(fmt.Sprintf("method=%s/places=%d", method.name, len(net.Places)), func(b *testing.B) {
			for b.Loop() {
				method.run()
			}
		})
	}
}

// BenchmarkTune measures what a probe costs besides the probe itself.
func BenchmarkTune(b *testing.B) {
	for _, n := range []int{20, 200} {
		b.Run(fmt.Sprintf("levels=%d/probes=500", n), func(b *testing.B) {
			start := []Decomposition{line(n, 1)}
			probe := func(d Decomposition, limit float64) (float64, bool) {
				cost := float64(d.Levels[0][0])
				return cost, cost <= limit
			}
			for b.Loop() {
				Tune(context.Background(), start, probe, TuneOptions{Probes: 500})
			}
		})
	}
}
