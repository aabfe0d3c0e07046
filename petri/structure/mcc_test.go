package structure_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"brim/petri/pnml"
	"brim/petri/structure"
)

// contestModels returns the folder with the contest's nets beside the repository.
func contestModels(t *testing.T) string {
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, e := os.Stat(filepath.Join(dir, "go.mod")); e == nil {
			models := filepath.Join(dir, "..", "shared", "mcc", "models")
			if _, e := os.Stat(models); e == nil {
				return models
			}
			break
		}
		dir = filepath.Dir(dir)
	}
	t.Skip("the contest's nets are not here: no folder shared/mcc/models beside the repository")
	return ""
}

// TestContest checks boundedness on the contest's nets, of which one is unbounded,
// with invariants and, on a small budget, without, and the shapes of the nets
// against what the contest states about the models.
func TestContest(t *testing.T) {
	models := contestModels(t)
	entries, err := os.ReadDir(models)
	if err != nil {
		t.Fatal(err)
	}
	stated := 0
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			dir := filepath.Join(models, e.Name())
			net, err := pnml.ReadFile(t.Context(), filepath.Join(dir, "model.pnml"))
			if err != nil {
				t.Fatal(err)
			}
			flows, _ := structure.Semiflows(net, structure.Limit{})
			for _, f := range flows {
				if !constant(net, f) {
					t.Errorf("%s is no semiflow", show(net, f))
				}
			}
			want := structure.Bounded
			if e.Name() == "DoubleLock-PT-p3s1" {
				want = structure.Unbounded
			}
			bare := *net
			bare.Units = nil // which would declare it safe
			start := time.Now()
			if v := structure.Boundedness(context.Background(), &bare, flows, structure.Budget{}); v.Kind != want {
				t.Errorf("%+v, want %v", v, want)
			}
			if d := time.Since(start); d > time.Second {
				t.Errorf("boundedness took %v", d)
			}
			v := structure.Boundedness(context.Background(), &bare, nil, structure.Budget{Markings: 2000})
			if v.Kind != want && v.Kind != structure.Unknown {
				t.Errorf("without invariants: %+v", v)
			}
			stated += compareShape(t, filepath.Join(dir, "GenericPropertiesVerdict.xml"),
				structure.Describe(net, flows))
		})
	}
	t.Logf("%d properties of shape agree with the contest's", stated)
}

var statement = regexp.MustCompile(`reference="([A-Z_]+)" value="(true|false)"`)

// compareShape compares the facts with the contest's statements and returns how many
// there were.
func compareShape(t *testing.T, file string, f structure.Facts) (count int) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0 // not all models have one
	}
	mine := map[string]bool{
		"ORDINARY": f.Ordinary, "SIMPLE_FREE_CHOICE": f.SimpleFreeChoice, "EXTENDED_FREE_CHOICE": f.ExtendedFreeChoice,
		"STATE_MACHINE": f.StateMachine, "MARKED_GRAPH": f.MarkedGraph, "CONNECTED": f.Components == 1,
		"STRONGLY_CONNECTED": f.StronglyConnected, "SOURCE_PLACE": len(f.SourcePlaces) > 0,
		"SINK_PLACE":        len(f.SinkPlaces) > 0,
		"SOURCE_TRANSITION": len(f.SourceTransitions) > 0, "SINK_TRANSITION": len(f.SinkTransitions) > 0,
		"LOOP_FREE": f.LoopFree, "CONSERVATIVE": f.Conservative, "SUBCONSERVATIVE": f.SubConservative,
	}
	for _, m := range statement.FindAllStringSubmatch(string(text), -1) {
		if got, ok := mine[m[1]]; ok {
			count++
			if want := m[2] == "true"; got != want {
				t.Errorf("%s: %v, the contest says %v", m[1], got, want)
			}
		}
	}
	return count
}
