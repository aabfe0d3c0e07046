package ic3

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/engine/ic3/certificate"
	"brim/internal/testkit/randcircuit"
)

var circuits = flag.Int("circuits", 300, "number of random circuits")

// asked parses a formula about c.
func asked(t testing.TB, c *circuit.Circuit, text string) *syntax.Formula {
	t.Helper()
	f, err := syntax.NewPool().Parse(text, "test", c.Names())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A set of clauses is accepted as an invariant exactly if it holds at first and after each step, and excludes the bad
// states. Verdicts on random circuits are those of a search through all states and inputs; DecideCircuit checks traces
// and invariants; and an invariant without one of its literals or clauses is accepted exactly if all states say that it
// is one. A large run is -circuits 100000.
func TestCircuits(t *testing.T) {
	seen, far, clauses, refused, accepted := map[engine.Result]int{}, 0, 0, 0, 0
	for seed := range uint64(*circuits) {
		rng := rand.New(rand.NewPCG(seed, 15))
		c := randcircuit.Generate(rng, 3+int(seed%6))
		text := randcircuit.Property(rng, c)
		goal := asked(t, c, text)
		x := randcircuit.NewRuns(c, goal)
		f := asked(t, c, "EF("+text+")")
		if seed%2 == 1 {
			f = asked(t, c, "AG(!("+text+"))")
		}
		r, err := DecideCircuit(t.Context(), c, f)
		if !x.Start() {
			if !errors.Is(err, circuit.ErrNoStart) {
				t.Fatalf("seed %d: error %v, want %v", seed, err, circuit.ErrNoStart)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, f, err)
		}
		d := x.Nearest()
		if d > 1 {
			far++
		}
		seen[r.Result]++
		if want := engine.Decided(d >= 0 == (f.Op == syntax.EF)); r.Result != want || (r.Trace != nil) != (d >= 0) ||
			(r.Invariant != nil) != (d < 0) {
			t.Fatalf("seed %d, %v: %v (%s), the distance is %d", seed, f, r.Result, r.Reason, d)
		}
		if d >= 0 && r.Trace.Steps() < d {
			t.Fatalf("seed %d, %v: %d steps, the distance is %d", seed, f, r.Trace.Steps(), d)
		}
		if r.Invariant == nil || len(r.Invariant.Clauses) == 0 {
			continue
		}
		clauses += len(r.Invariant.Clauses)
		for range 3 {
			inv := mutated(rng, r.Invariant)
			err := certificate.Circuit(t.Context(), c, goal, inv)
			var refusal *certificate.Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatal(err)
			}
			if holds := judged(c, goal, inv); holds != (err == nil) {
				t.Fatalf("seed %d: the check says %v, all states say %v of %v", seed, err, holds, inv)
			}
			if err != nil {
				refused++
			} else {
				accepted++
			}
		}
	}
	t.Logf("%v; %d goals more than one step away; %d clauses; of changed invariants %d were refused, %d not", seen, far,
		clauses, refused, accepted)
	if seen[engine.Holds] < *circuits/5 || seen[engine.Fails] < *circuits/5 || far < *circuits/50 ||
		refused < *circuits/20 || accepted == 0 {
		t.Error("the circuits say too little")
	}
}

// mutated returns an invariant with one change.
func mutated(rng *rand.Rand, x *certificate.Invariant) *certificate.Invariant {
	y := *x
	y.Clauses = nil
	for _, c := range x.Clauses {
		y.Clauses = append(y.Clauses, slices.Clone(c))
	}
	i := rng.IntN(len(y.Clauses))
	c := y.Clauses[i]
	switch j := rng.IntN(max(len(c), 1)); rng.IntN(4) {
	case 0:
		y.Clauses = slices.Delete(y.Clauses, i, i+1)
	case 1:
		y.Clauses[i] = slices.Delete(c, j, j+1)
	case 2:
		c[j] = -c[j]
	default:
		l := int32(1 + rng.IntN(len(y.Bits)))
		if rng.IntN(2) == 0 {
			l = -l
		}
		y.Clauses[i] = append(c, l)
	}
	return &y
}

