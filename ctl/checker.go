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

// Bounds enclose the set of tuples in which a formula holds: it holds in all of Must and nowhere outside of May.
type Bounds struct{ Must, May mdd.Set }

// A Checker computes sets of formulas over one universe. It keeps them, so formulas of one pool share what they have in common.
type Checker struct {
	next     *mdd.Relation // every event, also those that change nothing
	universe mdd.Set
	open     mdd.Set // part of the universe
	dead     mdd.Set
	atoms    Atoms
	paths    syntax.Paths
	known    map[*syntax.Formula]Bounds
}

// New returns a checker for the tuples of universe, which only the tuples of open may leave: next must lead from all others to
// tuples of the universe. The inverse of next must exist.
func New(next *mdd.Relation, universe, open mdd.Set, atoms Atoms, paths syntax.Paths) *Checker {
	return &Checker{
		next: next, universe: universe, open: open.Intersect(universe), dead: next.Dead(universe), atoms: atoms, paths: paths,
		known: map[*syntax.Formula]Bounds{},
	}
}

// Paths returns the reading of paths that the checker was made for.
func (c *Checker) Paths() syntax.Paths { return c.paths }

// Sat returns the tuples of the universe in which f holds: certainly, and possibly. The two sets are equal where nothing
// leads out of the universe. An error is one of the atoms.
//
// Time is not bounded by the formula's size: run it under the forest's Guard.
func (c *Checker) Sat(f *syntax.Formula) (Bounds, error) {
	return c.sat(syntax.Existential(syntax.Simplify(f, c.paths)))
}

// sat computes a formula in existential form, operands first.
func (c *Checker) sat(f *syntax.Formula) (Bounds, error) {
	for g := range f.All() {
		if _, ok := c.known[g]; ok {
			continue
		}
		b, err := c.eval(g)
		if err != nil {
			return Bounds{}, err
		}
		c.known[g] = b
	}
	return c.known[f], nil
}

// eval computes a formula whose operands are known.
func (c *Checker) eval(f *syntax.Formula) (b Bounds, err error) {
	if f.Op == syntax.Not {
		x := c.known[f.Args[0]]
		return Bounds{c.universe.Minus(x.May), c.universe.Minus(x.Must)}, nil
	}
	none := c.universe.Forest().Empty()
	if b.Must, err = c.side(f, none, func(x Bounds) mdd.Set { return x.Must }); err != nil {
		return b, err
	}
	if !f.Temporal() || c.open.IsEmpty() {
		b.May = b.Must
		return b, nil
	}
	b.May, err = c.side(f, c.open, func(x Bounds) mdd.Set { return x.May })
	return b, err
}

// side computes one of the bounds of f, which is no negation, from the same bound of the operands. Anything is thought possible beyond
// open.
func (c *Checker) side(f *syntax.Formula, open mdd.Set, of func(Bounds) mdd.Set) (mdd.Set, error) {
	arg := func(i int) mdd.Set { return of(c.known[f.Args[i]]) }
	switch f.Op {
	case syntax.False:
		return c.universe.Forest().Empty(), nil
	case syntax.True:
		return c.universe, nil
	case syntax.Deadlock:
		return c.dead, nil
	case syntax.Compare, syntax.Enabled:
		return c.atoms.Sat(f)
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
		return c.before(arg(0)).Union(open), nil
	case syntax.EU:
		inside, goal := arg(0), arg(1)
		return c.next.Inverse().SaturateWithin(goal.Union(inside.Intersect(open)), inside), nil
	case syntax.EG:
		if c.paths == syntax.Maximal {
			open = open.Union(c.dead)
		}
		return c.always(arg(0), open), nil
	}
	panic(fmt.Sprintf("ctl: operator %v in existential form", f.Op))
}

// before returns the tuples of the universe with a successor in set.
func (c *Checker) before(set mdd.Set) mdd.Set {
	return c.next.PreImageWithin(set, c.universe)
}

// always returns the tuples from which some path stays in set, or stays there until it ends in a tuple of ends: the greatest Z with
// Z = set ∩ (before(Z) ∪ ends).
func (c *Checker) always(set, ends mdd.Set) mdd.Set {
	for z := set; ; {
		next := c.next.PreImageWithin(z, z).Union(z.Intersect(ends))
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
