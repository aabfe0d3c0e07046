package ltl

import (
	"slices"

	"brim/ctl/syntax"
)

// The rules of Simplify for path operators: each function makes the formula of one operator and simplified operands,
// and returns it simplified.

// constant reports whether f is true or false.
func constant(f *syntax.Formula) bool { return f.Op == syntax.True || f.Op == syntax.False }

// next returns X f, simplified.
func (s *simplifier) next(f *syntax.Formula) *syntax.Formula {
	if s.tired() {
		return s.pool.Make(syntax.X, f)
	}
	if constant(f) || s.suspended(f) {
		return f
	}
	if rest, out := s.takeOut(f, syntax.And, s.suspended); out != nil {
		return s.and(append(out, s.next(rest))...)
	}
	return s.pool.Make(syntax.X, f)
}

// finally returns F f, simplified.
func (s *simplifier) finally(f *syntax.Formula) *syntax.Formula {
	if s.tired() {
		return s.pool.Make(syntax.F, f)
	}
	switch {
	case constant(f) || s.kind(f).eventual:
		return f
	case f.Op == syntax.X:
		return s.next(s.finally(f.Args[0]))
	case f.Op == syntax.U:
		return s.finally(f.Args[1])
	case f.Op == syntax.W:
		return s.finally(s.or(f.Args[1], s.globally(f.Args[0])))
	}
	if rest, out := s.takeOut(f, syntax.And, s.suspended); out != nil {
		return s.and(append(out, s.finally(rest))...)
	}
	if f.Op == syntax.Or && slices.ContainsFunc(f.Args, s.isA(syntax.F, syntax.U)) {
		return s.finally(s.or(s.without(f.Args, syntax.F, syntax.U)...))
	}
	if f.Op == syntax.G {
		if rest, out := s.takeOut(f.Args[0], syntax.Or,
			func(g *syntax.Formula) bool { return s.kind(g).universal }); out != nil {
			return s.or(s.finally(s.globally(rest)), s.finally(s.or(out...)))
		}
	}
	return s.pool.Make(syntax.F, f)
}

// globally returns G f, simplified.
func (s *simplifier) globally(f *syntax.Formula) *syntax.Formula {
	if s.tired() {
		return s.pool.Make(syntax.G, f)
	}
	switch {
	case constant(f) || s.kind(f).universal:
		return f
	case f.Op == syntax.X:
		return s.next(s.globally(f.Args[0]))
	case f.Op == syntax.R:
		return s.globally(f.Args[1])
	case f.Op == syntax.W:
		return s.globally(s.or(f.Args...))
	}
	if rest, out := s.takeOut(f, syntax.And, s.suspended); out != nil {
		return s.and(append(out, s.globally(rest))...)
	}
	if f.Op == syntax.And && slices.ContainsFunc(f.Args, s.isA(syntax.G, syntax.R)) {
		return s.globally(s.and(s.without(f.Args, syntax.G, syntax.R)...))
	}
	if f.Op == syntax.F {
		if rest, out := s.takeOut(f.Args[0], syntax.And,
			func(g *syntax.Formula) bool { return s.kind(g).eventual }); out != nil {
			return s.and(s.globally(s.finally(rest)), s.globally(s.and(out...)))
		}
	}
	return s.pool.Make(syntax.G, f)
}

// until returns f U g, simplified.
func (s *simplifier) until(f, g *syntax.Formula) *syntax.Formula {
	if s.tired() {
		return s.pool.Make(syntax.U, f, g)
	}
	switch {
	case constant(g) || s.kind(g).eventual || s.implies(f, g):
		return g
	case s.implies(s.not(f), g):
		return s.finally(g)
	case f.Op == syntax.X && g.Op == syntax.X:
		return s.next(s.until(f.Args[0], g.Args[0]))
	case g.Op == syntax.U && s.implies(f, g.Args[0]):
		return g
	case g.Op == syntax.U && s.implies(g.Args[0], f):
		return s.until(f, g.Args[1])
	}
	if rest, out := s.takeOut(g, syntax.And, s.suspended); out != nil {
		return s.and(append(out, s.until(f, rest))...)
	}
	if rest, out := s.takeOut(g, syntax.Or, s.always(f)); out != nil {
		return s.weak(f, rest)
	}
	return s.pool.Make(syntax.U, f, g)
}

