package gmc

import (
	"cmp"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A cone is what the values of some signals depend on, now or later.
type cone struct {
	c *circuit.Circuit
	// order has the variables of the circuit that are in the cone, gates too, so that what is connected stands close together.
	order           []int
	seen            []bool // by variable
	latches, inputs []int  // their numbers, ascending
}

// newCone returns the cone of a formula and of the constraints, or of all latches if whole is set.
func newCone(c *circuit.Circuit, f *syntax.Formula, whole bool) *cone {
	x := &cone{c: c, seen: make([]bool, c.Variables())}
	signals := c.Signals()
	for g := range f.All() {
		for _, t := range g.Terms {
			x.visit(signals[t.Place.Index].Lit.Var())
		}
	}
	for _, s := range c.Constraints {
		x.visit(s.Lit.Var())
	}
	for i := range c.Latches {
		if whole {
			x.visit(c.Latch(i).Var())
		}
	}
	for i := 0; i < len(x.order); i++ { // it grows
		if l, ok := x.latch(x.order[i]); ok {
			x.visit(c.Latches[l].Next.Var())
		}
	}
	for _, v := range slices.Sorted(slices.Values(x.order)) {
		if l, ok := x.latch(v); ok {
			x.latches = append(x.latches, l)
		} else if v < c.Latch(0).Var() {
			x.inputs = append(x.inputs, v-1)
		}
	}
	x.force()
	wide := x.wide()
	slices.SortStableFunc(x.order, func(a, b int) int { return cmp.Compare(wide[b], wide[a]) })
	return x
}

// wide tells by variable, with a 1, which inputs at least a third of the latches depend on, as those that choose one of many events. On top of the diagrams they
// keep the events apart; elsewhere all that stands above them is remembered until they come.
func (x *cone) wide() []int {
	words := (len(x.c.Inputs) + 63) / 64
	depends := make([]uint64, words*x.c.Variables()) // by variable: a set of inputs
	of := func(v int) []uint64 { return depends[v*words : (v+1)*words] }
	for _, i := range x.inputs {
		of(i + 1)[i/64] = 1 << (i % 64)
	}
	for _, v := range slices.Sorted(slices.Values(x.order)) {
		if g, ok := x.gate(v); ok {
			for k := range words {
				of(v)[k] = of(x.c.Gates[g].A.Var())[k] | of(x.c.Gates[g].B.Var())[k]
			}
		}
	}
	wide := make([]int, x.c.Variables())
	for _, i := range x.inputs {
		latches := 0
		for _, l := range x.latches {
			if of(x.c.Latches[l].Next.Var())[i/64]>>(i%64)&1 == 1 {
				latches++
			}
		}
		if 3*latches >= len(x.latches) {
			wide[i+1] = 1
		}
	}
	return wide
}

// latch returns the number of the latch that a variable is, if it is one.
func (x *cone) latch(v int) (int, bool) {
	i := v - x.c.Latch(0).Var()
	return i, i >= 0 && i < len(x.c.Latches)
}

// gate returns the number of the gate that a variable is, if it is one.
func (x *cone) gate(v int) (int, bool) {
	i := v - x.c.Gate(0).Var()
	return i, i >= 0
}

// visit adds a variable, after those that it depends on without a step. The depth of the recursion is that of the gates.
func (x *cone) visit(v int) {
	if v == 0 || x.seen[v] {
		return
	}
	x.seen[v] = true
	if g, ok := x.gate(v); ok {
		x.visit(x.c.Gates[g].A.Var())
		x.visit(x.c.Gates[g].B.Var())
	}
	x.order = append(x.order, v)
}
