package ticks_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/kripke"
	"brim/engine/system"
	"brim/engine/ticks"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/extended"
)

var untimedCount = flag.Int("untimed", 400,
	"compare so many random nets with reset arcs and priorities with the oracle")

// The system of a net with capacities, reset arcs and priorities has its markings and firings, those of the oracle, by
// its sets, by single steps and by packed states.
func TestUntimed(t *testing.T) {
	compared, several, without := 0, 0, 0
	for seed := range *untimedCount {
		rng := rand.New(rand.NewPCG(uint64(seed), 154))
		c := randextended.Config{Bounded: true, Net: randnet.Config{States: 200, Blocks: 3, Transitions: 8}}
		c.Net.Arbitrary, c.Net.Open = seed%2 == 0, seed%5 == 0
		net := randextended.Generate(rng, c)
		s, err := ticks.Untimed(t.Context(), net)
		if err != nil {
			t.Logf("seed %d: %v", seed, err)
			continue
		}
		space, err := oracle.ExploreExtended(net, 400)
		if err != nil {
			continue
		}
		compared++
		if s.NoSets() != nil {
			without++
		} else {
			sameSet(t, seed, s, space)
		}
		packed := s.States(kripke.UnknownBits)
		var out kripke.Successors
		for i, m := range space.States {
			var got []oracle.Edge
			if err := s.Successors(values(m), func(event int, to []int) {
				j := slices.IndexFunc(space.States, func(x petri.Marking) bool { return slices.Equal(values(x), to) })
				got = append(got, oracle.Edge{Transition: event, To: j})
			}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, space.Succ[i]) {
				t.Fatalf("seed %d: from %v %v, want %v", seed, m, got, space.Succ[i])
			}
			state, ok := packed.Pack(m)
			if !ok || packed.Successors(state, &out) != nil || out.Len() != len(space.Succ[i]) {
				t.Fatalf("seed %d: from %v %d packed states, want %v", seed, m, out.Len(), space.Succ[i])
			}
			for k, e := range space.Succ[i] {
				to, ok := packed.Pack(space.States[e.To])
				if !ok || out.Label(k) != e.Transition || !slices.Equal(out.State(k), to) {
					t.Fatalf("seed %d: from %v transition %d leads to %s", seed, m, out.Label(k),
						packed.Format(out.State(k)))
				}
			}
		}
		if list, err := net.Cases(100); err == nil && slices.ContainsFunc(list,
			func(x [][]extended.Need) bool { return len(x) > 1 }) {
			several++
		}
	}
	t.Logf("%d nets, %d with a transition of several cases, %d without bounds", compared, several, without)
	if compared < *untimedCount/2 || several < *untimedCount/20 {
		t.Error("expected more of them")
	}
}

// sameSet compares the set of reached tuples with the markings of the oracle.
func sameSet(t *testing.T, seed int, s *system.System, space *oracle.Space) {
	reached := s.Moves().Saturate(s.Start())
	if n := reached.Count(); !n.IsInt64() || n.Int64() != int64(len(space.States)) {
		t.Fatalf("seed %d: %v markings, want %d", seed, n, len(space.States))
	}
	if n := s.Moves().CountEnabled(reached); n.Int64() != int64(space.Firings) {
		t.Fatalf("seed %d: %v firings, want %d", seed, n, space.Firings)
	}
	for _, m := range space.States {
		if !reached.Contains(s.Tuple(values(m))...) {
			t.Fatalf("seed %d: %v is not reached", seed, m)
		}
	}
}

func values(m petri.Marking) []int {
	list := make([]int, len(m))
	for p, n := range m {
		list[p] = int(n)
	}
	return list
}
