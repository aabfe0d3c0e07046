package symbolic_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"brim/engine/symbolic"
	"brim/petri/pnml"
)

// BenchmarkRounds explores the contest's nets within 20, 30 and 40 steps, 10 s each, and tells the work, that for
// the order included, and how many steps were reached.
func BenchmarkRounds(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(contestModels(b), "*", "model.pnml"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		b.Run("net="+filepath.Base(filepath.Dir(file)), func(b *testing.B) {
			net, err := pnml.ReadFile(context.Background(), file)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				r, err := symbolic.NewRounds(net, symbolic.Options{Memory: 2 << 30},
					symbolic.RoundOptions{Strategy: symbolic.Cont})
				if err != nil {
					b.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
				steps := 0
				for r.More() && steps < 40 {
					space, err := r.Next(ctx)
					if err != nil {
						break
					}
					steps = space.Steps
				}
				cancel()
				b.ReportMetric(float64(r.Spent()), "work")
				b.ReportMetric(float64(steps), "steps")
				r.Close()
			}
		})
	}
}
