package ltl

import (
	"slices"

	"brim/ctl/syntax"
)

// Translation of disjunctions to CTL, by rewriting.

// any translates a disjunction: of state formulas and one path formula, or of several of which no two can hold in the
// same marking. Any other disjunction is rewritten as long as one of these lines applies, where c is a state formula, b
// after U or W, too, and a and b with R.
//
//	X f | X g              X (f | g)
//	F c | F d              F (c | d)
//	f & g | h              (f | h) & (g | h)
//	X f | F g, X f | G g   the laws of expansion: F g is g | X F g, G g is g & X G g, and the like
//	F c | G f              (f | F c) W c              until the first c there is one to come, or f holds
//	F c | f U b            (f | F c) U (b | c)
//	F c | f W b            (f | F c) W (b | c)
//	F c | a R b            (b | F c) W (a & b | c)
//	G f | G g              G (f | G g) & G (g | G f)
func (t *translation) any(or *syntax.Formula) *syntax.Formula {
	p := t.pool
	states, others := t.merged(or.Args)
	if len(others) > 1 && !t.apart(others) {
		if f := t.rewritten(others); f != nil && t.rewrites() {
			return t.all(p.Or(append(states, f)...))
		}
		t.inexact()
	}
	return p.Or(append(states, t.each(others)...)...)
}

// rewrites reports whether one more rewriting may be done.
func (t *translation) rewrites() bool {
	t.left--
	return t.left >= 0
}

// apply returns op f for each f of a list, X F g for F X g.
func (t *translation) apply(op syntax.Op, list []*syntax.Formula) []*syntax.Formula {
	out := make([]*syntax.Formula, len(list))
	for i, f := range list {
		if op == syntax.F && f.Op == syntax.X {
			out[i] = t.pool.Make(syntax.X, t.pool.Make(op, f.Args[0]))
		} else {
			out[i] = t.pool.Make(op, f)
		}
	}
	return out
}

// merged returns the operands of a disjunction, with one X and one F of a state formula at most.
func (t *translation) merged(list []*syntax.Formula) (states, others []*syntax.Formula) {
	var next, reached []*syntax.Formula
	for _, f := range list {
		var r *syntax.Formula
		if f.Op == syntax.F {
			r = t.reached(f)
		}
		switch {
		case !f.Temporal():
			states = append(states, f)
		case r != nil:
			reached = append(reached, r)
		case f.Op == syntax.X:
			next = append(next, f.Args[0])
		default:
			others = append(others, f)
		}
	}
	if next != nil {
		others = append(others, t.pool.Make(syntax.X, t.pool.Or(next...)))
	}
	if reached != nil {
		others = append(others, t.pool.Make(syntax.F, t.pool.Or(reached...)))
	}
	return states, others
}

// reached returns a state formula g with  F f = F g,  nil if none is found.
func (t *translation) reached(f *syntax.Formula) *syntax.Formula {
	switch {
	case !f.Temporal():
		return f
	case f.Op == syntax.F:
		return t.reached(f.Args[0])
	case f.Op != syntax.Or:
		return nil
	}
	var list []*syntax.Formula
	for _, a := range f.Args {
		g := t.reached(a)
		if g == nil {
			return nil
		}
		list = append(list, g)
	}
	return t.pool.Or(list...)
}

// rewritten returns a formula equal to the disjunction of the list, which has two operands or more; nil if there is no
// rule for it.
func (t *translation) rewritten(list []*syntax.Formula) *syntax.Formula {
	p := t.pool
	or := func(f, g *syntax.Formula) *syntax.Formula { return p.Or(f, g) }
	is := func(op syntax.Op) int {
		return slices.IndexFunc(list, func(f *syntax.Formula) bool { return f.Op == op })
	}
	if i := is(syntax.And); i >= 0 {
		rest := p.Or(slices.Delete(slices.Clone(list), i, i+1)...)
		var all []*syntax.Formula
		for _, f := range list[i].Args {
			all = append(all, or(f, rest))
		}
		return p.And(all...)
	}
	if is(syntax.X) >= 0 {
		var all []*syntax.Formula
		for _, f := range list {
			all = append(all, t.expanded(f))
		}
		return p.Or(all...)
	}
	if len(list) > 2 {
		return nil
	}
	f, g := list[0], list[1]
	if f.Op == syntax.F {
		f, g = g, f
	}
	switch {
	case f.Op == syntax.G && g.Op == syntax.G:
		return p.And(p.Make(syntax.G, or(f.Args[0], g)), p.Make(syntax.G, or(g.Args[0], f)))
	case g.Op != syntax.F || g.Args[0].Temporal():
		return nil
	case f.Op == syntax.G:
		return p.Make(syntax.W, or(f.Args[0], g), g.Args[0])
	}
	c := g.Args[0]
	if len(f.Args) != 2 || f.Args[1].Temporal() {
		return nil
	}
	a, b := f.Args[0], f.Args[1]
	switch {
	case f.Op == syntax.U || f.Op == syntax.W:
		return p.Make(f.Op, or(a, g), or(b, c))
	case f.Op == syntax.R && !a.Temporal():
		return p.Make(syntax.W, or(b, g), or(p.And(a, b), c))
	}
	return nil
}

// expanded returns f by its expansion law: what holds now and what holds after one step.
func (t *translation) expanded(f *syntax.Formula) *syntax.Formula {
	p := t.pool
	next := p.Make(syntax.X, f)
	switch f.Op {
	case syntax.F:
		return p.Or(f.Args[0], next)
	case syntax.G:
		return p.And(f.Args[0], next)
	case syntax.U, syntax.W:
		return p.Or(f.Args[1], p.And(f.Args[0], next))
	case syntax.R:
		return p.And(f.Args[1], p.Or(f.Args[0], next))
	}
	return f
}

// exclude reports whether a state formula in the conjunction f is the negation of one in g.
func (t *translation) exclude(f, g *syntax.Formula) bool {
	return slices.ContainsFunc(parts(f), func(a *syntax.Formula) bool {
		return !a.Temporal() && slices.Contains(parts(g), Simplify(t.pool.Not(a)))
	})
}

// apart reports whether any two of a few formulas exclude each other.
func (t *translation) apart(list []*syntax.Formula) bool {
	const most = 8 // each is compared with each
	for i, f := range list {
		for _, g := range list[:i] {
			if len(list) > most || !t.exclude(f, g) {
				return false
			}
		}
	}
	return true
}
