package bmc

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/petri"
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

// States are the markings of a net within bounds, as clauses that define gates: for provers that keep sets of states of
// their own.
type States struct {
	Tokens    [][]Lit // by place: literal i says that it has more than i tokens; nil if no firing changes it
	Goal      Lit     // whether the formula holds
	Overflows Lit     // whether some firing leads beyond one of the bounds that are only promised
	*CNF
}

// NewStates returns the markings of a net in which each place has at most so many tokens, with the value of f, which
// has no path operators. Of some bounds it is only promised that they are right. The error is the cause of the end of
// ctx.
func NewStates(ctx context.Context, net *petri.Net, most []int64, promised []bool, f *syntax.Formula) (s *States,
	err error) {
	defer func() { err = halted(recover(), err) }()
	l := arcs(net)
	l.most, l.promised, l.fixed = most, promised, net.Fixed()
	l.doubt()
	g := newGates(ctx)
	s = &States{Tokens: make([][]Lit, len(most))}
	tokens := make([]counter, len(most))
	for p, n := range most {
		if l.fixed[p] {
			tokens[p] = counter{lits: fixed(uint64(n))}
			continue
		}
		for range n {
			s.Tokens[p] = append(s.Tokens[p], g.input())
		}
		tokens[p] = counter{s.Tokens[p], true}
	}
	m := &moment{frame: l.newState(g, tokens, yes, nil, false), g: g, truth: map[*syntax.Formula]Lit{}}
	s.Goal, s.Overflows = m.holds(f), m.overflows()
	s.CNF = g.ask("a marking")
	return s, nil
}
