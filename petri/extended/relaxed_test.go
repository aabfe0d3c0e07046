package extended_test

import (
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
)

// The relaxed net reaches all markings of the net, with the same and more transitions enabled.
func TestRelaxedAgrees(t *testing.T) {
	compared, more := 0, 0
	for seed := range *count {
		net, _ := draw(seed)
		space, err := oracle.ExploreExtended(net, 100)
		if err != nil {
			continue
		}
		plain, err := net.Relaxed().Plain()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		relaxed, err := oracle.Explore(plain, 3000)
		if err != nil {
			continue
		}
		compared++
		if len(relaxed.States) > len(space.States) {
			more++
		}
		for i, m := range space.States {
			k, ok := relaxed.Number(m)
			if !ok {
				t.Fatalf("seed %d: the relaxed net does not reach %v", seed, m)
			}
			for _, e := range space.Succ[i] {
				if !slices.ContainsFunc(relaxed.Succ[k],
					func(x oracle.Edge) bool { return x.Transition == e.Transition }) {
					t.Fatalf("seed %d: transition %d is not enabled in %v", seed, e.Transition, m)
				}
			}
		}
	}
	t.Logf("%d nets compared, %d relaxed nets reach more markings", compared, more)
	if more < compared/20 {
		t.Error("the nets hardly test anything")
	}
}
