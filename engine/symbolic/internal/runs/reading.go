package runs

import (
	"brim/ctl"
	"brim/ctl/syntax"
	"brim/ltl/automaton"
	"brim/mdd"
)

// How an automaton reads a state space: the guards of its arcs as sets of markings.

// ReadBy completes a product with the automaton that reads it and a checker of its markings, which says where the
// propositions hold.
func (x *Product) ReadBy(c *ctl.Checker, a *automaton.Automaton) *Product {
	x.Dead, x.Ends, x.recur = c.Dead(), c.Paths() == syntax.Maximal, c.Recur
	props := make([]*syntax.Formula, len(a.Props))
	for i, f := range a.Props {
		props[i] = syntax.Existential(syntax.Simplify(f, c.Paths()))
	}
	x.Guard = func(g automaton.Guard, part mdd.Set) (mdd.Set, error) {
		whole := part.Equal(x.All)
		return Guarded(g, part, func(p int, yes bool, set mdd.Set) (mdd.Set, error) {
			held := func() (mdd.Set, error) { return c.Within(set, props[p]) }
			if whole {
				held = func() (mdd.Set, error) { return c.Must(props[p]) } // which the checker keeps
			}
			with, err := held()
			switch {
			case err != nil:
				return set, err
			case yes:
				return set.Intersect(with), nil
			}
			return set.Minus(with), nil
		})
	}
	x.Read(a)
	return x
}

// Guarded returns the part of a set in which a guard holds; holds returns the part of one in which a proposition does,
// or its negation if yes is false.
func Guarded(g automaton.Guard, part mdd.Set, holds func(p int, yes bool, set mdd.Set) (mdd.Set, error)) (mdd.Set,
	error) {
	some := part.Forest().Empty()
	for _, cube := range g {
		set := part
		for p := range automaton.MostProps {
			if bit := uint64(1) << p; (cube.True|cube.False)&bit != 0 && !set.IsEmpty() {
				var err error
				if set, err = holds(p, cube.True&bit != 0, set); err != nil {
					return set, err
				}
			}
		}
		some = some.Union(set)
	}
	return some, nil
}
