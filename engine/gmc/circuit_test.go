package gmc

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// randomCircuit returns a circuit with gates over all variables before them.
func randomCircuit(rng *rand.Rand) *circuit.Circuit {
	var inputs, latches []string
	for i := range rng.IntN(4) {
		inputs = append(inputs, fmt.Sprint("in", i))
	}
	for i := range 1 + rng.IntN(6) {
		latches = append(latches, fmt.Sprint("latch", i))
	}
	c := &circuit.Circuit{Name: "random", Inputs: inputs}
	for _, name := range latches {
		c.Latches = append(c.Latches, circuit.Latch{Name: name})
	}
	literal := func() circuit.Lit { return circuit.Lit(2 + rng.IntN(2*c.Variables()-2)) }
	for range 3 + rng.IntN(30) {
		c.Gates = append(c.Gates, circuit.Gate{A: literal(), B: literal()})
	}
	for i := range c.Latches {
		c.Latches[i].Next = literal()
		if c.Latches[i].Reset = circuit.Lit(rng.IntN(2)); rng.IntN(5) == 0 {
			c.Latches[i].Reset = c.Latch(i)
		}
	}
	c.Bad = []circuit.Signal{{Name: "bad0", Lit: literal()}, {Name: "bad1", Lit: literal()}}
	if rng.IntN(3) == 0 {
		c.Constraints = []circuit.Signal{{Name: "always", Lit: literal()}}
	}
	return c
}

// An explicit circuit has all states by their numbers, whose bits are those of the latches.
type explicit struct {
	c     *circuit.Circuit
	first []int
	next  [][]int // by state
	can   []bool  // by state: some inputs meet the constraints and the goal
	meets []bool  // by state: some inputs meet the constraints
	inF   [][]int // by state: the next states by inputs that meet the goal, too
}

func explore(c *circuit.Circuit, f *syntax.Formula) *explicit {
	n := 1 << len(c.Latches)
	x := &explicit{c, nil, make([][]int, n), make([]bool, n), make([]bool, n), make([][]int, n)}
	bools := func(v, n int) (list []bool) {
		for i := range n {
			list = append(list, v>>i&1 == 1)
		}
		return list
	}
	for s := range n {
		latches := bools(s, len(c.Latches))
		initial := true
		for i, l := range c.Latches {
			initial = initial && (l.Reset > circuit.True || latches[i] == (l.Reset == circuit.True))
		}
		if initial {
			x.first = append(x.first, s)
		}
		for v := range 1 << len(c.Inputs) {
			values := c.Values(nil, latches, bools(v, len(c.Inputs)))
			if slices.ContainsFunc(c.Constraints, func(s circuit.Signal) bool { return !s.Lit.In(values) }) {
				continue
			}
			to := 0
			for i, b := range c.Next(nil, values) {
				if b {
					to |= 1 << i
				}
			}
			x.meets[s] = true
			x.next[s] = append(x.next[s], to)
			if c.Holds(f, values) {
				x.can[s] = true
				x.inF[s] = append(x.inF[s], to)
			}
		}
	}
	return x
}

// starts reports whether some inputs meet the constraints in an initial state.
func (x *explicit) starts() bool {
	return slices.ContainsFunc(x.first, func(s int) bool { return x.meets[s] })
}

// distance returns the least number of steps to the goal, −1 if it cannot be reached.
func (x *explicit) distance() int {
	seen := make([]bool, len(x.next))
	for level, steps := x.first, 0; len(level) > 0; steps++ {
		var next []int
		for _, s := range level {
			if x.can[s] {
				return steps
			}
			for _, to := range x.next[s] {
				if !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return -1
}

// lasso reports whether an infinite path from an initial state meets the goal in each moment.
func (x *explicit) lasso() bool {
	in := slices.Clone(x.can)
	for changed := true; changed; {
		changed = false
		for s := range in {
			if in[s] && !slices.ContainsFunc(x.inF[s], func(to int) bool { return in[to] }) {
				in[s], changed = false, true
			}
		}
	}
	return slices.ContainsFunc(x.first, func(s int) bool { return in[s] })
}

// The search by sets finds the least distances of all states, with functions of gates as diagrams and as variables; the
// greedy search and that for lassos find nothing where there is nothing, and most of what is there. All paths are
// replayed by the circuit.
func TestRandomCircuits(t *testing.T) {
	ctx := context.Background()
	there, found, lassos, foundLassos := 0, 0, 0, 0
	number := flag.Lookup("nets").Value.(flag.Getter).Get().(int)
	for seed := range number {
		rng := rand.New(rand.NewPCG(uint64(seed), 11))
		c := randomCircuit(rng)
		texts := []string{"bad0 = 1", "bad0 = 1 & bad1 = 0", "latch0 + 2*bad1 >= 2", "!(bad0 = bad1) & latch0 = 1"}
		f, err := syntax.NewPool().Parse(texts[rng.IntN(len(texts))], "goal", c.Names())
		if err != nil {
			t.Fatal(err)
		}
		twin := explore(c, f)
		least := twin.distance()
		for _, mostInGate := range []int{mostInGate, 2} {
			x, err := NewCircuit(c)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			x.mostInGate = mostInGate
			g, err := x.Goal(f)
			if err != nil {
				t.Fatal(err)
			}
			r, err := x.Fixpoint(ctx, g, 0)
			if !twin.starts() {
				if !errors.Is(err, circuit.ErrNoStart) {
					t.Errorf("seed %d: error %v, want %v", seed, err, circuit.ErrNoStart)
				}
				continue
			}
			if err != nil {
				t.Fatalf("seed %d, %d nodes, %v: %v", seed, mostInGate, f, err)
			}
			if r.Found != (least >= 0) || r.Found && (r.Steps != least || r.Path.Trace.Steps() != least) || !r.Found &&
				!r.Complete {
				t.Errorf("seed %d, %d nodes, %v: found %v after %d steps, want %d", seed, mostInGate, f, r.Found,
					r.Steps, least)
			}
			s, err := x.Search(ctx, g, Options{Length: max(least, 1) + seed%4, Seed: uint64(seed), Forward: seed % 2,
				Backward: seed / 2 % 2})
			if err != nil {
				t.Fatalf("seed %d, %d nodes, %v: %v", seed, mostInGate, f, err)
			}
			l, err := x.Lasso(ctx, g, Options{Length: 10, Seed: uint64(seed), Finite: true})
			if err != nil {
				t.Fatalf("seed %d, %d nodes, %v: %v", seed, mostInGate, f, err)
			}
			if s.Path != nil && least < 0 || l.Path != nil && !twin.lasso() {
				t.Errorf("seed %d, %v: found what is not there", seed, f)
			}
			there, found = there+count(least >= 0), found+count(s.Path != nil)
			lassos, foundLassos = lassos+count(twin.lasso()), foundLassos+count(l.Path != nil)
		}
	}
	t.Logf("%d paths of %d, %d lassos of %d", found, there, foundLassos, lassos)
	if 10*found < 9*there || 10*foundLassos < 9*lassos {
		t.Errorf("found %d paths of %d, %d lassos of %d", found, there, foundLassos, lassos)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
