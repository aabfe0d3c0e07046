package gmc

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A cone is what the values of some signals depend on, now or later, in the order in which a search in depth from the signals down comes to it. Signals that
// stand close together in the circuit then stand close together in the diagrams.
type cone struct {
	leaves []circuit.Lit // inputs and latches
	seen   []bool        // by variable
	c      *circuit.Circuit
}

// newCone returns the cone of a formula and of the constraints.
func newCone(c *circuit.Circuit, f *syntax.Formula) *cone {
	x := &cone{c: c, seen: make([]bool, c.Variables())}
	signals := c.Signals()
	for g := range f.All() {
		for _, t := range g.Terms {
			x.visit(signals[t.Place.Index].Lit)
		}
	}
	for _, s := range c.Constraints {
		x.visit(s.Lit)
	}
	for i := 0; i < len(x.leaves); i++ { // it grows
		if l, ok := x.latch(x.leaves[i]); ok {
			x.visit(c.Latches[l].Next)
		}
	}
	return x
}

// latch returns the number of the latch that a leaf is, if it is one.
func (x *cone) latch(leaf circuit.Lit) (int, bool) {
	i := leaf.Var() - x.c.Latch(0).Var()
	return i, i >= 0
}

// visit adds the leaves that a signal depends on without a step.
func (x *cone) visit(l circuit.Lit) {
	stack := []int{l.Var()}
	firstGate := x.c.Gate(0).Var()
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v == 0 || x.seen[v] {
			continue
		}
		x.seen[v] = true
		if v < firstGate {
			x.leaves = append(x.leaves, circuit.Lit(2*v))
			continue
		}
		g := x.c.Gates[v-firstGate]
		stack = append(stack, g.B.Var(), g.A.Var())
	}
}

// split returns the latches and the inputs of the cone, ascending.
func (x *cone) split() (latches, inputs []int) {
	for _, leaf := range x.leaves {
		if l, ok := x.latch(leaf); ok {
			latches = append(latches, l)
		} else {
			inputs = append(inputs, leaf.Var()-1)
		}
	}
	slices.Sort(latches)
	slices.Sort(inputs)
	return latches, inputs
}
