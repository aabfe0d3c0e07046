package gmc

import (
	"cmp"
	"math/bits"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A cone is what the values of some signals depend on, now or later.
type cone struct {
	c *circuit.Circuit
	// order has the variables of the circuit that are in the cone, gates too, so that what is connected stands close
	// together.
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

// wide tells by variable, with a 1, which inputs at least a third of the latches depend on, as those that choose one of
// many events. On top of the diagrams they keep the events apart; elsewhere all that stands above them is remembered
// until they come.
func (x *cone) wide() []int {
	wide := make([]int, x.c.Variables())
	depends := make([]uint64, x.c.Variables()) // by variable: a set of 64 inputs
	sorted := slices.Sorted(slices.Values(x.order))
	for inputs := range slices.Chunk(x.inputs, 64) {
		clear(depends)
		for k, i := range inputs {
			depends[i+1] = 1 << k
		}
		for _, v := range sorted {
			if g, ok := x.gate(v); ok {
				depends[v] = depends[x.c.Gates[g].A.Var()] | depends[x.c.Gates[g].B.Var()]
			}
		}
		latches := make([]int, len(inputs))
		for _, l := range x.latches {
			for set := depends[x.c.Latches[l].Next.Var()]; set != 0; set &= set - 1 {
				latches[bits.TrailingZeros64(set)]++
			}
		}
		for k, i := range inputs {
			if 3*latches[k] >= len(x.latches) {
				wide[i+1] = 1
			}
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

// visit adds a variable, after those that it depends on without a step. The depth of the recursion is that of the
// gates.
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
