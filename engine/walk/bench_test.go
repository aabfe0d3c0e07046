//go:build unix

package walk_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/walk"
	"brim/internal/testkit/randformula"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/pnml"
)

// BenchmarkFirings tells how many transitions are fired in a second of the processor, restarts included, on nets of
// about a thousand places, with and without formulas to look for.
func BenchmarkFirings(b *testing.B) {
	for _, name := range []string{"dphil:167", "rr:500", "kanban:1000"} {
		net, err := nets.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, formulas := range []int{0, 16} {
			b.Run(fmt.Sprintf("net=%s/places=%d/formulas=%d", name, len(net.Places), formulas), func(b *testing.B) {
				firings(b, net, formulas)
			})
		}
	}
}

// BenchmarkContest is BenchmarkFirings for the nets of ../shared/mcc/large.
func BenchmarkContest(b *testing.B) {
	files, _ := filepath.Glob("../../../shared/mcc/large/*/model.pnml")
	if len(files) == 0 {
		b.Skip("there is no ../shared/mcc/large")
	}
	for _, file := range files {
		net, err := pnml.ReadFile(b.Context(), file)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("net=%s/places=%d/formulas=0", filepath.Base(filepath.Dir(file)), len(net.Places)),
			func(b *testing.B) {
				firings(b, net, 0)
			})
	}
}

func firings(b *testing.B, net *petri.Net, formulas int) {
	w, err := walk.New(net, 1)
	if err != nil {
		b.Fatal(err)
	}
	rng, pool := rand.New(rand.NewPCG(1, 1)), syntax.NewPool()
	for n := 0; n < formulas; {
		f := randformula.Generate(rng, net, 4, pool)
		if f.Temporal() || f.Size() < 4 {
			continue
		}
		// what is never found stays in the graph
		if _, err := w.Reach(pool.And(f, pool.Not(f))); err == nil {
			n++
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	begin := used(b)
	if err := w.Random(context.Background(), walk.Limits{Firings: int64(b.N)}); err != nil {
		b.Fatal(err)
	}
	if seconds := used(b) - begin; seconds > 0 {
		b.ReportMetric(float64(w.Firings())/seconds, "firings/s")
	}
}

// used returns the seconds of the processor that this process has used.
func used(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