// judged looks at all states and inputs.
func judged(c *circuit.Circuit, goal *syntax.Formula, x *certificate.Invariant) bool {
	in := func(latches []bool) bool {
		return !slices.ContainsFunc(x.Clauses, func(clause []int32) bool {
			return !slices.ContainsFunc(clause,
				func(l int32) bool { return latches[x.Bits[max(l, -l)-1].Place] == (l > 0) })
		})
	}
	for state := range 1 << len(c.Latches) {
		latches := randcircuit.Bits(state, len(c.Latches))
		first := true
		for i, l := range c.Latches {
			first = first && (l.Reset > circuit.True || latches[i] == (l.Reset == circuit.True))
		}
		if !in(latches) {
			if first {
				return false
			}
			continue
		}
		for i := range 1 << len(c.Inputs) {
			values := c.Values(nil, latches, randcircuit.Bits(i, len(c.Inputs)))
			if slices.ContainsFunc(c.Constraints, func(s circuit.Signal) bool { return !s.Lit.In(values) }) {
				continue
			}
			if c.Holds(goal, values) || !in(c.Next(nil, values)) {
				return false
			}
		}
	}
	return true
}

// twisted is a circuit on which work is long: two counters of n bits, of which one also takes an input, and where they
// differ in all bits but the lowest.
func twisted(t testing.TB, n int) *circuit.Circuit {
	t.Helper()
	var latches []string
	for i := range 2 * n {
		latches = append(latches, fmt.Sprint("l", i))
	}
	b := circuit.NewBuilder("twisted", []string{"x"}, latches)
	carry, other := circuit.True, b.Input(0)
	differ := circuit.True
	xor := func(x, y circuit.Lit) circuit.Lit { return b.Or(b.And(x, y.Not()), b.And(x.Not(), y)) }
	for i := range n {
		x, y := b.Latch(i), b.Latch(n+i)
		b.SetNext(i, xor(x, carry))
		b.SetNext(n+i, xor(xor(y, other), x))
		carry, other = b.And(carry, x), b.And(other, xor(y, x))
		if i > 0 {
			differ = b.And(differ, xor(x, y))
		}
	}
	b.Bad("bad", differ)
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The end of the context ends the work wherever it is, with the cause.
func TestStopped(t *testing.T) {
	c := twisted(t, 24)
	stop := errors.New("enough")
	for _, after := range []time.Duration{0, time.Millisecond, 30 * time.Millisecond} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if after == 0 {
			cancel(stop)
		}
		timer := time.AfterFunc(after, func() { cancel(stop) })
		r, err := DecideCircuit(ctx, c, asked(t, c, "AG bad = 0"))
		timer.Stop()
		if err != nil || r.Result == engine.Unknown && (!errors.Is(r.Stopped, stop) || r.Reason == "") ||
			r.Result == engine.Unknown && (r.Trace != nil || r.Invariant != nil) {
			t.Errorf("after %v: %+v, %v", after, r, err)
		}
		if after < time.Second && r != nil && r.Result != engine.Unknown {
			t.Logf("after %v: decided, %v", after, r.Result)
		}
	}
}

// Formulas that are not decided are errors.
func TestRefused(t *testing.T) {
	c := twisted(t, 2)
	for _, text := range []string{"EG bad = 1", "AF bad = 1", "EF EG bad = 1", "bad = 1"} {
		if _, err := DecideCircuit(t.Context(), c, asked(t, c, text)); err == nil {
			t.Errorf("%s is decided", text)
		}
	}
}

// Verdicts on public circuits that other tools published.
func TestPublished(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "models", "aiger")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the circuits are not here: no folder shared/models/aiger beside the module")
	}
	for file, want := range map[string]engine.Result{"hwmcc/intel001": engine.Holds, "hwmcc/visbakery": engine.Fails,
		"petri/X18_priseS": engine.Fails, "hwmcc/ringp0": engine.Fails, "hwmcc/mutexp0": engine.Fails,
		"petri/C12_dphil5": engine.Fails} {
		c, err := circuit.ReadFile(t.Context(), filepath.Join(dir, file+".aag"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := DecideCircuit(t.Context(), c, asked(t, c, "AG "+c.Goals()[0].Name+" = 0"))
		if err != nil || r.Result != want {
			t.Errorf("%s: %+v, %v", file, r, err)
			continue
		}
		t.Logf("%s: %v, %+v", file, r.Result, r.Effort)
	}
}
