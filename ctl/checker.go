package ctl

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/mdd"
)

// Atoms gives the tuples of the universe in which a comparison or an enabled(…) holds.
type Atoms interface {
	Sat(atom *syntax.Formula) (mdd.Set, error)
}

// A Checker computes sets of formulas over one universe. It keeps them, so formulas of one pool share what they have in common.
type Checker struct {
	next     *mdd.Relation // every event, also those that change nothing
	universe mdd.Set
	dead     mdd.Set
	atoms    Atoms
	paths    syntax.Paths
	known    map[*syntax.Formula]mdd.Set
}

// New returns a checker for the tuples of universe, which must be closed under next. The inverse of next must exist.
func New(next *mdd.Relation, universe mdd.Set, atoms Atoms, paths syntax.Paths) *Checker {
	return &Checker{
		next: next, universe: universe, dead: next.Dead(universe), atoms: atoms, paths: paths,
		known: map[*syntax.Formula]mdd.Set{},
	}
}

// Sat returns the tuples of the universe in which f holds. An error is one of the atoms.
//
// Time is not bounded by the formula's size: run it under the forest's Guard.
func (c *Checker) Sat(f *syntax.Formula) (mdd.Set, error) {
	return c.sat(syntax.Existential(syntax.Simplify(f, c.paths)))
}

// sat computes a formula in existential form, operands first.
func (c *Checker) sat(f *syntax.Formula) (mdd.Set, error) {
	for g := range f.All() {
		if _, ok := c.known[g]; ok {
			continue
		}
		set, err := c.eval(g)
		if err != nil {
			return mdd.Set{}, err
		}
		c.known[g] = set
	}
	return c.known[f], nil
}

// eval computes a formula whose operands are known.
func (c *Checker) eval(f *syntax.Formula) (mdd.Set, error) {
	arg := func(i int) mdd.Set { return c.known[f.Args[i]] }
	switch f.Op {
	case syntax.False:
		return c.universe.Forest().Empty(), nil
	case syntax.True:
		return c.universe, nil
	case syntax.Deadlock:
		return c.dead, nil
	case syntax.Compare, syntax.Enabled:
		return c.atoms.Sat(f)
	case syntax.Not:
		return c.universe.Minus(arg(0)), nil
	case syntax.And:
		set := arg(0)
		for i := 1; i < len(f.Args); i++ {
			set = set.Intersect(arg(i))
		}
		return set, nil
	case syntax.Or:
		set := arg(0)
		for i := 1; i < len(f.Args); i++ {
			set = set.Union(arg(i))
		}
		return set, nil
	case syntax.EX:
		return c.before(arg(0)), nil
	case syntax.EU:
		return c.next.Inverse().SaturateWithin(arg(1), arg(0)), nil
	case syntax.EG:
		return c.always(arg(0)), nil
	}
	panic(fmt.Sprintf("ctl: operator %v in existential form", f.Op))
}

// before returns the tuples of the universe with a successor in set.
func (c *Checker) before(set mdd.Set) mdd.Set {
	return c.next.PreImage(set).Intersect(c.universe)
}

// always returns the tuples from which some path stays in set: the greatest Z with Z = set ∩ (before(Z) ∪ dead), without
// the dead tuples where only infinite paths count.
func (c *Checker) always(set mdd.Set) mdd.Set {
	for z := set; ; {
		stay := c.before(z)
		if c.paths == syntax.Maximal {
			stay = stay.Union(c.dead)
		}
		next := z.Intersect(stay)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
