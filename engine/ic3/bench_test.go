package ic3

import (
	"fmt"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	family "brim/petri/nets"
	"brim/petri/structure"
)

// BenchmarkNet decides questions about nets of families; a path is found for the first, the others have invariants.
func BenchmarkNet(b *testing.B) {
	for _, row := range []struct{ net, formula string }{
		{"dphil:10", "EF deadlock"}, {"dphil:10", "AG (HasL_1 = 0 | HasR_2 = 0 & HasL_2 = 0 | Fork_1 = 0)"},
		{"kanban:3", "AG pm1 + pb1 + pm4 < 7"},
	} {
		net, err := family.Parse(row.net)
		if err != nil {
			b.Fatal(err)
		}
		f := about(b, net, row.formula)
		b.Run(fmt.Sprintf("net=%s/op=%v/formula=%d", row.net, f.Op, f.Size()), func(b *testing.B) {
			for b.Loop() {
				r, err := Decide(b.Context(), structure.NewProfile(net), f, syntax.Maximal)
				if err != nil || r.Result == 0 {
					b.Fatal(r, err)
				}
				b.ReportMetric(float64(r.Questions), "questions/op")
			}
		})
	}
}

// BenchmarkCircuit decides whether a token of a ring of latches is ever in two of them.
func BenchmarkCircuit(b *testing.B) {
	for _, n := range []int{8, 32} {
		c := ring(b, n)
		f := asked(b, c, "AG (l0 = 0 | l2 = 0)")
		b.Run(fmt.Sprintf("circuit=ring/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				r, err := DecideCircuit(b.Context(), c, f)
				if err != nil || r.Invariant == nil {
					b.Fatal(r, err)
				}
				b.ReportMetric(float64(r.Questions), "questions/op")
			}
		})
	}
}

func ring(t testing.TB, n int) *circuit.Circuit {
	t.Helper()
	var latches []string
	for i := range n {
		latches = append(latches, fmt.Sprint("l", i))
	}
	b := circuit.NewBuilder("ring", []string{"go"}, latches)
	b.SetReset(0, circuit.True)
	move := b.Input(0)
	for i := range n {
		b.SetNext(i, b.Or(b.And(move, b.Latch((i+n-1)%n)), b.And(move.Not(), b.Latch(i))))
	}
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
