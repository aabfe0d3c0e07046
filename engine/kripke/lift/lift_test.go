package lift_test

import (
	"context"
	"testing"

	"brim/engine/kripke"
	"brim/engine/kripke/lift"
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
	if l.States() != 31925 || x.States() != 31925 || l.Transitions() != 121197 || x.Deadlocks != 327 ||
		len(x.Levels) != 47 {
		t.Errorf("%d states, %d of them reachable, %d transitions, %d deadlocks, %d levels; want 31925, 31925, "+
			"121197, 327, 47",
			l.States(), x.States(), l.Transitions(), x.Deadlocks, len(x.Levels))
	}
	sum := 0
	for i, want := range []int{1, 4, 10, 20, 44, 95, 173, 281, 380, 479, 557, 617, 680, 755, 848, 968, 1091, 1217} {
		sum += x.Levels[i]
		if sum != want {
			t.Errorf("%d states within %d steps, want %d", sum, i, want)
		}
	}
}
