package ltl

import (
	"slices"

	"brim/ctl/syntax"
)

// Simplification of path formulas, so that their automata become smaller.

// Simplify returns a path formula equal to f, both in the form of NNF, that has a smaller automaton as a rule. State
// formulas are simplified by syntax.Simplify, which uses that numbers of tokens are whole, and enabled(t, u) becomes
// enabled(t) | enabled(u) where other formulas contain one of them. Operands come first, then these rules, each as long
// as it fits. e is a pure eventuality, which holds if it holds later, u a pure universality, which goes on to hold
// [EH00], s is both; f <= g means that f implies g by the rules of implies [SB00].
//
//	constants    F true = true, f U false = false, true U f = F f, false R f = G f, …
//	implied      f & g = f, f | g = g        if f <= g;   f & g = false if f <= !g;   f | g = true if !f <= g
//	             f U g = g, f W g = g        if f <= g;   f R g = g    if g <= f
//	             f U g = F g, f W g = true   if !f <= g;  f R g = G g  if g <= !f
//	             f U (g U h) = g U h         if f <= g;   f R (g R h) = g R h  if g <= f
//	later        F e = e, G u = u, f U e = e, f R u = u, X s = s
//	             F(f & s) = F f & s, G(f & s) = G f & s, X(f & s) = X f & s, f U (g & s) = f U g & s, and so on
//	             F f | s = F(f | s), G f | s = G(f | s), X f | s = X(f | s), f U g | s = f U (g | s), and so on
//	             G F(f & e) = G F f & G e, F G(f | u) = F G f | F u
//	             F(f U g | h) = F(g | h), G(f R g & h) = G(g & h), G(f W g) = G(f | g)
//	X outwards   X f & X g = X(f & g), F X f = X F f, X f U X g = X(f U g), and the duals; G F X f = G F f
//	sums         F f | F g = F(f | g), G f & G g = G(f & g), G F f | G F g = G F(f | g), F G f & F G g = F G(f & g)
//	             f U g & h U g = (f & h) U g, f U g | f U h = f U (g | h), and the duals
//	unfolded     f | X F f = F f, f & X G f = G f, f U (g | G f) = f W g, G f | F(!f & e) = f W (!f & e)
//
// Cost: quadratic in the different formulas in f as a rule; after a number of steps formulas stay as they are.
func Simplify(f *syntax.Formula) *syntax.Formula {
	s := &simplifier{pool: f.Pool(), done: map[*syntax.Formula]*syntax.Formula{},
		negations: map[*syntax.Formula]*syntax.Formula{},
		implied:   map[[2]*syntax.Formula]bool{}, kinds: map[*syntax.Formula]kind{}}
	f = plain(f)
	s.parts = enabledParts(f)
	return s.simplify(f)
}

// mostSteps bounds the work: formulas are made without rules afterwards.
const mostSteps = 1 << 18

// tired reports whether there were too many steps, and counts one.
func (s *simplifier) tired() bool { s.steps++; return s.steps > mostSteps }

// A simplifier has a method for each operator that makes the formula of simplified operands and returns it simplified.
type simplifier struct {
	pool      *syntax.Pool
	done      map[*syntax.Formula]*syntax.Formula
	negations map[*syntax.Formula]*syntax.Formula
	implied   map[[2]*syntax.Formula]bool
	kinds     map[*syntax.Formula]kind
	parts     map[*syntax.Formula]*syntax.Formula // of formulas enabled(…)
	steps     int                                 // formulas that were made, and implications that were looked for
}

// simplify returns f simplified, each f once.
func (s *simplifier) simplify(f *syntax.Formula) *syntax.Formula {
	g, ok := s.done[f]
	if !ok {
		g = s.step(f)
		s.done[f] = g
	}
	return g
}

