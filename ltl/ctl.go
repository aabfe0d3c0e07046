package ltl

import (
	"slices"

	"brim/ctl/syntax"
)

// CTL returns a formula of CTL that holds in the same markings as a question A φ or E φ, in both readings of paths. ok
// is false if none is found: for A F G p none exists.
//
// It finds one for the deterministic formulas of [Mai00], the common fragment of LTL and CTL, with A before each
// operator:
//
//	φ = p | φ & φ | X φ | (p & φ) | (!p & φ) | (p & φ) U (!p & φ) | (p & φ) W (!p & φ)
//
// with state formulas p, and for formulas equal to one of them: G φ is φ W false, F p is !p U p, φ U p is (!p & φ) U p,
// p | φ is (p & true) | (!p & φ), q R φ is (!q & φ) W (q & φ). So is F(q & e) where e is an eventuality, which holds
// before each position where it holds: then e holds where q does first. Disjunctions are rewritten; see any. E φ is
// !A !φ.
//
// With Infinite a question says nothing about markings from which no run is infinite: the formula is EG true -> f, and
// below all operators f is required in markings with an infinite run only. For Maximal, of which EG true holds
// everywhere, syntax.Simplify removes it. In a dead marking X f is f if a run from there counts; so X is exact in both
// readings, too.
//
// Cost: the different formulas in φ.
func CTL(question *syntax.Formula) (f *syntax.Formula, ok bool) {
	t := newTranslation(question, true)
	f = t.answer()
	if t.failed {
		return nil, false
	}
	if question.Op == syntax.E {
		f = syntax.NNF(t.pool.Not(f))
	}
	return f, true
}

// Stronger returns a formula of CTL that holds only where no run satisfies the path formula of GoalOf, in both readings
// of paths: where it holds, A φ holds, and E φ does not. It has A before all operators of φ, or of !φ, except where CTL
// has an exact translation; X is that of LTL in dead markings. Where it does not hold, nothing is known, unless CTL
// succeeds.
func Stronger(question *syntax.Formula) *syntax.Formula {
	return newTranslation(question, false).answer()
}

// A translation makes state formulas of path formulas f in the form of NNF. In a marking from which there is a run, the
// result of all(f) holds only if all runs from there satisfy f. The converse holds, too, if exact is set and failed is
// false in the end. In markings without a run the result has no meaning.
type translation struct {
	pool   *syntax.Pool
	path   *syntax.Formula // what all runs are to satisfy
	alive  *syntax.Formula // holds in markings with a run
	exact  bool
	failed bool
	left   int // how many more times formulas may be rewritten
	done   map[*syntax.Formula]*syntax.Formula
}

// mostRewritings bounds the growth of formulas whose disjunctions are multiplied out.
const mostRewritings = 200

func newTranslation(question *syntax.Formula, exact bool) *translation {
	p := question.Pool()
	return &translation{
		pool:  p,
		path:  Simplify(nnf(question.Args[0], question.Op == syntax.E)),
		alive: p.Make(syntax.EG, p.Bool(true)),
		exact: exact,
		left:  mostRewritings,
		done:  map[*syntax.Formula]*syntax.Formula{},
	}
}

func (t *translation) answer() *syntax.Formula { return t.ifAlive(t.all(t.path)) }

// ifAlive returns f where a run begins, and true elsewhere.
func (t *translation) ifAlive(f *syntax.Formula) *syntax.Formula {
	return t.pool.Make(syntax.Implies, t.alive, f)
}

// all returns the state formula that all runs satisfy f, each f once.
func (t *translation) all(f *syntax.Formula) *syntax.Formula {
	if !f.Temporal() || t.failed {
		return f
	}
	g, ok := t.done[f]
	if !ok {
		g = t.translate(f)
		t.done[f] = g
	}
	return g
}

// inexact records that the result is not exact.
func (t *translation) inexact() { t.failed = t.failed || t.exact }

// translate is all for a formula that has not been translated yet.
func (t *translation) translate(f *syntax.Formula) *syntax.Formula {
	p := t.pool
	switch f.Op {
	case syntax.And:
		return p.And(t.each(f.Args)...)
	case syntax.Or:
		return t.any(f)
	case syntax.X:
		g := t.all(f.Args[0])
		return p.And(p.Make(syntax.AX, t.ifAlive(g)), p.Make(syntax.Implies, p.Deadlock(), t.ifAlive(g)))
	case syntax.G:
		return p.Make(syntax.AG, t.ifAlive(t.all(f.Args[0])))
	case syntax.F:
		return t.eventually(f.Args[0])
	}
	a, b := f.Args[0], f.Args[1]
	switch f.Op {
	case syntax.U:
		if eventual(b) {
			return t.all(b)
		}
		if !t.first(b) && !t.exclude(a, b) {
			t.inexact()
		}
		return p.Make(syntax.AU, t.ifAlive(t.all(a)), t.all(b))
	case syntax.W:
		if b.Temporal() && !t.exclude(a, b) {
			t.inexact()
		}
		a, b = t.all(a), t.all(b)
		return p.Not(p.Make(syntax.EU, p.Not(b), p.And(t.alive, p.Not(a), p.Not(b))))
	default: // R
		if a.Temporal() {
			t.inexact()
		}
		a, b = t.all(a), t.all(b)
		return p.Not(p.Make(syntax.EU, p.Not(a), p.And(t.alive, p.Not(b))))
	}
}

// each translates a list of formulas.
func (t *translation) each(list []*syntax.Formula) []*syntax.Formula {
	out := make([]*syntax.Formula, len(list))
	for i, f := range list {
		out[i] = t.all(f)
	}
	return out
}

// eventually translates F f.
func (t *translation) eventually(f *syntax.Formula) *syntax.Formula {
	p := t.pool
	switch {
	case eventual(f):
		return t.all(f)
	case f.Op == syntax.X:
		return t.all(p.Make(syntax.X, p.Make(syntax.F, f.Args[0])))
	}
	if r := t.reached(f); r != nil {
		return p.Make(syntax.AF, r)
	}
	if f.Op == syntax.Or && t.rewrites() {
		return t.all(p.Make(syntax.Or, t.apply(syntax.F, f.Args)...))
	}
	if !t.first(f) {
		t.inexact()
	}
	return p.Make(syntax.AF, t.all(f))
}

// eventual reports whether the operators of f show that it is a pure eventuality [EH00]: it holds at each position
// before one where it holds.
func eventual(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.F:
		return true
	case syntax.U, syntax.R:
		return eventual(f.Args[1]) && (f.Op == syntax.U || eventual(f.Args[0]))
	case syntax.X, syntax.G:
		return eventual(f.Args[0])
	case syntax.And, syntax.Or:
		return !slices.ContainsFunc(f.Args, func(a *syntax.Formula) bool { return !eventual(a) })
	}
	return false
}

// first reports whether f is a state formula, or a conjunction of some and of pure eventualities: if it ever holds, it
// holds at the first position where the state formulas hold.
func (t *translation) first(f *syntax.Formula) bool {
	rest := slices.DeleteFunc(slices.Clone(parts(f)), eventual)
	return !slices.ContainsFunc(rest, (*syntax.Formula).Temporal)
}

// parts returns the operands of a conjunction, or f alone.
func parts(f *syntax.Formula) []*syntax.Formula {
	if f.Op == syntax.And {
		return f.Args
	}
	return []*syntax.Formula{f}
}
