package ic3

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri"
)

// A lifter finds latches that are enough for signals to have the values that they have: where those latches keep their
// values, and all inputs, so do the signals. A gate that is false needs one of its two inputs only.
type lifter struct {
	c       *circuit.Circuit
	signals []circuit.Lit // the places of formulas
	values  []bool        // by variable
	mark    []uint32      // by variable: when it was needed last
	stamp   uint32
	todo    []circuit.Lit
}

func newLifter(c *circuit.Circuit) *lifter {
	x := &lifter{c: c, mark: make([]uint32, c.Variables())}
	for _, s := range c.Signals() {
		x.signals = append(x.signals, s.Lit)
	}
	return x
}

// begin forgets what was needed.
func (x *lifter) begin() { x.stamp++ }

// needs reports whether a signal is needed.
func (x *lifter) needs(l circuit.Lit) bool { return x.mark[l.Var()] == x.stamp }

// need has l keep its value.
func (x *lifter) need(l circuit.Lit) {
	gates := x.c.Gate(0).Var()
	for x.todo = append(x.todo[:0], l); len(x.todo) > 0; {
		l := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if x.needs(l) {
			continue
		}
		x.mark[l.Var()] = x.stamp
		if l.Var() < gates {
			continue
		}
		g := x.c.Gates[l.Var()-gates]
		a, b := g.A.In(x.values), g.B.In(x.values)
		switch {
		case a && b:
			x.todo = append(x.todo, g.A, g.B)
		case !a && (b || x.needs(g.A) || !x.needs(g.B) && g.A.Var() < g.B.Var()):
			x.todo = append(x.todo, g.A)
		default:
			x.todo = append(x.todo, g.B)
		}
	}
}

// constraints has the constraints from one on hold.
func (x *lifter) constraints(from int) {
	for _, s := range x.c.Constraints[from:] {
		x.need(s.Lit)
	}
}

// formula has f, which has no path operators, keep its value. Circuits have no transitions and no deadlocks.
func (x *lifter) formula(f *syntax.Formula) {
	m := make(petri.Marking, len(x.signals))
	for i, l := range x.signals {
		if l.In(x.values) {
			m[i] = 1
		}
	}
	truth := truths(f, func(g *syntax.Formula) bool {
		return g.Op != syntax.Deadlock && g.Op != syntax.Enabled && engine.Eval(nil, g, m)
	})
	decisive(f, truth, func(g *syntax.Formula) {
		for _, t := range g.Terms {
			x.need(x.signals[t.Place.Index])
		}
	})
}
