package structure_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

// The T-semiflows of a net are the P-semiflows of the net in which places and transitions change roles; and firing all
// transitions of one as often as it says changes nothing.
func TestTSemiflows(t *testing.T) {
	found := 0
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 3))
		net := randnet.Loose(rng)
		if seed%2 == 0 {
			net = randnet.Generate(rng, randnet.Config{})
		}
		flows, complete := structure.TSemiflows(net, structure.Limit{})
		other, whole := structure.Semiflows(exchanged(t, net), structure.Limit{})
		if complete != whole || len(flows) != len(other) {
			t.Fatalf("seed %d: %d flows, complete %t; want %d, %t", seed, len(flows), complete, len(other), whole)
		}
		for _, f := range flows {
			found++
			if !slices.ContainsFunc(other, func(o structure.Semiflow) bool {
				return slices.Equal(o.Places, f.Transitions) && slices.Equal(o.Weights, f.Counts)
			}) {
				t.Errorf("seed %d: %v is no P-semiflow of the other net", seed, f)
			}
			sum := make([]int64, len(net.Places))
			for i, x := range f.Transitions {
				for e := range net.Transitions[x].Effects() {
					sum[e.Place] += f.Counts[i] * e.Delta
				}
			}
			if slices.ContainsFunc(sum, func(n int64) bool { return n != 0 }) {
				t.Errorf("seed %d: %v changes %v", seed, f, sum)
			}
		}
	}
	if found < 500 {
		t.Errorf("%d flows: the nets hardly test anything", found)
	}
}

// exchanged returns a net with a place for each transition and a transition for each place.
func exchanged(t *testing.T, net *petri.Net) *petri.Net {
	b := petri.NewBuilder("exchanged")
	var places, transitions []int
	for i := range net.Transitions {
		places = append(places, b.Place("p"+strconv.Itoa(i), 0))
	}
	for i := range net.Places {
		transitions = append(transitions, b.Transition("t"+strconv.Itoa(i)))
	}
	for i := range net.Transitions {
		for e := range net.Transitions[i].Effects() {
			if e.Delta > 0 {
				b.Out(transitions[e.Place], places[i], e.Delta)
			} else if e.Delta < 0 {
				b.In(transitions[e.Place], places[i], -e.Delta)
			}
		}
	}
	other, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return other
}
