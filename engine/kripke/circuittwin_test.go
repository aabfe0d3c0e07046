package kripke_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/kripke"
	"brim/internal/testkit/randformula"
	"brim/petri"
)

// randomCircuit draws a circuit. Its constraints are on latches, on inputs, or on anything.
func randomCircuit(rng *rand.Rand) *circuit.Circuit {
	c := &circuit.Circuit{Name: "random"}
	for i := range rng.IntN(9) {
		c.Inputs = append(c.Inputs, fmt.Sprint("in", i))
	}
	latches := rng.IntN(7)
	if rng.IntN(8) == 0 {
		latches = 60 + rng.IntN(80)
	}
	for i := range latches {
		c.Latches = append(c.Latches, circuit.Latch{Name: fmt.Sprint("latch", i)})
	}
	literal := func(variables int) circuit.Lit { return circuit.Lit(rng.IntN(2 * variables)) }
	for range rng.IntN(60) {
		own := c.Variables()
		c.Gates = append(c.Gates, circuit.Gate{A: literal(own), B: literal(own)})
	}
	free := 0
	for i := range c.Latches {
		c.Latches[i].Next = literal(c.Variables())
		c.Latches[i].Reset = circuit.Lit(rng.IntN(2))
		if rng.IntN(3) == 0 && free < 8 {
			c.Latches[i].Reset = c.Latch(i)
			free++
		}
	}
	for i := range rng.IntN(4) {
		c.Outputs = append(c.Outputs, circuit.Signal{Name: fmt.Sprint("out", i), Lit: literal(c.Variables())})
	}
	for i := range rng.IntN(3) {
		var of []circuit.Lit // a disjunction of two of these
		for k := range c.Inputs {
			of = append(of, c.Input(k))
		}
		if kind := rng.IntN(3); kind > 0 || len(of) == 0 {
			if kind == 1 {
				of = nil
			}
			for k := range c.Latches {
				of = append(of, c.Latch(k))
			}
		}
		if len(of) == 0 {
			continue
		}
		some := func() circuit.Lit { return of[rng.IntN(len(of))] ^ circuit.Lit(rng.IntN(2)) }
		c.Gates = append(c.Gates, circuit.Gate{A: some(), B: some()})
		c.Constraints = append(c.Constraints,
			circuit.Signal{Name: fmt.Sprint("constraint", i), Lit: c.Gate(len(c.Gates) - 1).Not()})
	}
	return c
}

// A plain circuit is what a Circuit has to be, one vector of inputs after the other.
type plain struct {
	*circuit.Circuit
	known map[string][]int // what allowed found
}

func (x *plain) inputs(v int) []bool {
	list := make([]bool, len(x.Inputs))
	for k := range list {
		list[k] = v>>k&1 == 1
	}
	return list
}

// allowed lists the vectors that meet the constraints where the latches are such.
func (x *plain) allowed(latches []bool) (list []int) {
	if list, ok := x.known[text(latches)]; ok {
		return list
	}
	var values []bool
	for v := range 1 << len(x.Inputs) {
		values = x.Values(values, latches, x.inputs(v))
		if !slices.ContainsFunc(x.Constraints, func(s circuit.Signal) bool { return !s.Lit.In(values) }) {
			list = append(list, v)
		}
	}
	x.known[text(latches)] = list
	return list
}

// initial lists the initial states.
func (x *plain) initial() (list []string) {
	states := [][]bool{nil}
	for i, l := range x.Latches {
		var longer [][]bool
		for _, s := range states {
			if l.Reset != circuit.True {
				longer = append(longer, append(slices.Clone(s), false))
			}
			if l.Reset == circuit.True || l.Reset == x.Latch(i) {
				longer = append(longer, append(slices.Clone(s), true))
			}
		}
		states = longer
	}
	for _, s := range states {
		if len(x.allowed(s)) > 0 {
			list = append(list, text(s))
		}
	}
	return list
}

// successors lists the transitions.
func (x *plain) successors(latches []bool) (list []string) {
	for _, v := range x.allowed(latches) {
		if next := x.Next(nil, x.Values(nil, latches, x.inputs(v))); len(x.allowed(next)) > 0 {
			list = append(list, fmt.Sprint(v, " ", text(next)))
		}
	}
	return list
}

// depends reports whether a signal depends on inputs.
func (x *plain) depends(l circuit.Lit) bool {
	in := make([]bool, x.Variables())
	for i := range x.Inputs {
		in[x.Input(i).Var()] = true
	}
	for i, g := range x.Gates {
		in[x.Gate(i).Var()] = in[g.A.Var()] || in[g.B.Var()]
	}
	return in[l.Var()]
}

// latches takes a state apart.
func (x *plain) latches(s kripke.State) (list []bool) {
	for i := range x.Latches {
		list = append(list, s[i/64]>>(i%64)&1 == 1)
	}
	return list
}

// text writes values as digits.
func text(values []bool) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte(map[bool]byte{false: '0', true: '1'}[v])
	}
	return b.String()
}

// randomSignals draws a formula over signals, mostly ones that depend on latches only.
func randomSignals(rng *rand.Rand, c *circuit.Circuit) *syntax.Formula {
	net, pool := &petri.Net{}, syntax.NewPool()
	for _, s := range c.Signals() {
		net.Places = append(net.Places, petri.Place{Name: s.Name})
	}
	for {
		f := randformula.Generate(rng, net, rng.IntN(4), pool)
		of := slices.Collect(signalsOf(f, c))
		input := slices.ContainsFunc(of, func(l circuit.Lit) bool { return l < c.Latch(0) && l > circuit.True })
		if !f.Temporal() && (!input || rng.IntN(20) == 0) && (len(of) > 0 || len(net.Places) == 0) {
			return f
		}
	}
}

// signalsOf lists the signals in f.
func signalsOf(f *syntax.Formula, c *circuit.Circuit) func(func(circuit.Lit) bool) {
	return func(yield func(circuit.Lit) bool) {
		for g := range f.All() {
			for _, t := range g.Terms {
				if !yield(c.Signals()[t.Place.Index].Lit) {
					return
				}
			}
		}
	}
}

// randomLasso walks until a state comes again; it returns nil if it ends before.
func randomLasso(t testing.TB, rng *rand.Rand, x *kripke.Circuit) *kripke.Path {
	p := &kripke.Path{States: []kripke.State{x.Initial()[rng.IntN(len(x.Initial()))]}}
	var out kripke.Successors
	for range 300 {
		s := p.States[len(p.Labels)]
		if err := x.Successors(s, &out); err != nil {
			t.Fatal(err)
		}
		if out.Len() == 0 {
			return nil
		}
		i := rng.IntN(out.Len())
		next := slices.Clone(out.State(i))
		p.Loop = slices.IndexFunc(p.States, func(s kripke.State) bool { return slices.Equal(s, next) })
		p.States, p.Labels = append(p.States, next), append(p.Labels, out.Label(i))
		if p.Loop >= 0 {
			if err := p.Check(x); err != nil {
				t.Fatal(err)
			}
			return p
		}
	}
	return nil
}
