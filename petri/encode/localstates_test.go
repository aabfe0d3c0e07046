package encode_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri/encode"
)

// A component has at least the local states of the reachable markings, and without one there are none.
func TestLocalStates(t *testing.T) {
	grouped := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 22))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: true})
		want, err := oracle.Explore(net, 300)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		for _, d := range decompositions(net, rng) {
			m, err := encode.New(net, d, mdd.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m.Moves.Saturate(m.Init)
			least := 0
			for _, places := range d.Levels {
				if len(places) < 2 {
					continue
				}
				seen := map[string]bool{}
				for _, marking := range want.States {
					var here []int64
					for _, p := range places {
						here = append(here, marking[p])
					}
					seen[fmt.Sprint(here)] = true
				}
				least = max(least, len(seen))
			}
			if got := m.LocalStates(); got < least || d.Grouped() != (got > 0) {
				t.Errorf("seed %d, %s: %d local states, at least %d are reached\n%s", seed, d.Method, got, least,
					randnet.Text(net))
			}
			if least > 1 {
				grouped++
			}
			m.Close()
		}
	}
	if grouped < 20 {
		t.Errorf("%d decompositions had components, the test needs more", grouped)
	}
}
