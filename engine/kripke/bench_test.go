package kripke_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"brim/engine/kripke"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/pnml"
)

// BenchmarkExplore explores whole state spaces: families, and nets of the contest where they are there.
func BenchmarkExplore(b *testing.B) {
	run := func(b *testing.B, net *petri.Net) {
		n := mustNet(b, net)
		var x *kripke.Exploration
		for b.Loop() {
			var err error
			if x, err = kripke.Explore(context.Background(), n, nil, kripke.Limits{}); err != nil || !x.Complete {
				b.Fatal(x.Stopped, err)
			}
		}
		b.ReportMetric(float64(x.States())*float64(b.N)/b.Elapsed().Seconds(), "states/s")
		b.ReportMetric(float64(x.Table.Bytes())/float64(x.States()), "B/state")
	}
	for _, spec := range []string{"kanban:4", "dphil:8", "fms:3", "hanoi:10"} {
		b.Run(spec, func(b *testing.B) {
			net, err := nets.Parse(spec)
			if err != nil {
				b.Fatal(err)
			}
			run(b, net)
		})
	}
	for _, name := range []string{"Kanban-PT-00005", "HouseConstruction-PT-00005", "ParamProductionCell-PT-4",
		"MAPK-PT-00008", "CircadianClock-PT-000010"} {
		b.Run(name, func(b *testing.B) {
			file := filepath.Join(sharedFolder(b), "mcc", "models", name, "model.pnml")
			if _, err := os.Stat(file); err != nil {
				b.Skip("the contest's nets are not here: no folder shared/mcc/models beside the module")
			}
			net, err := pnml.ReadFile(b.Context(), file)
			if err != nil {
				b.Fatal(err)
			}
			run(b, net)
		})
	}
}
