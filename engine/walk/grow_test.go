package walk

import (
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// What is said of all laps of a growing run holds in sixty of them, and where a comparison is said to change, it does.
func TestLasting(t *testing.T) {
	const laps = 60
	lasting, changing := 0, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 143))
		net := randnet.Generate(rng, randnet.Config{States: 30, Open: true})
		pool := syntax.NewPool()
		m, g := net.Initial(), growth{net: net, added: make(petri.Marking, len(net.Places))}
		for p := range m {
			m[p] = rng.Int64N(5)
			g.added[p] = max(0, rng.Int64N(5)-2)
		}
		f := syntax.NNF(randformula.Generate(rng, net, rng.IntN(4), pool))
		w, err := New(net, 1)
		if err != nil {
			t.Fatal(err)
		}
		if f.Temporal() || !fires(&g, m) || !w.fitsAll(f) {
			continue
		}
		holds, lasts := g.value(f, m)
		same := true
		for later, k := m.Clone(), 0; k < laps; k++ {
			same = same && engine.Eval(net, f, later) == holds
			for p := range later {
				later[p] += g.added[p]
			}
		}
		if holds != engine.Eval(net, f, m) || lasts && !same || !lasts && same && f.Op == syntax.Compare && small(f) {
			t.Fatalf("seed %d: %v in %v growing by %v: %v, lasts %v, the same in %d laps %v", seed, f, m, g.added,
				holds, lasts, laps, same)
		}
		if lasts {
			lasting++
		} else {
			changing++
		}
	}
	if lasting < 200 || changing < 100 {
		t.Errorf("only %d last, %d do not", lasting, changing)
	}
}

// fires reports whether a transition stays enabled in a marking.
func fires(g *growth, m petri.Marking) bool {
	for t := range g.net.Transitions {
		if g.enabled(m, t) {
			return true
		}
	}
	return false
}

// small reports whether the comparison changes within a few laps if it may change at all. Whether a sum passes a single
// value by is not looked at.
func small(f *syntax.Formula) bool {
	return -20 < f.Const && f.Const < 20 && f.Rel != syntax.Equal && f.Rel != syntax.NotEqual
}
