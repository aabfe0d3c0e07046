package checktest

import (
	"math/rand/v2"
	"slices"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/petri"
)

// Answers by definition, and random formulas made of EF p and AG p.

// Truth computes the answer to a question from its definition, on the explicit state space of package oracle.
func Truth(space *oracle.Space, q *check.Question) check.Result {
	decided := func(holds bool) check.Result {
		if holds {
			return check.Holds
		}
		return check.Fails
	}
	net := space.Net
	var fires []bool
	live := true
	pool := syntax.NewPool()
	for i := range net.Transitions {
		enabled := pool.Enabled(syntax.Ref{Index: i, Name: net.Transitions[i].Name})
		can := space.Sat(pool.Make(syntax.EF, enabled), syntax.Maximal)
		fires = append(fires, can[0])
		live = live && !slices.Contains(can, false)
	}
	switch q.Kind {
	case check.Deadlock:
		return decided(len(space.Dead) > 0)
	case check.QuasiLiveness:
		return decided(!slices.Contains(fires, false))
	case check.Liveness:
		return decided(live)
	case check.OneSafe:
		return decided(space.MaxInPlace <= 1)
	case check.StableMarking:
		for p := range net.Places {
			if !slices.ContainsFunc(space.States, func(m petri.Marking) bool { return m[p] != net.Places[p].Initial }) {
				return check.Holds
			}
		}
		return check.Fails
	}
	return decided(space.Sat(q.Formula, q.Paths)[0])
}

// Combination draws a formula made of EF p and AG p.
func Combination(rng *rand.Rand, net *petri.Net, pool *syntax.Pool, depth int) *syntax.Formula {
	if depth > 0 && rng.IntN(2) == 0 {
		f, g := Combination(rng, net, pool, depth-1), Combination(rng, net, pool, depth-1)
		if f == nil || g == nil {
			return nil
		}
		ops := []syntax.Op{syntax.And, syntax.Or, syntax.Implies, syntax.Iff}
		return pool.Make(ops[rng.IntN(len(ops))], f, g)
	}
	p := randformula.Generate(rng, net, 2, pool)
	if p.Temporal() {
		return nil
	}
	return pool.Make([]syntax.Op{syntax.EF, syntax.AG}[rng.IntN(2)], p)
}
