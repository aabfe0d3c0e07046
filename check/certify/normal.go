package certify

import (
	"brim/ctl/syntax"
	"brim/internal/memo"
)

// This file brings formulas of CTL into the negation normal form of certificates.

// A normaliser pushes negations inwards by the laws of duality alone, so that the negation of what it returns is what
// the checker makes of it, too. It differs from syntax.NNF in two ways: f <-> g is f & g | !f & !g, and !A(f U g) stays
// as it is, since E(!f R !g) cannot be written in another way.
type normaliser struct {
	pool *syntax.Pool
	done memo.Flagged[*syntax.Formula, *syntax.Formula] // plain and negated
}

// normal returns f, or !f if negated, in normal form. Cost: the size of f.
func normal(f *syntax.Formula, negated bool) *syntax.Formula {
	n := normaliser{pool: f.Pool()}
	return n.push(f, negated)
}

func (n *normaliser) push(f *syntax.Formula, negated bool) *syntax.Formula {
	return n.done.Of(f, negated, n.rewrite)
}

// duals maps path operators o of one operand to those d with !o f = d !f.
var duals = map[syntax.Op]syntax.Op{
	syntax.EX: syntax.AX, syntax.AX: syntax.EX, syntax.EF: syntax.AG, syntax.AG: syntax.EF,
	syntax.EG: syntax.AF, syntax.AF: syntax.EG,
}

func (n *normaliser) rewrite(f *syntax.Formula, negated bool) *syntax.Formula {
	p := n.pool
	switch f.Op {
	case syntax.Not:
		return n.push(f.Args[0], !negated)
	case syntax.And, syntax.Or:
		list := make([]*syntax.Formula, len(f.Args))
		for i, g := range f.Args {
			list[i] = n.push(g, negated)
		}
		if (f.Op == syntax.And) != negated {
			return p.And(list...)
		}
		return p.Or(list...)
	case syntax.Implies:
		return n.push(p.Or(p.Not(f.Args[0]), f.Args[1]), negated)
	case syntax.Iff:
		a, b := f.Args[0], f.Args[1]
		return n.push(p.Or(p.And(a, b), p.And(p.Not(a), p.Not(b))), negated)
	case syntax.EU, syntax.AU:
		g := p.Make(f.Op, n.push(f.Args[0], false), n.push(f.Args[1], false))
		if negated {
			return p.Not(g)
		}
		return g
	}
	dual, path := duals[f.Op]
	switch {
	case path && negated:
		return p.Make(dual, n.push(f.Args[0], true))
	case path:
		return p.Make(f.Op, n.push(f.Args[0], false))
	case negated:
		return syntax.NNF(p.Not(f)) // of an atom
	}
	return f
}

// withoutIff returns a formula equal to f in which f <-> g is f & g | !f & !g, as the checker has it.
func withoutIff(f *syntax.Formula, done map[*syntax.Formula]*syntax.Formula) *syntax.Formula {
	if len(f.Args) == 0 {
		return f
	}
	if g, ok := done[f]; ok {
		return g
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = withoutIff(g, done)
	}
	p := f.Pool()
	var g *syntax.Formula
	if f.Op == syntax.Iff {
		g = p.Or(p.And(args...), p.And(p.Not(args[0]), p.Not(args[1])))
	} else {
		g = p.Make(f.Op, args...)
	}
	done[f] = g
	return g
}
