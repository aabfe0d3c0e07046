package puzzles

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"brim/mdd"
)

// The functions that are sifted have the values of their definitions.
func TestFunctions(t *testing.T) {
	const n = 4
	ones := map[string]int{"queens": 2}
	for x := range 1 << n {
		for y := range 1 << n {
			if x&y != 0 {
				ones["pairs"]++
			}
			ones["adder"] += bits.OnesCount(uint(x + y))
			ones["multiplier"] += bits.OnesCount(uint(x * y))
		}
		if w := bits.OnesCount(uint(x)); w > 0 {
			ones["hidden"] += x >> (w - 1) & 1
		}
	}
	for name := range functions {
		s, err := Sift(name, n, mdd.Reordering{})
		if err != nil || s.Ones.Int64() != int64(ones[name]) || s.After > s.Before {
			t.Errorf("%s: %v, expected %d; %v", name, s, ones[name], err)
		}
	}
}

// Reachable states whose levels were shuffled get as few nodes as in their usual order, in which neighbours at the
// table and disks of similar size are close together.
func TestShuffledLevels(t *testing.T) {
	const shuffles = 10
	usual, shuffled, once, sifted := 0, 0, 0, 0
	for _, s := range []system{hanoi(6), philosophers(8), philosophers(12), philosophers(16), philosophers(20)} {
		f := mdd.New(s.variables, mdd.Options{})
		r := f.NewRelation()
		for _, e := range s.events {
			r.AddMatrix(f.Steps(lists(s, e), steps(e)...))
		}
		states := r.Saturate(f.Tuple(make([]int, s.variables)...))
		rng := rand.New(rand.NewPCG(1, uint64(s.variables)))
		for range shuffles {
			to := rng.Perm(s.variables)
			for i := range to {
				to[i]++
			}
			g := mdd.New(s.variables, mdd.Options{})
			a := g.Move(states, to)
			usual, shuffled = usual+states.Nodes(), shuffled+a.Nodes()
			for _, c := range []struct {
				o   mdd.Reordering
				sum *int
			}{{mdd.Reordering{MaxGrowth: 1.2, Passes: 1}, &once}, {mdd.Reordering{}, &sifted}} {
				x, err := g.Reorder(context.Background(), c.o, a)
				if err != nil || x.Sets[0].Count().Cmp(states.Count()) != 0 {
					t.Fatalf("%v states became %v; %v", states.Count(), x.Sets[0].Count(), err)
				}
				*c.sum += x.After
				x.Forest.Close()
			}
			g.Close()
		}
		f.Close()
	}
	t.Logf("%d nodes shuffled, %d after a pass, %d sifted, %d in the usual order", shuffled, once, sifted, usual)
	if sifted > usual {
		t.Errorf("%d nodes of %d shuffled ones, expected %d as in the usual order", sifted, shuffled, usual)
	}
}
