package walk

import (
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/randnet"
	"brim/ltl/automaton"
)

// Whether a loop is accepted, computed on sets of the automaton's states, is what the automaton itself says from each
// set.
func TestLoopsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 95))
	net := randnet.Generate(rng, randnet.Config{States: 10})
	w, err := New(net, 1)
	if err != nil {
		t.Fatal(err)
	}
	accepts := 0
	for range 2000 {
		n, props := 1+rng.IntN(5), 1+rng.IntN(2)
		a := &automaton.Automaton{States: make([]automaton.State, n), Marks: rng.IntN(3)}
		pool := syntax.NewPool()
		for i := range props {
			a.Props = append(a.Props, pool.Enabled(syntax.Ref{Index: i}))
		}
		for q := range a.States {
			for range rng.IntN(4) {
				cube := automaton.Cube{True: rng.Uint64() & (1<<props - 1)}
				cube.False = rng.Uint64() & (1<<props - 1) &^ cube.True
				arc := automaton.Arc{Guard: automaton.Guard{cube}, To: rng.IntN(n), Marks: rng.Uint64() & a.All()}
				a.States[q].Arcs = append(a.States[q].Arcs, arc)
			}
		}
		c := newChase(w, a, true)
		loop := make([]uint64, 1+rng.IntN(4))
		for i := range loop {
			loop[i] = rng.Uint64() & (1<<props - 1)
		}
		from := 1 + rng.Uint64N(1<<n-1)
		want := false
		for q := range n {
			a.Initial = q
			want = want || from>>q&1 == 1 && a.Accepts(nil, loop)
		}
		if got := c.acceptsLoop(from, loop); got != want {
			t.Fatalf("%+v from %b: %b is %v, want %v", a, from, loop, got, want)
		}
		if want {
			accepts++
		}
	}
	if accepts < 200 {
		t.Errorf("only %d are accepted", accepts)
	}
}
