package kripke_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/engine/kripke"
)

func mustCircuit(t testing.TB, c *circuit.Circuit) *kripke.Circuit {
	t.Helper()
	x, err := kripke.NewCircuit(c)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func mustFormula(t testing.TB, text string, names syntax.Names) *syntax.Formula {
	t.Helper()
	f, err := syntax.Parse(text, "test", names)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustPredicate(t testing.TB, s kripke.Structure, f *syntax.Formula) kripke.Predicate {
	t.Helper()
	holds, err := s.Predicate(f)
	if err != nil {
		t.Fatal(err)
	}
	return holds
}

// Initial states, successors, what holds, and paths as traces are those of a simulation of single vectors.
func TestCircuitAgrees(t *testing.T) {
	circuits, transitions, dead, compared, held, refused, traces, lassos := 0, 0, 0, 0, 0, 0, 0, 0
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 51))
		c := &plain{randomCircuit(rng), map[string][]int{}}
		want := c.initial()
		x, err := kripke.NewCircuit(c.Circuit)
		if (err != nil) != (len(want) == 0) {
			t.Fatalf("seed %d: error %v, initial states %v", seed, err, want)
		}
		if err != nil {
			continue
		}
		circuits++
		var got []string
		for _, s := range x.Initial() {
			got = append(got, text(c.latches(s)))
		}
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("seed %d: initial states %v, want %v", seed, got, want)
		}

		found, err := kripke.Explore(context.Background(), x, nil, kripke.Limits{States: 40})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var out kripke.Successors
		for i := range found.States() {
			s := found.Table.State(i)
			if err := x.Successors(s, &out); err != nil {
				t.Fatal(err)
			}
			want, got := c.successors(c.latches(s)), []string(nil)
			for k := range out.Len() {
				got = append(got, fmt.Sprint(out.Label(k), " ", text(c.latches(out.State(k)))))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: from %s %v, want %v", seed, x.Format(s), got, want)
			}
			if transitions += len(got); len(got) == 0 {
				dead++
			}
		}

		f := randomSignals(rng, c.Circuit)
		holds, err := x.Predicate(f)
		if refuses := slices.ContainsFunc(slices.Collect(signalsOf(f, c.Circuit)), c.depends); refuses != (err != nil) {
			t.Fatalf("seed %d: %v: error %v", seed, f, err)
		}
		if err != nil {
			refused++
			continue
		}
		for i := range found.States() {
			latches := c.latches(found.Table.State(i))
			got, want := holds(found.Table.State(i)),
				c.Holds(f, c.Values(nil, latches, c.inputs(rng.IntN(1<<len(c.Inputs)))))
			if got != want {
				t.Fatalf("seed %d: %v in %s: %v", seed, f, x.Format(found.Table.State(i)), got)
			}
			if compared++; got {
				held++
			}
		}

		found, err = kripke.Explore(context.Background(), x, holds, kripke.Limits{States: 200})
		if err != nil {
			t.Fatal(err)
		}
		if found.Found != nil {
			traces++
			if err := x.Trace(found.Found).Check(c.Circuit, f); err != nil {
				t.Fatalf("seed %d: %v: %v", seed, f, err)
			}
		}
		if p := randomLasso(t, rng, x); p != nil {
			lassos++
			trace := x.Trace(p)
			if err := trace.Check(c.Circuit, f.Pool().Bool(true)); err != nil || trace.Loop != p.Loop ||
				trace.Steps() != len(p.Labels) {
				t.Fatalf("seed %d: %+v: %+v: %v", seed, p, trace, err)
			}
		}
	}
	t.Logf("%d circuits, %d transitions, %d states without; %d values, %d of them true, %d formulas refused; %d "+
		"traces, %d lassos",
		circuits, transitions, dead, compared, held, refused, traces, lassos)
	if transitions < 200_000 || dead < 100 || held < compared/5 || held > compared*4/5 || traces < 100 || lassos < 100 {
		t.Error("the circuits say too little")
	}
}

