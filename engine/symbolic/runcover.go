package symbolic

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
)

// Run decides a question of LTL, see Space.Run, as far as a view and an enlarged state space tell: where these allow no
// run that the automaton accepts, there is none, and one that a view surely has is one of the net. It gives no lasso: a
// net with infinitely many markings may have no run that repeats itself. Sums beyond 64 bits are Unknown.
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
	if c.enlarged != nil && c.enlargedProduct(a, paths).empty() {
		return engine.Fails
	}
	return engine.Unknown
}

// enlargedProduct returns the enlarged state space as a reads it: with a run for each run of the net.
func (c *Cover) enlargedProduct(a *automaton.Automaton, paths syntax.Paths) *product {
	s := c.enlarged
	x := &product{
		next: s.Model.All, moves: s.Model.Moves, init: s.Model.Init, all: s.Reached, open: s.Model.Forest.Empty(),
		ends: paths == syntax.Maximal, joined: true,
	}
	x.dead = c.possible(s.Reached, c.pool.Deadlock())
	x.guard = func(g automaton.Guard, part mdd.Set) (mdd.Set, error) {
		return guarded(g, part, func(p int, yes bool, set mdd.Set) (mdd.Set, error) {
			return c.possible(set, syntax.NNF(literal(a.Props[p], yes))), nil
		})
	}
	x.read(a)
	return x
}

// runs tells whether the automaton accepts some run: Holds is that it does.
func (v *view) runs(a *automaton.Automaton, paths syntax.Paths) engine.Result {
	if v.product(a, paths, false).empty() {
		return engine.Fails
	}
	f, err := v.product(a, paths, true).run()
	return engine.Between(f.some && err == nil, true)
}

// product returns the view as a reads it: with a run for each run of the net, or with none but runs that the net surely
// has.
func (v *view) product(a *automaton.Automaton, paths syntax.Paths, sure bool) *product {
	m := v.checker(paths)
	x := &product{next: v.maybe, init: v.space.Model.Init, all: v.reach, ends: paths == syntax.Maximal}
	if sure {
		x.next, x.all = v.surely, v.space.Reached
	}
	x.moves, x.open, x.joined = x.next, x.all.Forest().Empty(), !sure
	// Where runs must not end, a marking that may be dead counts.
	x.dead = m.Dead(sure && x.ends).Intersect(x.all)
	x.guard = func(g automaton.Guard, part mdd.Set) (mdd.Set, error) {
		return guarded(g, part, func(p int, yes bool, set mdd.Set) (mdd.Set, error) {
			bound := m.May
			if sure {
				bound = m.Must
			}
			return set.Intersect(bound(literal(a.Props[p], yes))), nil
		})
	}
	x.read(a)
	return x
}

// literal returns f or, if yes is false, its negation.
func literal(f *syntax.Formula, yes bool) *syntax.Formula {
	if yes {
		return f
	}
	return f.Pool().Not(f)
}
