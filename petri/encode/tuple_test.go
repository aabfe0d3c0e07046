package encode_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri/encode"
)

// Tuple is the inverse of Marking, and no other marking is taken for one of the set.
func TestTuple(t *testing.T) {
	there, missing, absent := 0, 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 21))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: true})
		if seed%2 == 0 {
			net = enlarged(net, rng)
		}
		if len(net.Places) == 0 {
			continue
		}
		want, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		for _, d := range decompositions(net, rng) {
			m, err := encode.New(net, d, mdd.Options{})
			if err != nil {
				t.Fatal(err)
			}
			set := m.Moves.Saturate(m.Init)
			for _, marking := range want.States {
				values, ok := m.Tuple(marking)
				if !ok || !set.Contains(values...) || !m.Marking(values).Equal(marking) {
					t.Fatalf("seed %d, %s: %s has the tuple %v, %v\n%s", seed, d.Method, net.Format(marking), values,
						ok, randnet.Text(net))
				}
				there++
				other := marking.Clone()
				p := rng.IntN(len(other))
				switch rng.IntN(3) {
				case 0:
					other[p]++
				case 1:
					other[p] = rng.Int64N(math.MaxInt64)
				case 2:
					other[p] = rng.Int64N(4)
				}
				if _, reached := want.Number(other); reached {
					continue
				}
				if values, ok = m.Tuple(other); !ok {
					missing++
				} else if absent++; set.Contains(values...) {
					t.Fatalf("seed %d, %s: %s is taken for the tuple %v\n%s", seed, d.Method, net.Format(other), values,
						randnet.Text(net))
				}
			}
			m.Close()
		}
	}
	t.Logf("%d markings of the sets; of others %d without a tuple, %d with one outside", there, missing, absent)
	if there == 0 || missing == 0 || absent == 0 {
		t.Error("too little was compared")
	}
}
