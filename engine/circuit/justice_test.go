package circuit_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// arbiter has two justice properties, the first one of two literals, and a fairness constraint.
const arbiter = `aag 3 1 1 0 1 0 0 2 1
2
4 2
2
1
2
4
5
6
6 4 2
i0 request
l0 j1.0
j0 starves
f0 again
`

// The sections of justice and fairness are read, named and written again in both formats.
func TestJusticeFile(t *testing.T) {
	c, err := circuit.Read(strings.NewReader(arbiter), "arbiter.aag")
	if err != nil {
		t.Fatal(err)
	}
	want := []circuit.Justice{{Name: "starves", Lits: []circuit.Lit{2, 4}}, {Name: "j1", Lits: []circuit.Lit{5}}}
	if !reflect.DeepEqual(c.Justice, want) || !reflect.DeepEqual(c.Fairness,
		[]circuit.Signal{{Name: "again", Lit: 6}}) {
		t.Fatalf("justice %v, fairness %v", c.Justice, c.Fairness)
	}
	var names []string
	for _, s := range c.Signals() {
		names = append(names, s.Name)
	}
	if want := []string{"request", "j1.0", "again", "starves.0", "starves.1", "j1"}; !slices.Equal(names, want) {
		t.Errorf("signals %v, want %v", names, want)
	}
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return c.WriteASCII(b) },
		func(b *bytes.Buffer) error { return c.WriteBinary(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if back, err := circuit.Read(&b, "arbiter.aag"); err != nil || !reflect.DeepEqual(back, c) {
			t.Errorf("got %+v (%v), want %+v", back, err, c)
		}
	}
}

// Signals of justice properties have names that no other signal has.
func TestJusticeNames(t *testing.T) {
	b := circuit.NewBuilder("names", []string{"j.0", "j.0'"}, nil)
	b.Justice("j", b.Input(0), b.Input(1))
	b.Fair("f", b.Input(1))
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	if got := c.JusticeSignals()[0]; got[0].Name != "j.0''" || got[1].Name != "j.1" {
		t.Errorf("signals %v", got)
	}
}

// A lasso of a circuit is one of LTL if it leads back and its word satisfies the formula, whatever stands behind its
// last step.
func TestCheckLTL(t *testing.T) {
	c, err := circuit.Read(strings.NewReader(arbiter), "arbiter.aag")
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	request := func(n int64) *syntax.Formula {
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: 0, Name: "request"}), syntax.Equal, syntax.Constant(n))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	always := func(op syntax.Op, n int64) *syntax.Formula { return pool.Make(syntax.G, pool.Make(op, request(n))) }
	inputs := func(list ...bool) (all [][]bool) {
		for _, x := range list {
			all = append(all, []bool{x})
		}
		return all
	}
	for _, x := range []struct {
		inputs [][]bool
		loop   int
		path   *syntax.Formula
		right  bool
	}{
		{inputs(false, true, false, true), 1, always(syntax.F, 1), true},
		{inputs(false, true, false, true), 1, always(syntax.F, 0), true},
		{inputs(false, true, true), 1, always(syntax.F, 0), false}, // leads from latch 0 to latch 1
		{inputs(true, true, true, false), 2, always(syntax.F, 0), false},
		{inputs(true, true, true, false), 2, pool.Make(syntax.G, request(1)), true},
		{inputs(false, true), circuit.NoLoop, pool.Make(syntax.F, request(1)), false},
	} {
		trace := &circuit.Trace{Latches: []bool{false}, Inputs: x.inputs, Loop: x.loop}
		if err := trace.CheckLTL(c, x.path); (err == nil) != x.right {
			t.Errorf("%v, loop %d, %v: %v", x.inputs, x.loop, x.path, err)
		}
	}
}
