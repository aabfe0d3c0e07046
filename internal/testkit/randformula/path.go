package randformula

import (
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/ltl/word"
	"brim/petri"
)

// Random path formulas of LTL.

// linear are the operators of path formulas, with X last.
var linear = []syntax.Op{syntax.F, syntax.G, syntax.U, syntax.R, syntax.W, syntax.X}

// Path returns a random path formula of LTL over net, with so many temporal operators, X among them only if next is
// true. It is a tree of random shape over a few atoms as those of Generate, which may all be constant in the net; but
// with other atoms in their place the formula is neither valid nor unsatisfiable, unless fifty in a row were. The state
// of rng determines it. It panics if operators is negative.
func Path(rng *rand.Rand, net *petri.Net, operators int, next bool, pool *syntax.Pool) *syntax.Formula {
	g := generator{rng, net, pool}
	return PathOver(rng, operators, next, pool, g.atom)
}

// PathOver is Path with the atoms that atom draws: formulas without path operators.
func PathOver(rng *rand.Rand, operators int, next bool, pool *syntax.Pool,
	atom func() *syntax.Formula) *syntax.Formula {
	if operators < 0 {
		panic("randformula: Path: a negative number of operators")
	}
	var f *syntax.Formula
	for range 50 {
		g := paths{rng: rng, pool: pool, ops: linear}
		if !next {
			g.ops = linear[:len(linear)-1]
		}
		for range 1 + rng.IntN(4) {
			g.atoms = append(g.atoms, atom())
		}
		if f = g.path(operators); varies(f, rng) {
			break
		}
	}
	return f
}

// A paths generator has chosen the atoms.
type paths struct {
	rng   *rand.Rand
	pool  *syntax.Pool
	ops   []syntax.Op
	atoms []*syntax.Formula
}

// path returns a formula with n temporal operators.
func (g paths) path(n int) *syntax.Formula {
	if n == 0 {
		return g.state()
	}
	if g.rng.IntN(10) < 7 {
		op := g.ops[g.rng.IntN(len(g.ops))]
		if op == syntax.F || op == syntax.G || op == syntax.X {
			return g.pool.Make(op, g.path(n-1))
		}
		left := g.rng.IntN(n)
		return g.pool.Make(op, g.path(left), g.path(n-1-left))
	}
	op := connectives[g.rng.IntN(len(connectives))]
	if op == syntax.Not {
		return g.pool.Not(g.path(n))
	}
	left := g.rng.IntN(n + 1)
	return g.pool.Make(op, g.path(left), g.path(n-left))
}

// state returns an atom or two.
func (g paths) state() *syntax.Formula {
	f := g.atoms[g.rng.IntN(len(g.atoms))]
	if g.rng.IntN(4) == 0 {
		f = g.pool.Not(f)
	}
	if g.rng.IntN(4) == 0 {
		return g.pool.Make(connectives[1+g.rng.IntN(len(connectives)-1)], f, g.state())
	}
	return f
}

// varies reports whether f holds on some and fails on others of a few random runs, on which atoms hold or not.
func varies(f *syntax.Formula, rng *rand.Rand) bool {
	var seen [2]bool
	for range 40 {
		positions, holds := 1+rng.IntN(5), 0
		odds := 1 + rng.IntN(9)
		if word.Holds(f, positions, rng.IntN(positions),
			func(int, *syntax.Formula) bool { return rng.IntN(10) < odds }) {
			holds = 1
		}
		if seen[holds] = true; seen[1-holds] {
			return true
		}
	}
	return false
}
