package certificate

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// This file checks the invariant of a circuit.

// Circuit returns nil if the clauses hold in all states that c reaches from its initial ones, and imply, together with
// the constraints of c, that bad is false for all inputs. A *Refusal says which implication fails; another error is the
// cause for which ctx ended, or says that the formula is too large. Cost: three clauses for each gate, and two
// questions for each clause of x.
func Circuit(ctx context.Context, c *circuit.Circuit, bad *syntax.Formula, x *Invariant) error {
	if err := x.wellFormed(len(c.Latches)); err != nil {
		return err
	}
	j := newCircuitJudge(c, x)
	first := j.initial()
	for i, clause := range x.Clauses {
		if breaks, err := j.possible(ctx, append(j.negation(clause, j.now), first...)...); err != nil {
			return err
		} else if breaks {
			return refuse("clause %d does not hold in all initial states", i+1)
		}
	}
	goal, err := j.holds(bad)
	if err != nil {
		return err
	}
	// From here on the clauses hold in the state before a step. They can, since they do at first.
	var legal []lit
	for _, s := range c.Constraints {
		legal = append(legal, variable(s.Lit))
	}
	for _, clause := range x.Clauses {
		var list []lit
		for _, l := range clause {
			list = append(list, j.literal(l, j.now))
		}
		j.clause(list...)
	}
	if reached, err := j.possible(ctx, append([]lit{goal}, legal...)...); err != nil {
		return err
	} else if reached {
		return refuse("the clauses allow a bad state")
	}
	for i, clause := range x.Clauses {
		if breaks, err := j.possible(ctx, append(j.negation(clause, j.after), legal...)...); err != nil {
			return err
		} else if breaks {
			return refuse("clause %d does not hold after each step", i+1)
		}
	}
	return nil
}

// A circuitJudge is a judge with the clauses of a circuit.
type circuitJudge struct {
	*judge
	circuit   *circuit.Circuit
	invariant *Invariant
}

// newCircuitJudge returns a judge that knows the gates of c. Signals are places with at most one token.
func newCircuitJudge(c *circuit.Circuit, x *Invariant) *circuitJudge {
	j := &circuitJudge{newJudge(), c, x}
	signals := c.Signals()
	j.bound = func(int) int64 { return 1 }
	j.most = lit(c.Variables())
	j.tokens = func(place int, _ int64) lit { return variable(signals[place].Lit) }
	j.enabled = func(int) lit { return no }
	for i, g := range c.Gates {
		out, a, b := variable(c.Gate(i)), variable(g.A), variable(g.B)
		j.clause(-out, a)
		j.clause(-out, b)
		j.clause(out, -a, -b)
	}
	return j
}

// variable returns the literal of the judge for one of the circuit, whose variable 0 is false.
func variable(l circuit.Lit) lit {
	v := lit(l.Var() + 1)
	if l.Var() == 0 {
		v = no
	}
	if l.Negated() {
		v = -v
	}
	return v
}

// now returns the literal of a latch.
func (j *circuitJudge) now(latch int) lit { return variable(j.circuit.Latch(latch)) }

// after returns the literal of a latch after the step.
func (j *circuitJudge) after(latch int) lit { return variable(j.circuit.Latches[latch].Next) }

// initial returns the literals of the latches that have a value at first.
func (j *circuitJudge) initial() (list []lit) {
	for i, l := range j.circuit.Latches {
		switch l.Reset {
		case circuit.True:
			list = append(list, j.now(i))
		case circuit.False:
			list = append(list, -j.now(i))
		}
	}
	return list
}

// literal returns a literal of the invariant, where of is now or after.
func (j *circuitJudge) literal(l int32, of func(latch int) lit) lit {
	b := j.invariant.Bits[max(l, -l)-1]
	v := of(b.Place)
	if b.AtLeast > 1 {
		v = no
	}
	if l < 0 {
		v = -v
	}
	return v
}

// negation returns the literals of which all are true exactly if the clause is false, where of is now or after.
func (j *circuitJudge) negation(clause []int32, of func(latch int) lit) (list []lit) {
	for _, l := range clause {
		list = append(list, -j.literal(l, of))
	}
	return list
}
