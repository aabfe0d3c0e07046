package syntax

import "slices"

// Simplification of formulas of CTL by rules that never make them larger.

// Simplify returns a formula equal to f in the given reading of paths that has no
// more operators and atoms, where each counts as often as it is used; Size, which
// counts it once, can grow a little where a shared formula is rewritten in one place
// only. All operands are simplified first; then these rules are used as long as
// one fits. f, g, h are any formulas, s a sum without negative weights.
//
// Connectives, by the laws of Boolean algebra:
//
//	constants               f & true = f,  f & false = false, …
//	double negation         !!f = f
//	idempotence             f & f = f            f -> f = true     f <-> f = true
//	complement              f & !f = false       f -> !f = !f      f <-> !f = false
//	absorption              f & (f | g) = f      f | f & g = f
//	one atom                enabled(t) | enabled(u) = enabled(t, u)
//	known tokens            p = 2 & p + q <= 5  is  p = 2 & q <= 3      p != 2 | p + q <= 5  is  p != 2 | q <= 3
//
// Comparisons, since tokens are whole and never negative; see compare:
//
//	!(s < 3) = s >= 3       2*p <= 5 = p <= 2    2*p = 5 is false
//	s >= 0 is true          s < 0 is false       s < 1 and s <= 0 are s = 0
//
// Path operators, in both readings. Below EX and AX only one step is looked at:
//
//	EX false = false        AX true = true
//	EX true = !deadlock     AX false = deadlock
//
// from a dead marking nothing else is reached:
//
//	EF !deadlock = !deadlock     E(f U !deadlock) = !deadlock     E(deadlock U g) = g
//	AG deadlock = deadlock
//
// the path may end at once:
//
//	EF true = true   AG false = false   AF true = true   EG false = false
//	EF false = false                    AG true = true
//	E(f U true) = true   E(f U false) = false   E(false U g) = g   E(f U f) = f
//	A(f U true) = true                          A(false U g) = g   A(f U f) = f
//
// a path to a path is a path, and a rest of a path is a path:
//
//	EF EF f = EF f   AG AG f = AG f   AF AF f = AF f   EG EG f = EG f
//	EF E(f U g) = EF g                AF A(f U g) = AF g
//	E(f U EF g) = EF g                A(f U AF g) = AF g
//	E(f U E(f U g)) = E(f U g)        A(f U A(f U g)) = A(f U g)
//
// until the first g there is no g, and a path that goes on is not in a dead marking:
//
//	E(true U g) = E(!g U g) = EF g    A(true U g) = A(!g U g) = AF g
//	E(!deadlock U g) = EF g
//
// and !EX !f = AX f, !EF !f = AG f, !EG !f = AF f with their duals.
//
// Only for Maximal paths, of which there is one from every marking:
//
//	EG true = true      AF false = false      A(f U false) = false
//	EG AG f = AG f      AF EF f = EF f        AG EG f = AG f      EF AF f = EF f
//	EF A(f U g) = EF g  A(f U EF g) = EF g  A(!deadlock U g) = AF g
//	EG deadlock = deadlock         A(deadlock U g) = g
//	AF !deadlock = !deadlock       A(f U !deadlock) = !deadlock
//
// EF(f | g) and EF f | EF g are both kept as they are, like their relatives. Operators of LTL are kept, too, and only
// what is below them is simplified.
func Simplify(f *Formula, paths Paths) *Formula {
	s := &simplifier{p: f.pool, maximal: paths == Maximal, done: map[*Formula]*Formula{}}
	return s.simplify(f)
}

// A simplifier has a method for each operator that makes the formula of simplified
// operands and returns it simplified.
type simplifier struct {
	p       *Pool
	maximal bool
	done    map[*Formula]*Formula
}

func (s *simplifier) simplify(f *Formula) *Formula {
	if g, ok := s.done[f]; ok {
		return g
	}
	g := s.step(f)
	s.done[f] = g
	return g
}

