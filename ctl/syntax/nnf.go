package syntax

import "brim/internal/memo"

// NNF returns a formula equal to f, one of CTL, in which ! stands only before deadlock, timelock,
// enabled, E( U ) and until with times, and which has neither -> nor <->. Comparisons swallow their !.
//
// Negations are pushed inwards by
//
//	!(f & g) = !f | !g        !EX f = AX !f    !EF f = AG !f    !EG f = AF !f
//	!(f | g) = !f & !g        !AX f = EX !f    !AF f = EG !f    !AG f = EF !f
//	!A(f U g) = E(!g U !f & !g) | EG !g
//
// The last line says: f fails before g comes, or g never comes. It is right in both
// readings of Paths. There is no such line for !E(f U g): "on all paths" does not
// distribute over the two cases, and CTL has no operator for them together. Nor is there
// one for !A(f U[a,b] g), where g has to be missed in the window only.
//
// The size of the result is linear in that of f.
func NNF(f *Formula) *Formula {
	r := newPusher(f.pool)
	r.path = func(g *Formula, negated bool) *Formula {
		p := r.pool
		switch {
		case g.Op == Within && (g.Args[0].Op == EU || g.Args[0].Op == AU):
			until := p.Within(r.push(g.Args[0], false), g.Low, g.High)
			if negated {
				return p.Not(until)
			}
			return until
		case g.Op == Within:
			return p.Within(r.push(g.Args[0], negated), g.Low, g.High)
		case g.Op == EU:
			eu := p.Make(EU, r.push(g.Args[0], false), r.push(g.Args[1], false))
			if negated {
				return p.Not(eu)
			}
			return eu
		case g.Op == AU && negated:
			return r.notAU(g)
		case g.Op == AU:
			return p.Make(AU, r.push(g.Args[0], false), r.push(g.Args[1], false))
		case negated:
			return p.Make(g.Op.dual(), r.push(g.Args[0], true))
		}
		return p.Make(g.Op, r.push(g.Args[0], false))
	}
	return r.push(f, false)
}

// Existential returns a formula equal to f, one of CTL, whose only path operators are EX, EG and
// EU, and which has neither -> nor <->. Comparisons swallow their !.
//
//	EF f = E(true U f)        AX f = !EX !f             AF f = !EG !f
//	AG f = !E(true U !f)      A(f U g) = !E(!g U !f & !g) & !EG !g
//
// All of it is right in both readings of Paths. The size of the result is linear in
// that of f.
func Existential(f *Formula) *Formula {
	r := newPusher(f.pool)
	r.path = func(g *Formula, negated bool) *Formula {
		p := r.pool
		if g.Op == AU {
			if negated {
				return r.notAU(g)
			}
			or := r.notAU(g)
			return p.And(p.Not(or.Args[0]), p.Not(or.Args[1]))
		}
		universal := g.Op >= AX
		var h *Formula
		switch arg := r.push(g.Args[0], universal); g.Op {
		case EX, AX:
			h = p.Make(EX, arg)
		case EG, AF:
			h = p.Make(EG, arg)
		case EF, AG:
			h = p.Make(EU, p.Bool(true), arg)
		case EU:
			h = p.Make(EU, arg, r.push(g.Args[1], false))
		}
		if negated != universal {
			return p.Not(h)
		}
		return h
	}
	return r.push(f, false)
}

// A pusher pushes negations down to the path operators and atoms, and leaves the
// path operators to path.
type pusher struct {
	pool *Pool
	path func(f *Formula, negated bool) *Formula
	done memo.Flagged[*Formula, *Formula] // results for plain and negated formulas
}

func newPusher(p *Pool) *pusher {
	return &pusher{pool: p}
}

// push returns the rewritten f, or !f if negated.
func (r *pusher) push(f *Formula, negated bool) *Formula {
	return r.done.Of(f, negated, r.rewrite)
}

// rewrite is push for a formula that has not been rewritten yet: a case for each operator.
func (r *pusher) rewrite(f *Formula, negated bool) *Formula {
	p := r.pool
	switch f.Op {
	case True, False:
		return p.Bool((f.Op == True) != negated)
	case Compare:
		if negated {
			return p.compare(f.Terms, f.Rel.Negate(), f.Const)
		}
		return f
	case Deadlock, Timelock, Enabled:
		if negated {
			return p.Not(f)
		}
		return f
	case Not:
		return r.push(f.Args[0], !negated)
	case And, Or:
		args := make([]*Formula, len(f.Args))
		for i, a := range f.Args {
			args[i] = r.push(a, negated)
		}
		if (f.Op == And) != negated {
			return p.And(args...)
		}
		return p.Or(args...)
	case Implies:
		if negated {
			return p.And(r.push(f.Args[0], false), r.push(f.Args[1], true))
		}
		return p.Or(r.push(f.Args[0], true), r.push(f.Args[1], false))
	case Iff:
		a, b := f.Args[0], f.Args[1]
		return p.Or(
			p.And(r.push(a, false), r.push(b, negated)),
			p.And(r.push(a, true), r.push(b, !negated)))
	}
	return r.path(f, negated)
}

// notAU returns  !A(f U g) = E(!g U !f & !g) | EG !g.
func (r *pusher) notAU(au *Formula) *Formula {
	p := r.pool
	notF, notG := r.push(au.Args[0], true), r.push(au.Args[1], true)
	return p.Or(p.Make(EU, notG, p.And(notF, notG)), p.Make(EG, notG))
}
