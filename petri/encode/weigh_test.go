package encode_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri/counting"
	"brim/petri/encode"
	"brim/petri/order"
)

// Sums with random weights over the markings of random nets, by diagrams with any components and one by one.
func TestWeigh(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 15))
		net := randnet.Generate(rng, randnet.Config{States: 200})
		space, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		m, err := encode.New(net, randomOrder(rng, len(net.Places)), mdd.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := m.Moves.Saturate(m.Init)
		for range 3 {
			sum := weighingSum(rng, len(net.Places))
			want := new(big.Int)
			for _, marking := range space.States {
				for _, term := range sum.Terms {
					product := new(big.Int).Set(term.Times)
					for p, tokens := range marking {
						table := sum.Base[p]
						for _, c := range term.Changes {
							if c.Place == p {
								table = c.Table
							}
						}
						if table != counting.One {
							product.Mul(product, sum.Tables[table](tokens))
						}
					}
					want.Add(want, product)
				}
			}
			got, err := m.Weigh(context.Background(), s, sum, 0)
			if err != nil || got.Cmp(want) != 0 {
				t.Fatalf("seed %d: got %v, %v, want %v", seed, got, err, want)
			}
		}
		m.Close()
	}
}

func randomOrder(rng *rand.Rand, places int) (d order.Decomposition) {
	for i, p := range rng.Perm(places) {
		if i == 0 || rng.IntN(2) == 0 {
			d.Levels = append(d.Levels, nil)
		}
		last := &d.Levels[len(d.Levels)-1]
		*last = append(*last, p)
	}
	return d
}

func weighingSum(rng *rand.Rand, places int) *counting.Sum {
	s := &counting.Sum{Base: make([]int, places)}
	for range 4 {
		zero, times, least := rng.Int64N(3), rng.Int64N(4), rng.Int64N(3)
		s.Tables = append(s.Tables, func(tokens int64) *big.Int {
			switch {
			case tokens == 0:
				return big.NewInt(zero)
			case tokens < least:
				return new(big.Int)
			}
			return big.NewInt(1 + tokens*times)
		})
	}
	table := func() int { return max(counting.One, rng.IntN(8)-4) }
	for p := range s.Base {
		s.Base[p] = table()
	}
	for range rng.IntN(6) {
		term := counting.Term{Times: big.NewInt(rng.Int64N(3))}
		for p := range places {
			if rng.IntN(3) == 0 {
				term.Changes = append(term.Changes, counting.Change{Place: p, Table: table()})
			}
		}
		s.Terms = append(s.Terms, term)
	}
	return s
}