// step simplifies f with simplified operands.
func (s *simplifier) step(f *syntax.Formula) *syntax.Formula {
	if len(f.Args) == 0 || f.Op == syntax.Not {
		return s.literal(f)
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, a := range f.Args {
		args[i] = s.simplify(a)
	}
	return s.make(f.Op, args...)
}

// make returns the formula of an operator and simplified operands, simplified.
func (s *simplifier) make(op syntax.Op, args ...*syntax.Formula) *syntax.Formula {
	switch op {
	case syntax.And, syntax.Or:
		return s.junction(op, args)
	case syntax.X:
		return s.next(args[0])
	case syntax.F:
		return s.finally(args[0])
	case syntax.G:
		return s.globally(args[0])
	case syntax.U:
		return s.until(args[0], args[1])
	case syntax.R:
		return s.release(args[0], args[1])
	case syntax.W:
		return s.weak(args[0], args[1])
	}
	panic("ltl: Simplify: " + op.String() + " in a path formula")
}

// not returns the negation of a formula in the form of NNF, its state formulas simplified.
func (s *simplifier) not(f *syntax.Formula) *syntax.Formula {
	g, ok := s.negations[f]
	if ok {
		return g
	}
	switch {
	case f.Op == syntax.Not:
		g = f.Args[0]
	case len(f.Args) == 0:
		g = syntax.NNF(syntax.Simplify(s.pool.Not(f), syntax.Maximal))
	case f.Op == syntax.W: // !(p W q) = !q U (!p & !q)
		notP, notQ := s.not(f.Args[0]), s.not(f.Args[1])
		g = s.pool.Make(syntax.U, notQ, s.pool.And(notP, notQ))
	default:
		args := make([]*syntax.Formula, len(f.Args))
		for i, a := range f.Args {
			args[i] = s.not(a)
		}
		g = s.pool.Make(duals[f.Op], args...)
	}
	s.negations[f] = g
	return g
}

func (s *simplifier) and(fs ...*syntax.Formula) *syntax.Formula { return s.junction(syntax.And, fs) }
func (s *simplifier) or(fs ...*syntax.Formula) *syntax.Formula  { return s.junction(syntax.Or, fs) }

// joined lists the operators of which two in a conjunction, or disjunction, become one if they share the operand at the
// index:  f op g & h op g = (f & h) op g  for op with 0, the ones of which the left operands are joined.
var joined = map[syntax.Op]map[syntax.Op]int{
	syntax.And: {syntax.X: 0, syntax.G: 0, syntax.U: 0, syntax.R: 1, syntax.W: 0},
	syntax.Or:  {syntax.X: 0, syntax.F: 0, syntax.U: 1, syntax.R: 0, syntax.W: 1},
}

// junction returns the conjunction or disjunction of simplified formulas, simplified: it propagates constants, asks
// whether the state formulas exclude each other, and compares all pairs of operands: one may imply another, two may
// contradict each other, or join may make one of both. After each change it begins anew.
func (s *simplifier) junction(op syntax.Op, fs []*syntax.Formula) *syntax.Formula {
	p := s.pool
	whole := p.Make(op, fs...)
	if whole.Op != op || s.tired() {
		return whole
	}
	list := slices.Clone(whole.Args)
	var state []*syntax.Formula
	for _, f := range list {
		switch {
		case f.Op == syntax.True || f.Op == syntax.False:
			if (f.Op == syntax.True) == (op == syntax.Or) {
				return f
			}
			return s.junction(op, slices.DeleteFunc(list, func(g *syntax.Formula) bool { return g == f }))
		case f.Temporal():
		case op == syntax.And:
			state = append(state, f)
		default:
			state = append(state, s.not(f))
		}
	}
	if len(state) > 0 && s.impossible(state...) {
		return p.Bool(op == syntax.Or)
	}
	if len(list) > mostOperands {
		return p.Make(op, list...)
	}
	for i, f := range list {
		for j, g := range list[:i] {
			switch {
			case op == syntax.And && s.implies(f, s.not(g)), op == syntax.Or && s.implies(s.not(f), g):
				return p.Bool(op == syntax.Or)
			case s.covers(op, f, g):
				return s.junction(op, slices.Delete(slices.Clone(list), j, j+1))
			case s.covers(op, g, f):
				return s.junction(op, slices.Delete(slices.Clone(list), i, i+1))
			}
			if h := s.join(op, g, f); h != nil {
				list = slices.Delete(slices.Clone(list), i, i+1)
				list[j] = h
				return s.junction(op, list)
			}
		}
	}
	return p.Make(op, list...)
}

// covers reports whether g can be left out of a conjunction, or disjunction, that has f.
func (s *simplifier) covers(op syntax.Op, f, g *syntax.Formula) bool {
	if op == syntax.And {
		return s.implies(f, g)
	}
	return s.implies(g, f)
}

// join returns one formula that is equal to f and g in a conjunction or disjunction, such as F (f | g) for F f | F g;
// nil if no rule fits.
func (s *simplifier) join(op syntax.Op, f, g *syntax.Formula) *syntax.Formula {
	both := func(f, g *syntax.Formula) *syntax.Formula { return s.junction(op, []*syntax.Formula{f, g}) }
	again, once := syntax.F, syntax.G // F G f & F G g = F G(f & g), f & X G f = G f
	if op == syntax.Or {
		again, once = syntax.G, syntax.F
	}
	switch at, ok := joined[op][f.Op]; {
	case f.Op == syntax.X && f.Args[0].Op == once && f.Args[0].Args[0] == g:
		return f.Args[0]
	case g.Op == syntax.X && g.Args[0].Op == once && g.Args[0].Args[0] == f:
		return g.Args[0]
	case op == syntax.Or && s.suspended(f) && !s.suspended(g):
		return s.inside(g, f)
	case op == syntax.Or && s.suspended(g) && !s.suspended(f):
		return s.inside(f, g)
	case op == syntax.Or && f.Op == syntax.G && s.firstOf(g, f.Args[0]):
		return s.weak(f.Args[0], g.Args[0])
	case op == syntax.Or && g.Op == syntax.G && s.firstOf(f, g.Args[0]):
		return s.weak(g.Args[0], f.Args[0])
	case f.Op != g.Op:
	case f.Op == again && f.Args[0].Op == once && g.Args[0].Op == once:
		return s.make(again, both(f.Args[0], g.Args[0]))
	case ok && len(f.Args) == 1:
		return s.make(f.Op, both(f.Args[0], g.Args[0]))
	case ok && f.Args[1-at] == g.Args[1-at]:
		args := slices.Clone(f.Args)
		args[at] = both(f.Args[at], g.Args[at])
		return s.make(f.Op, args...)
	}
	return nil
}

// inside returns f | g for a formula g that holds always or never, as a formula of the operator of f: a disjunction at
// the beginning would be a state of its own. It is nil if f has no path operator.
func (s *simplifier) inside(f, g *syntax.Formula) *syntax.Formula {
	if !f.Op.Linear() {
		return nil
	}
	args := slices.Clone(f.Args)
	last := len(args) - 1
	args[last] = s.or(args[last], g)
	return s.make(f.Op, args...)
}

// firstOf reports whether f is F(!g & e): as e holds earlier, too, the first position without g is as good as any.
func (s *simplifier) firstOf(f, g *syntax.Formula) bool {
	if f.Op != syntax.F {
		return false
	}
	rest, out := s.takeOut(f.Args[0], syntax.And, func(h *syntax.Formula) bool { return s.kind(h).eventual })
	return out != nil && rest == s.not(g)
}
