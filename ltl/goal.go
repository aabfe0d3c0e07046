package ltl

import (
	"brim/ctl/syntax"
	"brim/internal/memo"
)

// A Goal is the path formula of a witness for E φ, or of a counterexample to A φ: if some maximal run satisfies Path, E
// φ holds, or A φ fails. If no run does, it is the other way round.
type Goal struct {
	Question *syntax.Formula // A φ or E φ
	Path     *syntax.Formula // φ of E φ, !φ of A φ, as NNF returns it
	Holds    bool            // a run shows that the question holds
}

// GoalOf returns the goal of a question, whose operator is syntax.A or syntax.E. Cost: that of NNF.
func GoalOf(question *syntax.Formula) Goal {
	some := question.Op == syntax.E
	return Goal{Question: question, Path: nnf(question.Args[0], !some), Holds: some}
}

// NNF returns a path formula equal to f in which negations stand only in state formulas without path operators, and
// all other operators are And, Or, X, F, G, U, R and W. Cost: the different formulas in f.
func NNF(f *syntax.Formula) *syntax.Formula { return nnf(f, false) }

func nnf(f *syntax.Formula, negated bool) *syntax.Formula {
	n := normaliser{pool: f.Pool()}
	return n.push(f, negated)
}

// A normaliser pushes negations down to state formulas.
type normaliser struct {
	pool *syntax.Pool
	done memo.Flagged[*syntax.Formula, *syntax.Formula] // results for plain and negated formulas
}

// push returns f, or !f if negated, in the form of NNF.
func (n *normaliser) push(f *syntax.Formula, negated bool) *syntax.Formula {
	return n.done.Of(f, negated, n.rewrite)
}

// rewrite returns the normal form of f, or of !f if negated, for a formula that has not been rewritten yet.
func (n *normaliser) rewrite(f *syntax.Formula, negated bool) *syntax.Formula {
	p := n.pool
	if !f.Temporal() {
		if negated {
			f = p.Not(f)
		}
		return syntax.NNF(f)
	}
	// all returns the operands, each negated or not.
	all := func(negated bool) []*syntax.Formula {
		list := make([]*syntax.Formula, len(f.Args))
		for i, a := range f.Args {
			list[i] = n.push(a, negated)
		}
		return list
	}
	switch f.Op {
	case syntax.Not:
		return n.push(f.Args[0], !negated)
	case syntax.Implies:
		return n.push(p.Or(p.Not(f.Args[0]), f.Args[1]), negated)
	case syntax.Iff:
		a, b := f.Args[0], f.Args[1]
		return p.Or(
			p.And(n.push(a, false), n.push(b, negated)),
			p.And(n.push(a, true), n.push(b, !negated)))
	case syntax.W:
		if negated { // !(p W q) = !q U (!p & !q)
			notP, notQ := n.push(f.Args[0], true), n.push(f.Args[1], true)
			return p.Make(syntax.U, notQ, p.And(notP, notQ))
		}
	}
	op := f.Op
	if negated {
		op = duals[op]
	}
	return p.Make(op, all(negated)...)
}

// duals maps operators o to those d with  !o(f, …) = d(!f, …).
var duals = map[syntax.Op]syntax.Op{
	syntax.And: syntax.Or, syntax.Or: syntax.And, syntax.X: syntax.X, syntax.F: syntax.G, syntax.G: syntax.F,
	syntax.U: syntax.R, syntax.R: syntax.U,
}
