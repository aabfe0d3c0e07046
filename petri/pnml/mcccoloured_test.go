package pnml

import (
	"path/filepath"
	"testing"

	"brim/petri/coloured"
)

// colouredFacts are counts of the tags in the files: namedsort and partition, variabledecl, place, transition,
// feconstant, hlinitialMarking and condition.
var colouredFacts = []struct {
	name                                                              string
	sorts, variables, places, transitions, constants, marked, guarded int
}{
	{"AirplaneLD-COL-0010", 5, 3, 20, 15, 34, 9, 10},
	{"AirplaneLD-COL-0100", 5, 3, 20, 15, 304, 9, 10},
	{"BART-COL-005", 6, 7, 4, 7, 52, 4, 5},
	{"BridgeAndVehicles-COL-V10P10N10", 5, 4, 15, 11, 35, 7, 6},
	{"CryptoMiner-COL-D03N010", 1, 1, 3, 5, 4, 2, 4},
	{"DatabaseWithMutex-COL-02", 3, 2, 11, 8, 4, 3, 0},
	{"FamilyReunion-COL-L00010M0001C001P001G001", 11, 6, 104, 66, 21, 7, 1},
	{"GlobalResAllocation-COL-03", 3, 5, 5, 7, 9, 2, 0},
	{"Murphy-COL-D2N050", 1, 1, 6, 7, 3, 4, 0},
	{"NeoElection-COL-2", 13, 7, 18, 22, 21, 5, 6},
	{"PermAdmissibility-COL-01", 2, 8, 40, 16, 8, 5, 0},
	{"Peterson-COL-2", 7, 3, 11, 14, 7, 3, 4},
	{"Philosophers-COL-000050", 1, 1, 5, 5, 50, 2, 0},
	{"PhilosophersDyn-COL-03", 2, 4, 8, 7, 3, 1, 1},
	{"QuasiCertifProtocol-COL-02", 3, 1, 30, 26, 3, 4, 0},
	{"Referendum-COL-0010", 2, 1, 4, 3, 10, 1, 0},
	{"SharedMemory-COL-000005", 3, 3, 6, 5, 5, 3, 2},
	{"Sudoku-COL-AN03", 3, 3, 4, 1, 0, 3, 0},
	{"TokenRing-COL-005", 2, 3, 1, 2, 6, 1, 1},
	{"UtilityControlRoom-COL-Z2T4N02", 7, 3, 13, 12, 0, 3, 0},
}

func TestColouredContestModels(t *testing.T) {
	models := filepath.Join(contestModels(t), "..", "coloured")
	for _, want := range colouredFacts {
		pt, net, err := ReadAnyFile(t.Context(), filepath.Join(models, want.name, "model.pnml"))
		if err != nil || pt != nil {
			t.Errorf("place/transition net %v, error %v", pt, err)
			continue
		}
		got := want
		got.name, got.sorts, got.variables = net.Name, len(net.Sorts), len(net.Variables)
		got.places, got.transitions = len(net.Places), len(net.Transitions)
		got.constants, got.marked, got.guarded = 0, 0, 0
		for _, s := range net.Sorts {
			if s.Kind != coloured.Partition {
				got.constants += len(s.Constants)
			}
		}
		for _, p := range net.Places {
			if p.Initial != nil {
				got.marked++
			}
		}
		for _, tr := range net.Transitions {
			if tr.Guard != nil {
				got.guarded++
			}
		}
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}
