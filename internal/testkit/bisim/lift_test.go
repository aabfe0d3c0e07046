package bisim

import (
	"brim/engine/kripke"
	"brim/engine/kripke/lift"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func explored(t *testing.T, l *kripke.LTS) *kripke.Exploration {
	t.Helper()
	x, err := kripke.Explore(t.Context(), l, nil, kripke.Limits{})
	if err != nil || !x.Complete {
		t.Fatal(x, err)
	}
	return x
}

// The number is that of another implementation.
func TestLiftQuotient(t *testing.T) {
	if classes, edges := graph(t, lift.LTS()).Quotient(); classes != 6897 || edges != 29214 {
		t.Errorf("the quotient by bisimilarity has %d states and %d transitions, want 6897 and 29214", classes, edges)
	}
}

func graph(t *testing.T, s kripke.Structure) *Graph {
	t.Helper()
	g, err := Explore(s, func(label string) string { return label })
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The graph is bisimilar to that of another implementation of the same definition, with the same numbers of states on
// each level, and to that of the mCRL2 tools.
func TestLift(t *testing.T) {
	if _, err := os.Stat(references); err != nil {
		t.Skip("the reference graphs are not there: no directory ../shared/models/lts beside the repository")
	}
	ours := lift.LTS()
	g := graph(t, ours)
	for _, name := range []string{"lift3-own.aut", "lift3-init.aut"} {
		theirs, err := kripke.ReadAUTFile(t.Context(), filepath.Join(references, name))
		if err != nil {
			t.Fatal(err)
		}
		if !Equivalent(g, graph(t, theirs)) {
			t.Errorf("not bisimilar to %s", name)
		}
		x, y := explored(t, ours), explored(t, theirs)
		if name == "lift3-own.aut" && (!slices.Equal(x.Levels, y.Levels) || x.Transitions != y.Transitions ||
			x.Deadlocks != y.Deadlocks) {
			t.Errorf("%d transitions, %d deadlocks and the levels %d; %s has %d, %d and %d",
				x.Transitions, x.Deadlocks, x.Levels, name, y.Transitions, y.Deadlocks, y.Levels)
		}
	}
}
