package sets

import (
	"brim/ctl/syntax"
	"brim/internal/memo"
)

// Formulas of CTL in the negation normal form of certificates.

// An op is what a claim is about.
type op uint8

const (
	state op = iota // a formula without path operators
	and
	or
	ex
	ax
	eu // of the path operators, those with two operands
	au
	er
	ar
	part // what the part of the certificate shows
)

var kinds = [...]string{"state", "and", "or", "EX", "AX", "EU", "AU", "ER", "AR", "part"}

func (o op) String() string { return kinds[o] }

// A formula is in negation normal form. Args[0] of eu and au is nil if it is true, that of er and ar if it is false.
type formula struct {
	op   op
	args []*formula
	same *syntax.Formula // the same formula in the operators of package syntax
}

// A normalizer brings formulas of one pool into normal form, each once.
type normalizer struct {
	pool *syntax.Pool
	done memo.Flagged[*syntax.Formula, *formula] // plain and negated
}

func newNormalizer(p *syntax.Pool) *normalizer {
	return &normalizer{pool: p}
}

// normal returns f, or !f if negated.
func (z *normalizer) normal(f *syntax.Formula, negated bool) *formula {
	return z.done.Of(f, negated, z.rewrite)
}

// rewrite is normal for a formula that has not been rewritten yet: a case for each operator.
func (z *normalizer) rewrite(f *syntax.Formula, negated bool) *formula {
	p := z.pool
	if !f.Temporal() {
		if negated {
			f = p.Not(f)
		}
		return &formula{op: state, same: f}
	}
	arg := func(i int) *formula { return z.normal(f.Args[i], negated) }
	switch f.Op {
	case syntax.Not:
		return z.normal(f.Args[0], !negated)
	case syntax.And, syntax.Or:
		return z.junction((f.Op == syntax.And) != negated, f.Args, negated)
	case syntax.Implies:
		return z.normal(p.Or(p.Not(f.Args[0]), f.Args[1]), negated)
	case syntax.Iff:
		a, b := f.Args[0], f.Args[1]
		return z.normal(p.Or(p.And(a, b), p.And(p.Not(a), p.Not(b))), negated)
	case syntax.EX, syntax.AX:
		if (f.Op == syntax.EX) != negated {
			return &formula{ex, []*formula{arg(0)}, p.Make(syntax.EX, arg(0).same)}
		}
		return &formula{ax, []*formula{arg(0)}, p.Make(syntax.AX, arg(0).same)}
	case syntax.EF, syntax.AF: // true U f; negated, false R !f
		return z.path((f.Op == syntax.EF) != negated, negated, &formula{op: state, same: p.Bool(!negated)}, arg(0))
	case syntax.EG, syntax.AG: // false R f; negated, true U !f
		return z.path((f.Op == syntax.EG) != negated, !negated, &formula{op: state, same: p.Bool(negated)}, arg(0))
	case syntax.EU, syntax.AU:
		return z.path((f.Op == syntax.EU) != negated, negated, arg(0), arg(1))
	}
	panic("sets: operator " + f.Op.String() + " of LTL")
}

// junction returns the conjunction or disjunction of formulas, or of their negations. The operands without path
// operators become one.
func (z *normalizer) junction(all bool, fs []*syntax.Formula, negated bool) *formula {
	g := &formula{op: or}
	make := z.pool.Or
	if all {
		g.op, make = and, z.pool.And
	}
	var states, others []*syntax.Formula
	for _, f := range fs {
		h := z.normal(f, negated)
		if h.op == state {
			states = append(states, h.same)
			continue
		}
		g.args, others = append(g.args, h), append(others, h.same)
	}
	if len(states) > 0 {
		s := make(states...)
		g.args = append([]*formula{{op: state, same: s}}, g.args...)
		others = append(others, s)
	}
	g.same = make(others...)
	return g
}

// path returns E(f U g), A(f U g), E(f R g) or A(f R g).
func (z *normalizer) path(exists, release bool, f, g *formula) *formula {
	p := z.pool
	h := &formula{op: au, args: []*formula{f, g}}
	switch left := f.same.Op; {
	case !release && left == syntax.True, release && left == syntax.False:
		h.args[0] = nil
	}
	unary := h.args[0] == nil
	switch {
	case exists && !release:
		h.op, h.same = eu, p.Make(syntax.EU, f.same, g.same)
	case !release:
		h.same = p.Make(syntax.AU, f.same, g.same)
	case exists && unary:
		h.op, h.same = er, p.Make(syntax.EG, g.same)
	case exists:
		h.op, h.same = er, p.Or(p.Make(syntax.EU, g.same, p.And(f.same, g.same)), p.Make(syntax.EG, g.same))
	case unary:
		h.op, h.same = ar, p.Make(syntax.AG, g.same)
	default:
		h.op, h.same = ar, p.Not(p.Make(syntax.EU, p.Not(f.same), p.Not(g.same)))
	}
	return h
}
