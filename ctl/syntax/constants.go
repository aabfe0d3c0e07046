package syntax

import "brim/internal/memo"

// Constants returns f with false in place of the largest subformulas that never holds of, and with true in place of
// those of whose negations it does. It asks about formulas without path operators alone: about what a subformula with
// path operators says of the state itself; see Now. So the result holds in the same states as f if never reports true
// only of formulas that no reachable state satisfies. never may be called several times with a formula.
func Constants(f *Formula, never func(*Formula) bool) *Formula {
	done := map[*Formula]*Formula{}
	n := new(presence)
	excluded := func(f *Formula) bool {
		now := n.of(f, false)
		return now.Op != True && never(now)
	}
	var replace func(f *Formula) *Formula
	replace = func(f *Formula) *Formula {
		if g, ok := done[f]; ok {
			return g
		}
		g := f
		switch {
		case excluded(f):
			g = f.Pool().Bool(false)
		case excluded(f.Pool().Not(f)):
			g = f.Pool().Bool(true)
		case len(f.Args) > 0:
			args := make([]*Formula, len(f.Args))
			for i, a := range f.Args {
				args[i] = replace(a)
			}
			g = f.Pool().Make(f.Op, args...)
		}
		done[f] = g
		return g
	}
	return replace(f)
}

// Now returns a formula without path operators that holds wherever f holds, in both readings of paths: f itself if it
// has none, true if nothing is known. AG f and EG f ask for f at once, f U g for f or g, EX f for a successor.
func Now(f *Formula) *Formula {
	return new(presence).of(f, false)
}

// A presence has, for formulas and for their negations, what they say of the state itself.
type presence struct {
	done memo.Flagged[*Formula, *Formula]
}

// of returns what f, or !f if negated, says of the state itself.
func (n *presence) of(f *Formula, negated bool) *Formula {
	p := f.Pool()
	switch {
	case f.Op == Not:
		return n.of(f.Args[0], !negated)
	case !f.Temporal() && negated:
		return p.Not(f)
	case !f.Temporal():
		return f
	}
	return n.done.Of(f, negated, n.weaker)
}

// weaker is of for a formula with path operators that begins with no negation: a case for each operator.
func (n *presence) weaker(f *Formula, negated bool) *Formula {
	p := f.Pool()
	switch f.Op {
	case And, Or:
		return n.junction(f.Op == And != negated, f.Args, negated)
	case Implies:
		if negated {
			return n.junction(true, []*Formula{f.Args[0], p.Not(f.Args[1])}, false)
		}
		return n.junction(false, []*Formula{p.Not(f.Args[0]), f.Args[1]}, false)
	case EX, AX:
		if f.Op == EX != negated {
			return p.Not(p.Deadlock())
		}
	case AG, EG:
		if !negated {
			return n.of(f.Args[0], false)
		}
	case EF, AF:
		if negated {
			return n.of(f.Args[0], true)
		}
	case EU, AU:
		if negated {
			return n.of(f.Args[1], true)
		}
		return n.junction(false, f.Args, false)
	}
	return p.Bool(true)
}

// junction returns the conjunction or disjunction of what formulas, or their negations, say of the state itself.
func (n *presence) junction(and bool, list []*Formula, negated bool) *Formula {
	var args []*Formula
	for _, f := range list {
		g := n.of(f, negated)
		switch {
		case g.Op != True:
			args = append(args, g)
		case !and:
			return g
		}
	}
	if and {
		return list[0].Pool().And(args...)
	}
	return list[0].Pool().Or(args...)
}
