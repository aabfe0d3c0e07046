package ctl

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/mdd"
)

// The checker of whole state spaces, and of parts of them: a case for each operator in existential form.

// Atoms give the sets of comparisons and of enabled(…).
type Atoms interface {
	// Sat returns the tuples of part, which belongs to the universe, in which the atom holds: none outside of part. It
	// is called with the operators syntax.Compare and syntax.Enabled only. If there is an error, the set is not used.
	Sat(atom *syntax.Formula, part mdd.Set) (mdd.Set, error)
}

// Bounds enclose the set of tuples in which a formula holds: it holds in all of Must and nowhere outside of May.
type Bounds struct{ Must, May mdd.Set }

// A Checker computes sets of formulas over one universe. It keeps them, so formulas of one pool share common
// subformulas.
type Checker struct {
	next     *mdd.Relation // every event, also those that change nothing
	universe mdd.Set
	open     mdd.Set // part of the universe: the tuples from which events may lead out of it
	dead     mdd.Set
	atoms    Atoms
	paths    syntax.Paths
	loops    bool
	known    map[side]map[*syntax.Formula]mdd.Set
	cores    []core // of sets that endless was asked for

	// Recurring tells which events can occur infinitely often in a sequence of those that are marked, by number, on
	// finitely many tuples. It may return too many, for instance all marked ones. Nil means that this is not known.
	Recurring func(events []bool) []bool
}

// New returns a checker for a universe that next does not leave, as what Saturate returns. The inverse of next must
// exist.
func New(next *mdd.Relation, universe mdd.Set, atoms Atoms, paths syntax.Paths) *Checker {
	return NewOfPart(next, universe, universe.Forest().Empty(), atoms, paths)
}

// NewOfPart returns a checker for a universe that is only a part of the state space: events may lead out of it from the
// tuples of open, and from no others. Anything may hold outside, so Must and May differ.
func NewOfPart(next *mdd.Relation, universe, open mdd.Set, atoms Atoms, paths syntax.Paths) *Checker {
	return &Checker{
		next: next, universe: universe, open: open.Intersect(universe), dead: next.Dead(universe), atoms: atoms,
		paths: paths,
		known: map[side]map[*syntax.Formula]mdd.Set{must: {}, may: {}},
	}
}

// ByLoops makes c compute EU by plain loops from now on: it adds predecessors inside f until there are no new ones.
// That is the slow twin of constrained saturation, for comparison.
func (c *Checker) ByLoops() { c.loops = true }

// Paths returns the reading of paths that the checker was made for.
func (c *Checker) Paths() syntax.Paths { return c.paths }

// Dead returns the tuples of the universe in which no event is enabled.
func (c *Checker) Dead() mdd.Set { return c.dead }

// Sat returns the tuples of the universe in which f, any formula of CTL, holds: certainly, and possibly. The two sets
// are equal where nothing leads out of the universe. An error is one of the atoms.
//
// Time is not bounded by the formula's size: run it under the forest's Guard.
func (c *Checker) Sat(f *syntax.Formula) (b Bounds, err error) {
	if b.Must, err = c.Must(f); err == nil {
		b.May, err = c.May(f)
	}
	return b, err
}

// Must returns the tuples of the universe in which f certainly holds. It costs less than Sat.
func (c *Checker) Must(f *syntax.Formula) (mdd.Set, error) { return c.bound(c.normal(f), must) }

// May returns the tuples of the universe in which f possibly holds. It costs less than Sat.
func (c *Checker) May(f *syntax.Formula) (mdd.Set, error) { return c.bound(c.normal(f), may) }

// normal returns f, simplified, in existential form.
func (c *Checker) normal(f *syntax.Formula) *syntax.Formula {
	return syntax.Existential(syntax.Simplify(f, c.paths))
}

// A side is one of the two bounds.
type side bool

const (
	must side = false
	may  side = true
)

// bound computes one bound of a formula in existential form. Where nothing leads out of the universe, there is one
// bound only.
func (c *Checker) bound(f *syntax.Formula, s side) (mdd.Set, error) {
	if c.open.IsEmpty() {
		s = must
	}
	simple := !f.Temporal()
	if simple {
		s = must
	}
	if set, ok := c.known[s][f]; ok {
		return set, nil
	}
	var set mdd.Set
	var err error
	if simple && (len(f.Args) == 0 || uses(f, maxUses) <= maxUses) {
		set, err = c.Within(c.universe, f)
	} else {
		set, err = c.eval(f, s)
	}
	if err == nil {
		c.known[s][f] = set
	}
	return set, err
}

// eval computes a bound of a formula from those of its operands.
func (c *Checker) eval(f *syntax.Formula, s side) (set mdd.Set, err error) {
	switch f.Op {
	case syntax.Not:
		if set, err = c.bound(f.Args[0], !s); err == nil {
			set = c.universe.Minus(set)
		}
		return set, err
	case syntax.And:
		return c.conjunction(f, s)
	}
	args := make([]mdd.Set, len(f.Args))
	for i, g := range f.Args {
		if args[i], err = c.bound(g, s); err != nil {
			return set, err
		}
	}
	open := c.universe.Forest().Empty() // where anything may hold
	if s == may {
		open = c.open
	}
	switch f.Op {
	case syntax.Or:
		set = args[0]
		for _, x := range args[1:] {
			set = set.Union(x)
		}
		return set, nil
	case syntax.EX:
		return c.next.PreImageWithin(args[0], c.universe).Union(open), nil
	case syntax.EU:
		inside, goal := args[0], args[1]
		if goal = goal.Union(inside.Intersect(open)); c.loops {
			return until(c.next, inside, goal), nil
		}
		return c.next.Inverse().SaturateWithin(goal, inside), nil
	case syntax.EG:
		if c.paths == syntax.Maximal {
			open = open.Union(c.dead)
		}
		return c.forever(args[0], open), nil
	}
	panic(fmt.Sprintf("ctl: operator %v in existential form", f.Op))
}

// conjunction computes a bound of f. The operands without path operators cut the universe down first; the others
// follow.
func (c *Checker) conjunction(f *syntax.Formula, s side) (mdd.Set, error) {
	var boolean []*syntax.Formula
	for _, g := range f.Args {
		if !g.Temporal() {
			boolean = append(boolean, g)
		}
	}
	set, err := c.all(c.universe, boolean)
	for _, g := range f.Args {
		if err != nil || set.IsEmpty() {
			break
		}
		if g.Temporal() {
			var other mdd.Set
			if other, err = c.bound(g, s); err == nil {
				set = set.Intersect(other)
			}
		}
	}
	return set, err
}

// until returns the tuples from which some path of next leads to a goal, inside a set before: the least Z with
// Z = goal ∪ (inside ∩ before(Z)).
func until(next *mdd.Relation, inside, goal mdd.Set) mdd.Set {
	for z := goal; ; {
		larger := z.Union(next.PreImage(z).Intersect(inside))
		if larger.Equal(z) {
			return z
		}
		z = larger
	}
}
