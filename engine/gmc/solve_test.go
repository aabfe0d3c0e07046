package gmc

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

// twin finds the states that a firing leads to from s, or from which one leads there, by trying all.
func twin(n *Net, s State, forward bool) (list []State) {
	next := make(petri.Marking, len(n.net.Places))
	for x := range 1 << n.bits {
		other := make(State, n.bits)
		for i := range other {
			other[i] = uint8(x >> i & 1)
		}
		from, to := n.Marking(s), n.Marking(other)
		if !forward {
			from, to = to, from
		}
		for t := range n.net.EnabledTransitions(from) {
			if n.net.FireInto(next, from, t) && slices.Equal(next, to) {
				list = append(list, other)
				break
			}
		}
	}
	return list
}

// A walk through the diagrams finds a nearest state if there is one, forward and backward, and says which steps exist:
// compared with all states. The model has no invariants here, so all vectors of bits are states.
func TestWalksAreNearest(t *testing.T) {
	asked, none := 0, 0
	for seed := range 60 {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		net := randnet.Generate(rng, randnet.Config{Safe: true, States: 100, Blocks: 2, Transitions: 8})
		if len(net.Places) > 9 {
			continue
		}
		n, err := NewNet(structure.NewProfile(net), 1)
		if err != nil {
			t.Fatal(err)
		}
		n.invariants = nil
		s := &search{Model: n.Model, rng: rng}
		if err := s.prepare(context.Background(), n.initial, n.initial); err != nil {
			t.Fatal(err)
		}
		random := func() State {
			x := make(State, n.bits)
			for i := range x {
				x[i] = uint8(rng.IntN(2))
			}
			return x
		}
		for range 10 {
			from, near := random(), random()
			for _, forward := range []bool{true, false} {
				got := s.before(from, near, -1)
				if forward {
					got = s.after(from, near, -1)
				}
				all := twin(n, from, forward)
				asked++
				if len(all) == 0 {
					none++
				}
				if (got == nil) != (len(all) == 0) {
					t.Fatalf("seed %d: %v, forward %v: found %v, there are %v", seed, from, forward, got, all)
				}
				for _, x := range all {
					if distance(x, near) < distance(got, near) {
						t.Errorf("seed %d: %v, forward %v, near %v: found %v, but %v is nearer", seed, from, forward,
							near, got, x)
					}
				}
				if got != nil && !slices.ContainsFunc(all, func(x State) bool { return slices.Equal(x, got) }) {
					t.Errorf("seed %d: no step between %v and %v, forward %v", seed, from, got, forward)
				}
				if forward && s.isStep(from, near) != slices.ContainsFunc(all,
					func(x State) bool { return slices.Equal(x, near) }) {
					t.Errorf("seed %d: isStep is wrong for %v and %v", seed, from, near)
				}
			}
		}
	}
	if none == 0 || 2*none > asked {
		t.Errorf("%d of %d states without a step: not a good test", none, asked)
	}
}
