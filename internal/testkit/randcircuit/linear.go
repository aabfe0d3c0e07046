package randcircuit

import (
	"math/rand/v2"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
)

// Random questions of LTL about circuits, and their answers.

// Linear returns a random question of LTL, A φ or E φ, about the signals of c.
func Linear(rng *rand.Rand, c *circuit.Circuit, pool *syntax.Pool) *syntax.Formula {
	signals := c.Signals()
	atom := func() *syntax.Formula {
		i := rng.IntN(len(signals))
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: i, Name: signals[i].Name}), syntax.GreaterEqual,
			syntax.Constant(1))
		if err != nil {
			panic("randcircuit: " + err.Error())
		}
		return f
	}
	path := randformula.PathOver(rng, 1+rng.IntN(4), rng.IntN(2) == 0, pool, atom)
	return pool.Make([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)], path)
}

// Satisfies reports whether some run satisfies a path formula of LTL, by the full tableau of package oracle on all
// moments.
func (x *Runs) Satisfies(path *syntax.Formula) bool {
	first, next := x.Moments()
	with, _ := oracle.Graph{Succ: next, Holds: x.Holds}.Runs(path)
	return slices.ContainsFunc(first, func(m int) bool { return with[m] })
}
