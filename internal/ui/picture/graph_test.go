package picture

import (
	"bytes"
	"testing"

	"brim/check/explore"
	"brim/internal/naming"
)

// Graphviz places the states of a large graph by forces, and those of a small one in rows.
func TestLayoutOfGraphs(t *testing.T) {
	for states, byForces := range map[int]bool{2: false, mostInRows: false, mostInRows + 1: true} {
		var b bytes.Buffer
		g := &explore.Graph{States: make([]explore.GraphState, states)}
		if err := Graph(&b, naming.Names{}, "ring", g); err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(b.Bytes(), []byte("layout=sfdp")); got != byForces {
			t.Errorf("%d states are placed by forces: %t, want %t", states, got, byForces)
		}
	}
}