// small reads a circuit.
func small(t testing.TB, text string) *circuit.Circuit {
	t.Helper()
	c, err := circuit.Read(strings.NewReader(text), "small.aag")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A latch that takes the input, and one that takes the other latch. The constraints forbid both latches at once, and
// the input where the second latch is set.
const shift = `aag 5 1 2 0 2 0 2
2
4 2
6 4
9
11
8 4 6
10 2 6
i0 in
l0 a
l1 b
`

// A state in which no inputs are allowed is none: ab is not listed, and b is not left by the input.
func TestCircuitConstraints(t *testing.T) {
	x := mustCircuit(t, small(t, shift))
	var out kripke.Successors
	for _, c := range []struct {
		state uint64
		want  string
	}{{0, " -→- in→a"}, {1, " -→b"}, {2, " -→-"}, {3, ""}} {
		if err := x.Successors(kripke.State{c.state}, &out); err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range out.Len() {
			got += " " + x.Labels()[out.Label(i)] + "→" + x.Format(out.State(i))
		}
		if got != c.want {
			t.Errorf("%s:%s, want%s", x.Format(kripke.State{c.state}), got, c.want)
		}
	}
	for text, want := range map[string]bool{"a = 1 & b = 1": false, "a = 1 | b = 1": true, "deadlock": false,
		"!deadlock": true, "a + b = 1": true, "a + b = 2": false} {
		f := mustFormula(t, text, x.Circuit().Names())
		found, err := kripke.Explore(context.Background(), x, mustPredicate(t, x, f), kripke.Limits{})
		if err != nil || (found.Found != nil) != want {
			t.Errorf("%s: %+v, %v", text, found.Found, err)
		}
	}
}

// Constraints that no inputs meet after the first step leave a state without transitions, which is no deadlock.
func TestCircuitEnds(t *testing.T) {
	x := mustCircuit(t, small(t, "aag 1 0 1 0 0 0 1\n2 1\n3\n"))
	found, err := kripke.Explore(context.Background(), x, nil, kripke.Limits{})
	if err != nil || found.States() != 1 || found.Transitions != 0 {
		t.Fatalf("%d states, %d transitions, %v", found.States(), found.Transitions, err)
	}
	if mustPredicate(t, x, mustFormula(t, "deadlock", x.Circuit().Names()))(x.Initial()[0]) {
		t.Error("deadlock")
	}
	trace := x.Trace(&kripke.Path{States: x.Initial(), Loop: engine.NoLoop})
	if err := trace.Check(x.Circuit(), mustFormula(t, "true", x.Circuit().Names())); err != nil {
		t.Error(err)
	}
}

// Latches that begin with either value make as many initial states, in ascending order.
func TestCircuitFreeResets(t *testing.T) {
	x := mustCircuit(t, small(t, "aag 8 0 8 0 0\n2 2 2\n4 4 4\n6 6 1\n8 8 8\n10 10 10\n12 12 12\n14 14 14\n16 16 16\n"))
	if n := len(x.Initial()); n != 128 {
		t.Fatalf("%d initial states, want 128", n)
	}
	for i, s := range x.Initial() {
		if want := uint64(i>>2<<3 | 4 | i&3); s[0] != want {
			t.Errorf("initial state %d is %b, want %b", i, s[0], want)
		}
	}
}

func TestCircuitErrors(t *testing.T) {
	wide, free := &circuit.Circuit{Name: "wide"}, &circuit.Circuit{Name: "free"}
	for i := range 17 {
		wide.Inputs = append(wide.Inputs, fmt.Sprint("i", i))
		free.Latches = append(free.Latches, circuit.Latch{Name: fmt.Sprint("l", i)})
		free.Latches[i].Reset = free.Latch(i)
	}
	for _, c := range []struct {
		c    *circuit.Circuit
		want string
	}{
		{wide, "circuit wide has 17 inputs; the most is 16 where each vector of inputs is looked at"},
		{free, "circuit free has 17 latches that begin with either value; the most is 16 where each initial state is " +
			"looked at"},
		{&circuit.Circuit{Name: "never", Constraints: []circuit.Signal{{Name: "no"}}},
			"circuit never: no inputs meet the constraints in an initial state"},
		{&circuit.Circuit{Name: "broken", Gates: []circuit.Gate{{A: 2}}},
			"circuit broken: gate 2 looks at literals 2 and 0; expected smaller ones"},
	} {
		if _, err := kripke.NewCircuit(c.c); err == nil || err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", err, c.want)
		}
	}
	x := mustCircuit(t, small(t, "aag 3 1 1 2 1\n2\n4 2\n4\n6\n6 2 4\ni0 in\nl0 on\no0 old\no1 both\n"))
	for text, want := range map[string]string{
		"old = 1": "",
		"on = 0 & both = 1": "both = 1: signal both of circuit small.aag depends on inputs; engines that look at " +
			"single states need signals that depend on latches only",
		"in + on = 1": "in + on = 1: signal in of circuit small.aag depends on inputs; engines that look at single " +
			"states need signals that depend on latches only",
		"EF on = 1": "a state does not decide EF(on = 1)",
	} {
		_, err := x.Predicate(mustFormula(t, text, x.Circuit().Names()))
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%s:\nerror %v\nwant  %s", text, err, want)
		}
	}
	named := syntax.NewLists(nil, []string{"t"}, nil)
	if _, err := x.Predicate(mustFormula(t, "enabled(t)", named)); err == nil ||
		err.Error() != "enabled(t): the steps of circuit small.aag have no names" {
		t.Error(err)
	}
}

func TestCircuitLabels(t *testing.T) {
	x := mustCircuit(t, &circuit.Circuit{Inputs: []string{"a", "b", "c"}})
	if want := []string{"-", "a", "b", "a b", "c", "a c", "b c", "a b c"}; !slices.Equal(x.Labels(), want) {
		t.Errorf("labels %q, want %q", x.Labels(), want)
	}
	if x.Words() != 1 || len(x.Initial()) != 1 || x.Format(x.Initial()[0]) != "-" {
		t.Errorf("%d words, initial states %v", x.Words(), x.Initial())
	}
}

func TestCircuitDoesNotAllocate(t *testing.T) {
	x := mustCircuit(t, circuit.Motor())
	holds := mustPredicate(t, x, mustFormula(t, "g50 + g100 = 1", x.Circuit().Names()))
	found, err := kripke.Explore(context.Background(), x, nil, kripke.Limits{States: 2000})
	if err != nil {
		t.Fatal(err)
	}
	var out kripke.Successors
	_ = x.Successors(found.Table.State(0), &out)
	i := 0
	if got := testing.AllocsPerRun(1000, func() {
		_ = x.Successors(found.Table.State(i), &out)
		holds(found.Table.State(i))
		i++
	}); got > 0 {
		t.Errorf("%v allocations", got)
	}
}
