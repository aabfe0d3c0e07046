package randformula_test

import (
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// height returns how deep the operators of f are nested; an And in an And counts as
// one, since the pool flattens them.
func height(f *syntax.Formula) int {
	h := 0
	for _, a := range f.Args {
		h = max(h, 1+height(a))
	}
	return h
}

func TestGenerate(t *testing.T) {
	seen := map[syntax.Op]int{}
	relations := map[syntax.Relation]int{}
	for seed := range uint64(500) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 0)), randnet.Config{})
		depth := int(seed % 5)
		p := syntax.NewPool()
		f := randformula.Generate(rand.New(rand.NewPCG(seed, 1)), net, depth, p)
		if g := randformula.Generate(rand.New(rand.NewPCG(seed, 1)), net, depth, p); f != g {
			t.Fatalf("seed %d: %v the first time, %v the second", seed, f, g)
		}
		if f.Pool() != p || height(f) > depth {
			t.Errorf("seed %d: depth %d, want at most %d, pool as given: %t", seed, height(f), depth, f.Pool() == p)
		}
		for g := range f.All() {
			seen[g.Op]++
			if g.Op == syntax.Compare {
				relations[g.Rel]++
			}
			for _, term := range g.Terms {
				if net.Places[term.Place.Index].Name != term.Place.Name {
					t.Errorf("seed %d: place %v is not in the net", seed, term.Place)
				}
			}
			for _, ref := range g.Transitions {
				if net.Transitions[ref.Index].Name != ref.Name {
					t.Errorf("seed %d: transition %v is not in the net", seed, ref)
				}
			}
		}
	}
	for op := syntax.False; op <= syntax.AU; op++ {
		if seen[op] < 10 && op != syntax.Timelock { // the nets have no time
			t.Errorf("%v occurs %d times", op, seen[op])
		}
	}
	for r := syntax.Equal; r <= syntax.GreaterEqual; r++ {
		if relations[r] < 10 {
			t.Errorf("%v occurs %d times", r, relations[r])
		}
	}
}

// A net with nothing to speak of leaves the constants and deadlock.
func TestGenerateOverNothing(t *testing.T) {
	net, err := petri.NewBuilder("nothing").Net()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(0, 2))
	for range 200 {
		for g := range randformula.Generate(rng, net, 3, syntax.NewPool()).All() {
			if g.Op == syntax.Compare || g.Op == syntax.Enabled {
				t.Fatalf("%v over a net without places and transitions", g)
			}
		}
	}
}
