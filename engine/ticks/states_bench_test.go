package ticks_test

import (
	"testing"

	"brim/engine/kripke"
	"brim/engine/ticks"
	"brim/petri/extended"
	"brim/petri/nets"
)

// BenchmarkStates finds all markings of nets one by one: of the net itself, and of the same net as a system.
func BenchmarkStates(b *testing.B) {
	for _, name := range []string{"kanban:4", "dphil:8", "fms:4", "rr:12"} {
		net, err := nets.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		s, err := ticks.Untimed(b.Context(), extended.Of(net))
		if err != nil {
			b.Fatal(err)
		}
		plain, err := kripke.NewNet(net)
		if err != nil {
			b.Fatal(err)
		}
		for as, x := range map[string]kripke.Structure{"net": plain, "system": s.States(kripke.UnknownBits)} {
			b.Run("net="+name+"/as="+as, func(b *testing.B) {
				states := 0
				for b.Loop() {
					found, err := kripke.Explore(b.Context(), x, nil, kripke.Limits{})
					if err != nil || !found.Complete {
						b.Fatal(err, found.Stopped)
					}
					states += found.States()
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
			})
		}
	}
}
