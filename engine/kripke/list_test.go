package kripke_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
)

// The listed graph of a net is that of the oracle, whose states have the same numbers.
func TestListAgrees(t *testing.T) {
	same := func(name string) string { return name }
	for seed := range uint64(200) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 22)), randnet.Config{States: 200})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		l, err := kripke.List(context.Background(), mustNet(t, net), kripke.Limits{}, same)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if l.Name() != net.Name || l.States() != len(space.States) || l.Transitions() != space.Firings {
			t.Fatalf("seed %d: %s has %d states and %d transitions, want %d and %d", seed, l.Name(), l.States(),
				l.Transitions(), len(space.States), space.Firings)
		}
		var out kripke.Successors
		for i, edges := range space.Succ {
			if err := l.Successors(kripke.State{uint64(i)}, &out); err != nil {
				t.Fatal(err)
			}
			var got []oracle.Edge
			for j := range out.Len() {
				name := l.Labels()[out.Label(j)]
				transition, _ := net.TransitionIndex(name)
				got = append(got, oracle.Edge{Transition: transition, To: int(out.State(j)[0])})
			}
			if !slices.Equal(got, edges) {
				t.Fatalf("seed %d: state %d has the transitions %v, want %v", seed, i, got, edges)
			}
		}
	}
}

// Labels may become equal, and what is not reachable is left out.
func TestListLabels(t *testing.T) {
	ring, err := kripke.NewLTS("ring", 4, 1, []string{"a_1", "a_2", "b"},
		[]kripke.Edge{{1, 3, 0}, {3, 1, 1}, {3, 1, 2}, {0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := kripke.List(context.Background(), ring, kripke.Limits{}, func(name string) string { return name[:1] })
	if err != nil {
		t.Fatal(err)
	}
	if l.States() != 2 || l.Transitions() != 3 || !slices.Equal(l.Labels(), []string{"a", "b"}) {
		t.Errorf("%d states, %d transitions, labels %q; want 2, 3, a and b", l.States(), l.Transitions(), l.Labels())
	}
	var limit *kripke.LimitError
	if _, err := kripke.List(context.Background(), ring, kripke.Limits{States: 1}, nil); !errors.As(err, &limit) {
		t.Errorf("error %v, want a limit", err)
	}
}
