package bmc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri/nets"
)

// netRows are goals that are k steps away.
var netRows = []struct {
	net, formula string
	k            int
}{
	{"dphil:5", "EF deadlock", 10},
	{"rr:10", "EF P2_3 = 1", 7},
	{"rr:25", "EF BF_4 = 1", 11},
	{"fms:10", "EF(P1s = 1 & P2s = 1 & P3s = 1)", 10},
	{"fms:20", "EF(P1s = 2 & P2s = 2 & P3s = 2)", 20},
	{"fms:50", "EF(P1s = 3 & P2s = 3 & P3s = 2)", 28},
	{"kanban:50", "EF pout4 = 4", 28},
	{"fms:100", "EF(P1s = 4 & P2s = 4 & P3s = 2 & P3M2 >= 1)", 37},
	{"fms:200", "EF(P1s = 4 & P2s = 4 & P3s = 4 & P3M2 >= 1)", 41},
}

// options of the benchmarks: both algorithms that find shortest paths at a known length, and steps of several
// transitions, which take no length.
func variants(k int) map[string]Options {
	return map[string]Options{
		"induction": {Algorithm: Induction},
		"start":     {Algorithm: Refined, Start: k},
		"together":  {Algorithm: Induction, Together: true},
	}
}

// BenchmarkNets looks for paths to goals of nets, for half a minute at most.
func BenchmarkNets(b *testing.B) {
	for _, row := range netRows {
		net, err := nets.Parse(row.net)
		if err != nil {
			b.Fatal(err)
		}
		f := parse(b, net, syntax.NewPool(), row.formula)
		for _, way := range []string{"induction", "start", "together"} {
			b.Run(fmt.Sprintf("net=%s/k=%d/way=%s", row.net, row.k, way), func(b *testing.B) {
				for b.Loop() {
					ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
					r, err := Decide(ctx, net, f, syntax.Maximal, variants(row.k)[way])
					cancel()
					report(b, r, err)
				}
			})
		}
	}
}

// BenchmarkCircuits looks for the bad states of public circuits, for half a minute at most.
func BenchmarkCircuits(b *testing.B) {
	dir := filepath.Join("..", "..", "..", "shared", "models", "aiger")
	if _, err := os.Stat(dir); err != nil {
		b.Skip("the circuits are not here: no folder shared/models/aiger beside the module")
	}
	for _, row := range published {
		c, err := circuit.ReadFile(b.Context(), filepath.Join(dir, row.file+".aag"))
		if err != nil {
			b.Fatal(err)
		}
		f := asked(b, c, "EF "+c.Goals()[0].Name+" = 1")
		for _, way := range []string{"induction", "start"} {
			if row.steps < 0 && way == "start" {
				continue
			}
			b.Run(fmt.Sprintf("circuit=%s/k=%d/way=%s", filepath.Base(row.file), row.steps, way), func(b *testing.B) {
				for b.Loop() {
					ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
					r, err := DecideCircuit(ctx, c, f, variants(row.steps)[way])
					cancel()
					report(b, r, err)
				}
			})
		}
	}
}

func report(b *testing.B, r *Result, err error) {
	if err != nil {
		b.Fatal(err)
	}
	if r.Result == engine.Unknown {
		b.Skipf("%s", r.Reason)
	}
	b.ReportMetric(float64(r.Length), "steps")
	b.ReportMetric(float64(r.Questions), "questions")
	b.ReportMetric(float64(r.Largest.Clauses()), "clauses")
}
