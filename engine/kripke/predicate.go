package kripke

import (
	"fmt"
	"math/big"

	"brim/ctl/syntax"
)

// This file puts functions that evaluate formulas together from those of atoms.

// NewPredicate puts the function of a formula together from those of its atoms: comparisons, enabled(…) and deadlock.
// A formula that is used in several places is evaluated once a state. The error is that of atom, or says that f has
// path operators.
func NewPredicate(f *syntax.Formula, atom func(*syntax.Formula) (Predicate, error)) (Predicate, error) {
	if f.Temporal() {
		return nil, fmt.Errorf("a state does not decide %v", f)
	}
	c := compiler{atom: atom, uses: map[*syntax.Formula]int{}, done: map[*syntax.Formula]Predicate{}}
	for g := range f.All() {
		for _, x := range g.Args {
			c.uses[x]++
		}
	}
	p, err := c.compile(f)
	if err != nil || !c.shared {
		return p, err
	}
	return func(s State) bool { c.asked++; return p(s) }, nil
}

// A compiler makes predicates of formulas.
type compiler struct {
	atom   func(*syntax.Formula) (Predicate, error)
	uses   map[*syntax.Formula]int
	done   map[*syntax.Formula]Predicate
	shared bool   // some result is kept
	asked  uint64 // how often the whole formula was
}

func (c *compiler) compile(f *syntax.Formula) (Predicate, error) {
	if p := c.done[f]; p != nil {
		return p, nil
	}
	var args []Predicate
	for _, g := range f.Args {
		p, err := c.compile(g)
		if err != nil {
			return nil, err
		}
		args = append(args, p)
	}
	p, err := c.operator(f, args)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 && c.uses[f] > 1 {
		p = c.keep(p)
	}
	c.done[f] = p
	return p, nil
}

// keep returns p with a memory of its last answer.
func (c *compiler) keep(p Predicate) Predicate {
	c.shared = true
	var asked uint64
	var known bool
	return func(s State) bool {
		if asked != c.asked {
			known = p(s)
			asked = c.asked
		}
		return known
	}
}

// operator returns the predicate of f from those of its operands.
func (c *compiler) operator(f *syntax.Formula, args []Predicate) (Predicate, error) {
	switch f.Op {
	case syntax.False, syntax.True:
		value := f.Op == syntax.True
		return func(State) bool { return value }, nil
	case syntax.Not:
		return func(s State) bool { return !args[0](s) }, nil
	case syntax.And:
		return func(s State) bool {
			for _, p := range args {
				if !p(s) {
					return false
				}
			}
			return true
		}, nil
	case syntax.Or:
		return func(s State) bool {
			for _, p := range args {
				if p(s) {
					return true
				}
			}
			return false
		}, nil
	case syntax.Implies:
		return func(s State) bool { return !args[0](s) || args[1](s) }, nil
	case syntax.Iff:
		return func(s State) bool { return args[0](s) == args[1](s) }, nil
	}
	return c.atom(f)
}

// Compares reports whether a comparison holds for values of variables, for sums of any size.
func Compares(f *syntax.Formula, value func(variable int) int64) bool {
	sum, x := new(big.Int), new(big.Int)
	for _, t := range f.Terms {
		x.SetInt64(value(t.Place.Index))
		sum.Add(sum, x.Mul(x, big.NewInt(t.Weight)))
	}
	return f.Rel.Holds(int64(sum.Cmp(big.NewInt(f.Const))), 0)
}
