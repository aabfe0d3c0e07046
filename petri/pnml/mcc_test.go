package pnml

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// modelFacts are the published sizes of nets of the Model Checking Contest.
var modelFacts = []struct {
	name                      string
	places, transitions, arcs int
	tokens                    int64 // in the initial marking
	nupn                      bool
}{
	{"Angiogenesis-PT-01", 39, 64, 185, 8, true},
	{"AutoFlight-PT-01b", 114, 112, 264, 1, true},
	{"BusinessProcesses-PT-02", 262, 219, 576, 1, true},
	{"CSRepetitions-PT-02", 23, 28, 92, 8, false},
	{"CircadianClock-PT-000010", 14, 16, 58, 52, false},
	{"ClientsAndServers-PT-N0002P0", 25, 18, 54, 34, false},
	{"Dekker-PT-020", 100, 440, 3240, 40, true},
	{"DoubleLock-PT-p3s1", 46, 80, 324, 11, false},
	{"ERK-PT-000010", 11, 11, 34, 50, false},
	{"Eratosthenes-PT-010", 9, 8, 24, 9, false},
	{"Eratosthenes-PT-050", 49, 108, 324, 49, false},
	{"FMS-PT-00002", 22, 20, 50, 12, false},
	{"FMS-PT-00010", 22, 20, 50, 36, false},
	{"GPPP-PT-C0001N0000000001", 33, 22, 83, 22, false},
	{"HouseConstruction-PT-00005", 26, 18, 51, 5, false},
	{"IBM319-PT-none", 253, 178, 526, 1, true},
	{"JoinFreeModules-PT-0003", 16, 25, 71, 19, false},
	{"Kanban-PT-00005", 16, 16, 40, 20, false},
	{"Kanban-PT-00100", 16, 16, 40, 400, false},
	{"LamportFastMutEx-PT-2", 69, 96, 402, 6, true},
	{"MAPK-PT-00008", 22, 30, 90, 36, false},
	{"MultiwaySync-PT-none", 222, 472, 1496, 1, true},
	{"ParamProductionCell-PT-4", 231, 202, 846, 36, true},
	{"Peterson-PT-2", 102, 126, 384, 8, true},
	{"Philosophers-PT-000005", 25, 25, 80, 10, true},
	{"Philosophers-PT-000050", 250, 250, 800, 100, true},
	{"Railroad-PT-005", 68, 56, 313, 15, true},
	{"ResAllocation-PT-R003C005", 30, 20, 84, 15, true},
	{"RobotManipulation-PT-00005", 15, 11, 34, 31, false},
	{"SharedMemory-PT-000005", 41, 55, 200, 11, true},
	{"SimpleLoadBal-PT-05", 59, 180, 1158, 10, true},
	{"SwimmingPool-PT-01", 9, 7, 20, 45, false},
	{"TokenRing-PT-005", 36, 156, 624, 6, true},
}

// contestModels returns the folder shared/mcc/models beside the module, which holds
// the nets of the contest and is not part of it.
func contestModels(t *testing.T) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			models := filepath.Join(dir, "..", "shared", "mcc", "models")
			if _, err := os.Stat(models); err != nil {
				break
			}
			return models
		}
	}
	t.Skip("the contest's nets are not here: no folder shared/mcc/models beside the module")
	return ""
}

func TestContestModels(t *testing.T) {
	models := contestModels(t)
	for _, want := range modelFacts {
		t.Run(want.name, func(t *testing.T) {
			net, err := ReadFile(t.Context(), filepath.Join(models, want.name, "model.pnml"))
			if err != nil {
				t.Fatal(err)
			}
			tokens := int64(0)
			for _, n := range net.Initial() {
				tokens += n
			}
			if net.Name != want.name || len(net.Places) != want.places || len(net.Transitions) != want.transitions ||
				net.ArcCount() != want.arcs || tokens != want.tokens {
				t.Errorf("%s: %d places, %d transitions, %d arcs, %d tokens; want %+v",
					net.Name, len(net.Places), len(net.Transitions), net.ArcCount(), tokens, want)
			}
			if (net.Units != nil) != want.nupn || want.nupn && !net.Units.Safe {
				t.Errorf("units %v, want them: %v", net.Units, want.nupn)
			}
			var buf bytes.Buffer
			if err := Write(&buf, net); err != nil {
				t.Fatal(err)
			}
			if back, err := Read(&buf, want.name); err != nil || !back.Equal(net) {
				t.Errorf("Write and Read change the net: %v", err)
			}
		})
	}
}
