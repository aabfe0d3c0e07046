package bmc

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A Relation is one step of a circuit from any state, as clauses that define gates: for provers that keep sets of
// states of their own.
type Relation struct {
	Latches   []int // of the circuit, those that what is asked depends on; ascending
	Now, Next []Lit // by position in Latches: before the step and after it
	Inputs    []Lit // by input of the circuit; 0 if nothing depends on it
	Valid     Lit   // whether the constraints hold before the step
	Goal      Lit   // whether the formula holds before the step
	*CNF
}

// NewRelation returns the step of c with the values of f, which has no path operators. The error is the cause of the
// end of ctx. Cost: three clauses for each gate at most, and mostly far fewer.
func NewRelation(ctx context.Context, c *circuit.Circuit, f *syntax.Formula) (r *Relation, err error) {
	defer func() { err = halted(recover(), err) }()
	k, err := newCone(ctx, c, f, false)
	if err != nil {
		return nil, err
	}
	g := newGates(ctx)
	v := k.anywhere(g).(*valuation)
	r = &Relation{Latches: k.latches, Now: v.bits(), Valid: v.may}
	m := &moment{frame: v, g: g, truth: map[*syntax.Formula]Lit{}}
	r.Goal = m.holds(f)
	for _, x := range k.latches {
		r.Next = append(r.Next, v.lit(c.Latches[x].Next))
	}
	for i := range c.Inputs {
		r.Inputs = append(r.Inputs, v.values[c.Input(i).Var()])
	}
	r.CNF = g.ask("a step")
	return r, nil
}

// halted returns the cause of a halt that was recovered, or err if it was none.
func halted(panicked any, err error) error {
	switch h := panicked.(type) {
	case nil:
		return err
	case halt:
		return h.cause
	default:
		panic(h)
	}
}

// Each calls add with each clause. The slice is valid during the call.
func (f *CNF) Each(add func(clause []Lit)) {
	from := 0
	for i, l := range f.lits {
		if l == 0 {
			add(f.lits[from:i])
			from = i + 1
		}
	}
}
