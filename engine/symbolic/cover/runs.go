package cover

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
)

// Run decides a question of LTL, as symbolic.Space.Run does, as far as a view and an enlarged state space tell: where
// they allow no run that the automaton accepts, the net has none, and a run that a view surely has is a run of the net.
// It gives no lasso: a net with infinitely many markings may have no run that repeats itself. Sums beyond 64 bits are
// Unknown.
func (c *Cover) Run(g ltl.Goal, a *automaton.Automaton, paths syntax.Paths) engine.Result {
	some := c.runs(a, paths)
	if some == engine.Unknown {
		for _, f := range a.Props {
			c.notice(f)
		}
	}
	if !g.Holds {
		some = some.Negate()
	}
	return some
}

// runs tells whether the automaton accepts some run: Holds is that it does.
func (c *Cover) runs(a *automaton.Automaton, paths syntax.Paths) engine.Result {
	if c.view != nil {
		if r := c.view.runs(a, paths); r != engine.Unknown {
			return r
		}
	}
	if c.enlarged != nil && c.enlargedProduct(a, paths).Empty() {
		return engine.Fails
	}
	return engine.Unknown
}

// enlargedProduct returns the enlarged state space as a reads it: with a run for each run of the net.
func (c *Cover) enlargedProduct(a *automaton.Automaton, paths syntax.Paths) *runs.Product {
	s := c.enlarged
	x := &runs.Product{
		Next: s.Model.All, Moves: s.Model.Moves, Init: s.Model.Init, All: s.Reached, Open: s.Model.Forest.Empty(),
		Ends: paths == syntax.Maximal, Joined: true,
	}
	x.Dead = c.possible(s.Reached, c.pool.Deadlock())
	x.Guard = func(g automaton.Guard, part mdd.Set) (mdd.Set, error) {
		return runs.Guarded(g, part, func(p int, yes bool, set mdd.Set) (mdd.Set, error) {
			return c.possible(set, syntax.NNF(literal(a.Props[p], yes))), nil
		})
	}
	x.Read(a)
	return x
}

// runs tells whether the automaton accepts some run: Holds is that it does.
func (v *view) runs(a *automaton.Automaton, paths syntax.Paths) engine.Result {
	if v.product(a, paths, false).Empty() {
		return engine.Fails
	}
	f, err := v.product(a, paths, true).Run()
	return engine.Between(f.Some && err == nil, true)
}

// product returns the view as a reads it: with a run for each run of the net, or with none but runs that the net surely
// has.
func (v *view) product(a *automaton.Automaton, paths syntax.Paths, sure bool) *runs.Product {
	m := v.checker(paths)
	x := &runs.Product{Next: v.maybe, Init: v.space.Model.Init, All: v.reach, Ends: paths == syntax.Maximal}
	if sure {
		x.Next, x.All = v.surely, v.space.Reached
	}
	x.Moves, x.Open, x.Joined = x.Next, x.All.Forest().Empty(), !sure
	// Where runs must not end, a marking that may be dead counts.
	x.Dead = m.Dead(sure && x.Ends).Intersect(x.All)
	x.Guard = func(g automaton.Guard, part mdd.Set) (mdd.Set, error) {
		return runs.Guarded(g, part, func(p int, yes bool, set mdd.Set) (mdd.Set, error) {
			bound := m.May
			if sure {
				bound = m.Must
			}
			return set.Intersect(bound(literal(a.Props[p], yes))), nil
		})
	}
	x.Read(a)
	return x
}

// literal returns f or, if yes is false, its negation.
func literal(f *syntax.Formula, yes bool) *syntax.Formula {
	if yes {
		return f
	}
	return f.Pool().Not(f)
}
