package syntax

import "slices"

// A meaning is the formula of a text, as CTL, as LTL or as both: at least one of formula and run is set. If both are,
// they are equal where each dead marking repeats for ever; with Infinite, CTL is also about dead markings, and LTL is
// not, since a path that ends in one is no run.
type meaning struct {
	formula *Formula // a state formula of CTL or a path formula of LTL; nil if it is only a run
	run     *Formula // A φ or E φ for a path formula φ of LTL; nil if there is no such reading
}

// none reports whether the text is neither CTL nor LTL.
func (m meaning) none() bool { return m.formula == nil && m.run == nil }

// branching maps A and E, and the operator of the path formula behind it, to that of CTL.
var branching = map[[2]Op]Op{
	{A, X}: AX, {A, F}: AF, {A, G}: AG, {A, U}: AU,
	{E, X}: EX, {E, F}: EF, {E, G}: EG, {E, U}: EU,
}

// branches returns the CTL formula that has a path operator with the quantifier A or E before it; nil if there is none,
// or if an operand is no state formula.
func (p *Pool) branches(quantifier Op, path *Formula) *Formula {
	op, ok := branching[[2]Op{quantifier, path.Op}]
	if !ok || slices.ContainsFunc(path.Args, (*Formula).Linear) {
		return nil
	}
	return p.Make(op, path.Args...)
}

// quantify returns what the path formula with the quantifier A or E before it means; it may be none.
func (p *Pool) quantify(quantifier Op, path *Formula) meaning {
	m := meaning{formula: p.branches(quantifier, path)}
	if !path.branching {
		m.run = p.Make(quantifier, path)
	}
	return m
}

// connect returns what a connective of the operands means; it may be none. Of runs,  A φ & A ψ = A (φ & ψ),
// E φ | E ψ = E (φ | ψ)  and  !A φ = E !φ,  also where there is no run at all.
func (p *Pool) connect(op Op, operands ...meaning) meaning {
	quantifier := False
	switch op {
	case And:
		quantifier = A
	case Or:
		quantifier = E
	}
	formulas, runs := make([]*Formula, 0, len(operands)), []*Formula(nil)
	for _, m := range operands {
		if m.formula != nil {
			formulas = append(formulas, m.formula)
		}
		if m.run != nil && (m.run.Op == quantifier || op == Not) {
			runs = append(runs, m.run.Args[0])
		}
	}
	var m meaning
	if len(formulas) == len(operands) {
		m.formula = p.Make(op, formulas...)
	}
	switch {
	case len(runs) < len(operands):
	case op == Not:
		m.run = p.Make(operands[0].run.Op.dual(), p.Not(runs[0]))
	case quantifier != False:
		m.run = p.Make(quantifier, p.Make(op, runs...))
	}
	return m
}