// release returns f R g, simplified.
func (s *simplifier) release(f, g *syntax.Formula) *syntax.Formula {
	if s.tired() {
		return s.pool.Make(syntax.R, f, g)
	}
	switch {
	case constant(g) || s.kind(g).universal || s.implies(g, f):
		return g
	case s.implies(g, s.not(f)):
		return s.globally(g)
	case f.Op == syntax.X && g.Op == syntax.X:
		return s.next(s.release(f.Args[0], g.Args[0]))
	case g.Op == syntax.R && s.implies(g.Args[0], f):
		return g
	case g.Op == syntax.R && s.implies(f, g.Args[0]):
		return s.release(f, g.Args[1])
	}
	if rest, out := s.takeOut(g, syntax.And, s.suspended); out != nil {
		return s.and(append(out, s.release(f, rest))...)
	}
	return s.pool.Make(syntax.R, f, g)
}

// weak returns f W g, simplified.
func (s *simplifier) weak(f, g *syntax.Formula) *syntax.Formula {
	if s.tired() {
		return s.pool.Make(syntax.W, f, g)
	}
	switch {
	case g.Op == syntax.True || s.implies(f, g):
		return g
	case g.Op == syntax.False:
		return s.globally(f)
	case s.implies(s.not(f), g):
		return s.pool.Bool(true)
	case s.kind(f).universal:
		return s.or(f, g)
	case s.kind(g).eventual:
		return s.or(g, s.globally(f))
	case f.Op == syntax.X && g.Op == syntax.X:
		return s.next(s.weak(f.Args[0], g.Args[0]))
	case g.Op == syntax.W && s.implies(f, g.Args[0]):
		return g
	case g.Op == syntax.W && s.implies(g.Args[0], f):
		return s.weak(f, g.Args[1])
	}
	if rest, out := s.takeOut(g, syntax.Or, s.always(f)); out != nil {
		return s.weak(f, rest)
	}
	return s.pool.Make(syntax.W, f, g)
}

// takeOut parts the operands of f, if it is of the operator op, And or Or, into those that are chosen and the rest; out
// is nil if there are none.
func (s *simplifier) takeOut(f *syntax.Formula, op syntax.Op, choose func(*syntax.Formula) bool) (rest *syntax.Formula,
	out []*syntax.Formula) {
	if f.Op != op || op != syntax.And && op != syntax.Or {
		return f, nil
	}
	var list []*syntax.Formula
	for _, g := range f.Args {
		if choose(g) {
			out = append(out, g)
		} else {
			list = append(list, g)
		}
	}
	return s.pool.Make(op, list...), out
}

// always chooses G f.
func (s *simplifier) always(f *syntax.Formula) func(*syntax.Formula) bool {
	return func(g *syntax.Formula) bool { return g.Op == syntax.G && g.Args[0] == f }
}

// isA chooses formulas with one of the operators that are not suspended.
func (s *simplifier) isA(ops ...syntax.Op) func(*syntax.Formula) bool {
	return func(f *syntax.Formula) bool { return slices.Contains(ops, f.Op) && !s.suspended(f) }
}

// without returns the formulas, with those that isA chooses replaced by their last operands.
func (s *simplifier) without(fs []*syntax.Formula, ops ...syntax.Op) []*syntax.Formula {
	list := slices.Clone(fs)
	for i, f := range fs {
		if s.isA(ops...)(f) {
			list[i] = f.Args[len(f.Args)-1]
		}
	}
	return list
}

// A kind says how the truth of a formula now and later depend on each other: pure eventualities and universalities.
type kind struct {
	eventual  bool // a pure eventuality: what holds later holds now
	universal bool // a pure universality: what holds now holds later
}

// suspended reports whether a formula holds at all positions or at none.
func (s *simplifier) suspended(f *syntax.Formula) bool {
	k := s.kind(f)
	return k.eventual && k.universal
}

// kind returns the kind of a formula as its operators show it [EH00].
func (s *simplifier) kind(f *syntax.Formula) kind {
	k, ok := s.kinds[f]
	if ok {
		return k
	}
	all := kind{true, true}
	for _, g := range f.Args {
		k := s.kind(g)
		all.eventual, all.universal = all.eventual && k.eventual, all.universal && k.universal
	}
	switch f.Op {
	case syntax.True, syntax.False:
		k = kind{true, true}
	case syntax.X, syntax.And, syntax.Or:
		k = all
	case syntax.F:
		k = kind{true, all.universal}
	case syntax.G:
		k = kind{all.eventual, true}
	case syntax.U:
		k = kind{s.kind(f.Args[1]).eventual, all.universal}
	case syntax.R:
		k = kind{all.eventual, s.kind(f.Args[1]).universal}
	case syntax.W:
		k = kind{all.eventual, all.universal}
	}
	s.kinds[f] = k
	return k
}
