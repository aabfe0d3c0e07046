package lift_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"brim/engine/kripke"
	"brim/engine/kripke/lift"
	"brim/internal/bisim"
)

func explore(t *testing.T, l *kripke.LTS) *kripke.Exploration {
	t.Helper()
	x, err := kripke.Explore(context.Background(), l, nil, kripke.Limits{})
	if err != nil || !x.Complete {
		t.Fatal(x, err)
	}
	return x
}

// The numbers come from another implementation. Those of the levels are from one of another tool, which has 27 more
// states in the last twenty-odd levels, copies of the dead bus.
func TestCounts(t *testing.T) {
	l := lift.LTS()
	x := explore(t, l)
	if l.States() != 31925 || x.States() != 31925 || l.Transitions() != 121197 || x.Deadlocks != 327 || len(x.Levels) != 47 {
		t.Errorf("%d states, %d of them reachable, %d transitions, %d deadlocks, %d levels; want 31925, 31925, 121197, 327, 47",
			l.States(), x.States(), l.Transitions(), x.Deadlocks, len(x.Levels))
	}
	sum := 0
	for i, want := range []int{1, 4, 10, 20, 44, 95, 173, 281, 380, 479, 557, 617, 680, 755, 848, 968, 1091, 1217} {
		sum += x.Levels[i]
		if sum != want {
			t.Errorf("%d states within %d steps, want %d", sum, i, want)
		}
	}
	if classes, edges := graph(t, l).Quotient(); classes != 6897 || edges != 29214 {
		t.Errorf("the quotient by bisimilarity has %d states and %d transitions, want 6897 and 29214", classes, edges)
	}
}

func graph(t *testing.T, s kripke.Structure) *bisim.Graph {
	t.Helper()
	g, err := bisim.Explore(s, func(label string) string { return label })
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The graph is bisimilar to that of another implementation of the same definition, with the same numbers of states on
// each level, and to that of the mCRL2 tools.
func TestReference(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "models", "lts")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the reference graphs are not there: no directory ../shared/models/lts beside the repository")
	}
	ours := lift.LTS()
	g := graph(t, ours)
	for _, name := range []string{"lift3-own.aut", "lift3-init.aut"} {
		theirs, err := kripke.ReadAUTFile(t.Context(), filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bisim.Equivalent(g, graph(t, theirs)) {
			t.Errorf("not bisimilar to %s", name)
		}
		x, y := explore(t, ours), explore(t, theirs)
		if name == "lift3-own.aut" && (!slices.Equal(x.Levels, y.Levels) || x.Transitions != y.Transitions || x.Deadlocks != y.Deadlocks) {
			t.Errorf("%d transitions, %d deadlocks and the levels %d; %s has %d, %d and %d",
				x.Transitions, x.Deadlocks, x.Levels, name, y.Transitions, y.Deadlocks, y.Levels)
		}
	}
}