// step simplifies the operands of f, and then f by the rules of its operator.
func (s *simplifier) step(f *Formula) *Formula {
	if f.Op == Compare {
		return s.compare(f.Terms, f.Rel, f.Const)
	}
	if len(f.Args) == 0 {
		return f
	}
	args := make([]*Formula, len(f.Args))
	for i, a := range f.Args {
		args[i] = s.simplify(a)
	}
	switch f.Op {
	case Not:
		return s.not(args[0])
	case And, Or:
		return s.junction(f.Op, args)
	case Implies:
		return s.implies(args[0], args[1])
	case Iff:
		return s.iff(args[0], args[1])
	}
	return s.path(f.Op, args...)
}

// not returns !f, simplified: constants, double negations, comparisons and path operators swallow the !.
func (s *simplifier) not(f *Formula) *Formula {
	switch f.Op {
	case True, False:
		return s.p.Bool(f.Op == False)
	case Not:
		return f.Args[0]
	case Compare:
		return s.compare(f.Terms, f.Rel.Negate(), f.Const)
	case EX, EF, EG, AX, AF, AG:
		if g := f.Args[0]; g.Op == Not {
			return s.path(f.Op.dual(), g.Args[0])
		}
	}
	return s.p.Not(f)
}

// complements reports whether f and g are seen to be each other's negation.
func (s *simplifier) complements(f, g *Formula) bool {
	switch {
	case f.Op == Not && f.Args[0] == g, g.Op == Not && g.Args[0] == f:
		return true
	case f.Op == Compare && g.Op == Compare:
		return s.compare(f.Terms, f.Rel.Negate(), f.Const) == g
	}
	return false
}

func (s *simplifier) implies(f, g *Formula) *Formula {
	switch {
	case f.Op == False || g.Op == True || f == g:
		return s.p.Bool(true)
	case f.Op == True || s.complements(f, g):
		return g
	case g.Op == False:
		return s.not(f)
	}
	return s.p.Make(Implies, f, g)
}

// iff returns f <-> g, simplified.
func (s *simplifier) iff(f, g *Formula) *Formula {
	switch {
	case f == g:
		return s.p.Bool(true)
	case s.complements(f, g):
		return s.p.Bool(false)
	case f.Op == True:
		return g
	case g.Op == True:
		return f
	case f.Op == False:
		return s.not(g)
	case g.Op == False:
		return s.not(f)
	}
	return s.p.Make(Iff, f, g)
}

// junction returns the conjunction or disjunction of simplified operands, simplified: nested ones of the same kind are
// flattened, neutral and repeated operands dropped, constants propagated, complementary operands found, and operands
// absorbed by others left out.
func (s *simplifier) junction(op Op, args []*Formula) *Formula {
	args = s.p.Make(op, args...).operands(op) // flat
	neutral, zero, other := True, False, Or
	if op == Or {
		neutral, zero, other = False, True, And
		args = s.joinEnabled(args)
	}
	seen := make(map[*Formula]bool, len(args))
	var out []*Formula
	for _, a := range args {
		if a.Op == zero {
			return a
		}
		if a.Op != neutral && !seen[a] {
			seen[a] = true
			out = append(out, a)
		}
	}
	if more, ok := s.insertKnown(op, out); ok {
		return s.junction(op, more)
	}
	kept := out[:0:0]
	for _, a := range out {
		if a.Op == Not && seen[a.Args[0]] || a.Op == Compare && seen[s.not(a)] {
			return s.p.Bool(zero == True)
		}
		if a.Op != other || !anySeen(seen, a.Args) {
			kept = append(kept, a)
		}
	}
	return s.p.Make(op, kept...)
}

func anySeen(seen map[*Formula]bool, fs []*Formula) bool {
	return slices.ContainsFunc(fs, func(f *Formula) bool { return seen[f] })
}

// operands returns the operands of f if it is of the operator op, else f alone.
func (f *Formula) operands(op Op) []*Formula {
	if f.Op == op {
		return f.Args
	}
	return []*Formula{f}
}

// joinEnabled makes one of all Enabled in a disjunction.
func (s *simplifier) joinEnabled(args []*Formula) []*Formula {
	var ts []Ref
	var out []*Formula
	at := -1
	for _, a := range args {
		if a.Op == Enabled {
			if ts = append(ts, a.Transitions...); at >= 0 {
				continue
			}
			at = len(out)
		}
		out = append(out, a)
	}
	if at >= 0 {
		out[at] = s.p.Enabled(ts...)
	}
	return out
}
