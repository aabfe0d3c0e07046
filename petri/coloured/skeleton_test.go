package coloured_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/petri/coloured"
)

// TestSkeleton: each firing of a random net, seen without colours, is one of its skeleton.
func TestSkeleton(t *testing.T) {
	firings, exact := 0, 0
	for seed := range *coarseNets / 3 {
		net := randcoloured.Generate(rand.New(rand.NewPCG(uint64(seed), 18)), randcoloured.Config{Open: seed%3 == 0})
		skeleton, err := net.Skeleton()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		space, err := oracle.ExploreColoured(net, 200)
		if errors.Is(err, oracle.ErrTooMany) {
			space, err = oracle.ExploreColouredTo(net, 2, 5000)
		}
		if err != nil {
			continue
		}
		if first := skeleton.Initial(); !slices.Equal(first, space.Sums[0]) {
			t.Fatalf("seed %d: the initial marking is %v, expected %v", seed, first, space.Sums[0])
		}
		for i, edges := range space.Succ {
			for _, e := range edges {
				firings++
				after := slices.Clone(space.Sums[i])
				if err := skeleton.Fire(after, e.Transition); err != nil || !slices.Equal(after, space.Sums[e.To]) {
					t.Fatalf("seed %d: from %v transition %d leads to %v (%v), expected %v",
						seed, space.Sums[i], e.Transition, after, err, space.Sums[e.To])
				}
			}
			for tr := range net.Transitions {
				if skeleton.Enabled(space.Sums[i], tr) && !slices.ContainsFunc(edges, func(e oracle.ColouredEdge) bool { return e.Transition == tr }) {
					exact++
				}
			}
		}
	}
	t.Logf("%d firings; %d times the skeleton alone enables a transition", firings, exact)
	if firings == 0 || exact == 0 {
		t.Error("the nets test nothing")
	}
}

// TestSkeletonOfDifference: all colours but one are as many as there are colours, less one.
func TestSkeletonOfDifference(t *testing.T) {
	b := coloured.NewBuilder("rest")
	s := b.Range("R", "", 1, 5)
	v := b.Variable("v", "", s)
	p, q := b.Place("p", s), b.Place("q", b.Product("P", "", s, s))
	b.Initial(p, &coloured.Term{Op: coloured.All, Sort: s})
	tr := b.Transition("t")
	x := &coloured.Term{Op: coloured.Bound, Sort: s, Value: int64(v)}
	rest := &coloured.Term{Op: coloured.Difference, Sort: s, Args: []*coloured.Term{{Op: coloured.All, Sort: s}, x}}
	b.Input(p, tr, x)
	b.Output(tr, q, &coloured.Term{Op: coloured.Tuple, Sort: coloured.Open, Args: []*coloured.Term{rest, rest}})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	skeleton, err := net.Skeleton()
	if err != nil {
		t.Fatal(err)
	}
	m := skeleton.Initial()
	if err := skeleton.Fire(m, tr); err != nil || !slices.Equal(m, []int64{4, 16}) {
		t.Errorf("after a firing there are %v tokens (%v), expected 4 and 16", m, err)
	}
}
