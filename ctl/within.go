package ctl

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/mdd"
)

// Formulas without path operators, computed inside a part of the universe.

// Within returns the tuples of part, which belongs to the universe, in which f certainly holds. The error is one of the
// atoms.
//
// F is in existential form. A formula without path operators is not computed on the whole universe: conjunctions cut
// part down by one operand after the other. The diagram of an operand alone can be far larger than those of part and of
// the result, as a comparison of places on distant levels has to remember one of them in between. A formula with path
// operators, or whose operands are used so often that taking it apart would cost more than maxUses, is computed on the
// universe and intersected with part.
func (c *Checker) Within(part mdd.Set, f *syntax.Formula) (mdd.Set, error) {
	if part.IsEmpty() {
		return part, nil
	}
	if f.Temporal() || uses(f, maxUses) > maxUses {
		set, err := c.bound(f, must)
		if err != nil {
			return part, err
		}
		return part.Intersect(set), nil
	}
	switch f.Op {
	case syntax.False:
		return part.Forest().Empty(), nil
	case syntax.True:
		return part, nil
	case syntax.Deadlock:
		return part.Intersect(c.dead), nil
	case syntax.Compare, syntax.Enabled:
		return c.atoms.Sat(f, part)
	case syntax.Not:
		set, err := c.Within(part, f.Args[0])
		if err != nil {
			return part, err
		}
		return part.Minus(set), nil
	case syntax.And:
		return c.all(part, f.Args)
	case syntax.Or:
		set := part.Forest().Empty()
		for _, g := range f.Args {
			more, err := c.Within(part, g)
			if err != nil {
				return part, err
			}
			set = set.Union(more)
		}
		return set, nil
	}
	panic(fmt.Sprintf("ctl: operator %v in existential form", f.Op))
}

// maxUses is the largest formula that Within takes apart where its operands are used several times, counted as often as
// they are used.
const maxUses = 1000

// uses returns the number of operators and atoms of f, each as often as it is used, or a number above most.
func uses(f *syntax.Formula, most int) int {
	n := 1
	for _, g := range f.Args {
		if n > most {
			break
		}
		n += uses(g, most-n)
	}
	return n
}

// all returns the tuples of part in which all of the formulas hold.
func (c *Checker) all(part mdd.Set, fs []*syntax.Formula) (mdd.Set, error) {
	for _, f := range Sorted(fs) {
		var err error
		if part, err = c.Within(part, f); err != nil {
			return part, err
		}
	}
	return part, nil
}

// Sorted returns the operands of a conjunction in the order in which they should cut a set down: those of few places
// first, disjunctions later, path operators last.
func Sorted(fs []*syntax.Formula) []*syntax.Formula {
	return slices.SortedStableFunc(slices.Values(fs), func(f, g *syntax.Formula) int { return cost(f) - cost(g) })
}

// cost estimates how much the diagram of a formula has to remember.
func cost(f *syntax.Formula) int {
	if f.Temporal() {
		return 1 << 20
	}
	n := len(f.Terms) + len(f.Transitions)
	if len(f.Args) > 0 {
		n += 2 * uses(f, maxUses)
	}
	return n
}
