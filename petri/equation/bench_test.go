package equation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/equation/certificate"
	"brim/petri/nets"
)

// BenchmarkRefute asks whether a place gets one token more than at first, place after place, on families of nets from
// tens to ten thousands of places; questions=proved says how many of a hundred are refuted.
func BenchmarkRefute(b *testing.B) {
	for _, spec := range []string{"kanban:10", "dphil:20", "dphil:200", "dphil:2000", "sr:100", "fms:10"} {
		net, err := nets.Parse(spec)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("net=%s/places=%d/transitions=%d", spec, len(net.Places), len(net.Transitions)),
			func(b *testing.B) {
				benchmarkRefute(b, net)
			})
	}
	net := randnet.Generate(rand.New(rand.NewPCG(1, 1)),
		randnet.Config{Blocks: 300, Transitions: 2000, States: 1 << 62})
	b.Run(fmt.Sprintf("net=random/places=%d/transitions=%d", len(net.Places), len(net.Transitions)),
		func(b *testing.B) { benchmarkRefute(b, net) })
}

func benchmarkRefute(b *testing.B, net *petri.Net) {
	s := New(net)
	rng := rand.New(rand.NewPCG(1, 2))
	proved := 0
	for b.Loop() {
		p := rng.IntN(len(net.Places))
		r, err := s.Refute(context.Background(), certificate.AtLeast(p, net.Places[p].Initial+1),
			Limits{Nodes: 100, Pivots: 10_000})
		if err == nil && r.Proof != nil {
			proved++
		}
	}
	b.ReportMetric(100*float64(proved)/float64(b.N), "proved/100")
	b.ReportMetric(float64(s.tableau.Pivots())/float64(b.N), "pivots/op")
}

// BenchmarkNew builds the equations of a net.
func BenchmarkNew(b *testing.B) {
	net, err := nets.Parse("dphil:5000")
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("places=%d/transitions=%d", len(net.Places), len(net.Transitions)), func(b *testing.B) {
		for b.Loop() {
			New(net)
		}
	})
}
