package ctl

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/mdd"
)

// Atoms gives the tuples of a part of the universe in which a comparison or an enabled(…) holds.
type Atoms interface {
	Sat(atom *syntax.Formula, part mdd.Set) (mdd.Set, error)
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

// sat computes a formula in existential form.
func (c *Checker) sat(f *syntax.Formula) (b Bounds, err error) {
	if b, ok := c.known[f]; ok {
		return b, nil
	}
	if f.Temporal() || len(f.Args) > 0 && uses(f, maxUses) > maxUses {
		b, err = c.eval(f)
	} else {
		b.Must, err = c.Within(c.universe, f)
		b.May = b.Must
	}
	if err == nil {
		c.known[f] = b
	}
	return b, err
}

// eval computes a formula with operands from their sets.
func (c *Checker) eval(f *syntax.Formula) (b Bounds, err error) {
	args := make([]Bounds, len(f.Args))
	for i, g := range f.Args {
		if f.Op != syntax.And || g.Temporal() { // else see conjunction
			if args[i], err = c.sat(g); err != nil {
				return b, err
			}
		}
	}
	switch f.Op {
	case syntax.Not:
		return Bounds{c.universe.Minus(args[0].May), c.universe.Minus(args[0].Must)}, nil
	case syntax.And:
		return c.conjunction(f, args)
	case syntax.Or:
		b = args[0]
		for _, x := range args[1:] {
			b.Must, b.May = b.Must.Union(x.Must), b.May.Union(x.May)
		}
		return b, nil
	}
	b.Must = c.side(f.Op, c.universe.Forest().Empty(), func(i int) mdd.Set { return args[i].Must })
	b.May = b.Must
	if !c.open.IsEmpty() {
		b.May = c.side(f.Op, c.open, func(i int) mdd.Set { return args[i].May })
	}
	return b, nil
}

// conjunction computes f from the bounds of its operands with path operators. The others cut the universe down before.
func (c *Checker) conjunction(f *syntax.Formula, args []Bounds) (Bounds, error) {
	var boolean []*syntax.Formula
	for _, g := range f.Args {
		if !g.Temporal() {
			boolean = append(boolean, g)
		}
	}
	set, err := c.all(c.universe, boolean)
	b := Bounds{set, set}
	for i, g := range f.Args {
		if err == nil && g.Temporal() {
			b.Must, b.May = b.Must.Intersect(args[i].Must), b.May.Intersect(args[i].May)
		}
	}
	return b, err
}

// side computes one of the bounds of a formula with the operator op from the same bound of its operands. Anything is thought possible
// beyond open.
func (c *Checker) side(op syntax.Op, open mdd.Set, arg func(i int) mdd.Set) mdd.Set {
	switch op {
	case syntax.EX:
		return c.next.PreImageWithin(arg(0), c.universe).Union(open)
	case syntax.EU:
		inside, goal := arg(0), arg(1)
		return c.next.Inverse().SaturateWithin(goal.Union(inside.Intersect(open)), inside)
	case syntax.EG:
		if c.paths == syntax.Maximal {
			open = open.Union(c.dead)
		}
		return c.always(arg(0), open)
	}
	panic(fmt.Sprintf("ctl: operator %v in existential form", op))
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
