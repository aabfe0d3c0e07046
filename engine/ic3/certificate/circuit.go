package certificate

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// Circuit returns nil if the clauses hold in all states that c reaches from its initial ones, and where they do and the
// constraints of c, bad holds for no inputs. A *Refusal says which implication fails; another error is the cause of the
// end of ctx, or says that the formula is too large. Cost: three clauses for each gate, and two questions about them
// for each clause of x.
func Circuit(ctx context.Context, c *circuit.Circuit, bad *syntax.Formula, x *Invariant) error {
	if err := x.check(len(c.Latches)); err != nil {
		return err
	}
	j := newJudge()
	signals := c.Signals()
	j.bound = func(int) int64 { return 1 }
	at := func(l circuit.Lit) lit { // variable 0 of a circuit is false
		v := lit(l.Var() + 1)
		if l.Var() == 0 {
			v = no
		}
		if l.Negated() {
			v = -v
		}
		return v
	}
	j.most = lit(c.Variables())
	j.tokens = func(place int, _ int64) lit { return at(signals[place].Lit) }
	j.enabled = func(int) lit { return no }
	for i, g := range c.Gates {
		out, a, b := at(c.Gate(i)), at(g.A), at(g.B)
		j.clause(-out, a)
		j.clause(-out, b)
		j.clause(out, -a, -b)
	}
	// literal returns a literal of the invariant, of latches or of what they will be.
	literal := func(l int32, of func(latch int) lit) lit {
		b := x.Bits[max(l, -l)-1]
		v := of(b.Place)
		if b.AtLeast > 1 {
			v = no
		}
		if l < 0 {
			v = -v
		}
		return v
	}
	against := func(clause []int32, of func(latch int) lit) (list []lit) {
		for _, l := range clause {
			list = append(list, -literal(l, of))
		}
		return list
	}
	now := func(i int) lit { return at(c.Latch(i)) }
	after := func(i int) lit { return at(c.Latches[i].Next) }

	var first []lit
	for i, l := range c.Latches {
		switch l.Reset {
		case circuit.True:
			first = append(first, now(i))
		case circuit.False:
			first = append(first, -now(i))
		}
	}
	for i, clause := range x.Clauses {
		if breaks, err := j.possible(ctx, append(against(clause, now), first...)...); err != nil {
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
		legal = append(legal, at(s.Lit))
	}
	for _, clause := range x.Clauses {
		var list []lit
		for _, l := range clause {
			list = append(list, literal(l, now))
		}
		j.clause(list...)
	}
	if reached, err := j.possible(ctx, append([]lit{goal}, legal...)...); err != nil {
		return err
	} else if reached {
		return refuse("the clauses allow a bad state")
	}
	for i, clause := range x.Clauses {
		if breaks, err := j.possible(ctx, append(against(clause, after), legal...)...); err != nil {
			return err
		} else if breaks {
			return refuse("clause %d does not hold after each step", i+1)
		}
	}
	return nil
}
