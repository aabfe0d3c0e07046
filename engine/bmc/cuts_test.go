package bmc

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"testing"

	"brim/engine/circuit"
	"brim/internal/testkit/randcircuit"
)

// drawGates returns a circuit of many gates over a few inputs and latches, and its goal.
func drawGates(t *testing.T, rng *rand.Rand) *circuit.Circuit {
	t.Helper()
	b := circuit.NewBuilder("gates", []string{"x", "y", "z"}, []string{"l", "m", "n"})
	signals := []circuit.Lit{circuit.True}
	for i := range 3 {
		signals = append(signals, b.Input(i), b.Latch(i))
	}
	draw := func() circuit.Lit { return signals[rng.IntN(len(signals))] ^ circuit.Lit(rng.IntN(2)) }
	for range 10 + rng.IntN(60) {
		x, y := draw(), draw()
		switch rng.IntN(3) {
		case 0:
			signals = append(signals, b.And(x, y))
		case 1:
			signals = append(signals, b.Or(b.And(x, y.Not()), b.And(x.Not(), y)))
		default:
			z := draw()
			signals = append(signals, b.Or(b.And(x, y), b.And(x.Not(), z)))
		}
	}
	for i := range 3 {
		b.SetNext(i, draw())
	}
	b.Bad("bad", signals[len(signals)-1])
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// gateByGate returns the tables that are the gates themselves.
func gateByGate(c *circuit.Circuit) []cut {
	list := make([]cut, c.Variables())
	for i, g := range c.Gates {
		x := cut{leaves: [arity]int32{int32(g.A.Var()), int32(g.B.Var())}, n: 2}
		t, u := projections[0], projections[1]
		if g.A.Negated() {
			t = ^t
		}
		if g.B.Negated() {
			u = ^u
		}
		x.t = t & u
		list[c.Gate(i).Var()] = x
	}
	return list
}

// The tables that a circuit is unrolled as have the values of their gates in all states, and they take fewer clauses
// than gate by gate.
func TestCuts(t *testing.T) {
	mapped, plain := 0, 0
	for seed := range uint64(max(*circuits/3, 20)) {
		c := drawGates(t, rand.New(rand.NewPCG(seed, 13)))
		k, err := newCone(t.Context(), c, asked(t, c, "bad = 1"), true)
		if err != nil {
			t.Fatal(err)
		}
		made := make([]bool, c.Variables())
		made[c.Bad[0].Lit.Var()] = true
		for _, x := range c.Latches {
			made[x.Next.Var()] = true
		}
		for v := c.Variables() - 1; v >= c.Gate(0).Var(); v-- {
			x := &k.tables[v]
			if !made[v] {
				continue
			}
			for _, leaf := range x.leaves[:x.n] {
				made[leaf] = true
			}
			for m := range 64 {
				values := c.Values(nil, randcircuit.Bits(m>>3, 3), randcircuit.Bits(m&7, 3))
				at := 0
				for i, leaf := range x.leaves[:x.n] {
					if circuit.Lit(2 * leaf).In(values) {
						at |= 1 << i
					}
				}
				if want := circuit.Lit(2 * v).In(values); x.t.at(at) != want {
					t.Fatalf("seed %d: gate %d is %v, its table of %v says otherwise", seed, v, want, x.leaves[:x.n])
				}
			}
		}
		unrolled := func() int {
			g := newGates(t.Context())
			p := newPath(g, k.anywhere(g))
			p.at(3).holds(asked(t, c, "bad = 1"))
			p.at(3).bits()
			return g.clauses
		}
		mapped += unrolled()
		k.tables = gateByGate(c)
		plain += unrolled()
	}
	if t.Logf("%d clauses by tables, %d gate by gate", mapped, plain); mapped >= plain {
		t.Error("tables save nothing")
	}
}

// A circuit whose tables are not chosen in time has no answer.
func TestCutsEnd(t *testing.T) {
	c := drawGates(t, rand.New(rand.NewPCG(1, 13)))
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	cancel(stop)
	r, err := DecideCircuit(ctx, c, asked(t, c, "EF bad = 1"), Options{})
	if err != nil || !errors.Is(r.Stopped, stop) {
		t.Errorf("%+v, %v", r, err)
	}
}

// A circuit whose gates stand in one long chain takes no deep stack.
func TestDeepChain(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(2 << 20)) // more than that ends the process
	const gates = 100_000
	latches := []string{"k", "l", "m", "n", "o"}
	b := circuit.NewBuilder("chain", []string{"x"}, latches)
	y := b.Input(0)
	for i := range gates {
		// more latches than a table has variables, so that the chain stays one
		y = b.And(y, b.Latch(i%len(latches))).Not()
	}
	b.SetNext(0, y)
	for i := range latches[1:] {
		b.SetNext(i+1, b.Latch(i).Not())
	}
	b.Bad("bad", b.And(b.Latch(0), b.Latch(1)))
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	x := randcircuit.NewRuns(c, asked(t, c, "bad = 1"))
	r, err := DecideCircuit(t.Context(), c, asked(t, c, "EF bad = 1"), Options{Algorithm: None, Most: 8})
	if err != nil || r.Trace == nil || r.Trace.Steps() != x.Nearest() {
		t.Errorf("%+v, %v; the distance is %d", r, err, x.Nearest())
	}
}
