package kripke

import (
	"math/bits"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// This file makes functions that evaluate formulas on packed markings.

// Predicate returns a function that reports whether f holds in a state. It allocates nothing but for sums beyond 64
// bits.
func (n *Net) Predicate(f *syntax.Formula) (Predicate, error) {
	return NewPredicate(f, func(f *syntax.Formula) (Predicate, error) {
		switch f.Op {
		case syntax.Deadlock:
			return n.dead, nil
		case syntax.Enabled:
			return n.someEnabled(f.Transitions), nil
		}
		return n.comparison(f), nil
	})
}

// dead reports whether s enables no transition.
func (n *Net) dead(s State) bool {
	for i := range n.moves {
		if n.moves[i].enabled(s) {
			return false
		}
	}
	return true
}

func (n *Net) someEnabled(list []syntax.Ref) Predicate {
	asked := map[int]bool{}
	for _, t := range list {
		asked[t.Index] = true
	}
	var moves []*move
	for i := range n.moves {
		if asked[n.moves[i].label] {
			moves = append(moves, &n.moves[i])
		}
	}
	return func(s State) bool {
		for _, m := range moves {
			if m.enabled(s) {
				return true
			}
		}
		return false
	}
}

// A term is a weight and the field that it multiplies.
type term struct {
	weight int64
	field  field
}

// mostSum is the largest sum that is formed of 64 bits, so that a constant can be added.
const mostSum = 1<<62 - 1

// terms returns the terms of a sum, and whether the sum, and each part of it, is less than 2^62.
func (n *Net) terms(list []syntax.Term) (terms []term, fits bool) {
	left := uint64(mostSum)
	for _, t := range list {
		x := term{t.Weight, n.fields[t.Place.Index]}
		weight := uint64(t.Weight)
		if t.Weight < 0 {
			weight = -weight
		}
		hi, lo := bits.Mul64(weight, uint64(x.field.most()))
		if hi > 0 || lo > left {
			return nil, false
		}
		left -= lo
		terms = append(terms, x)
	}
	return terms, true
}

// summed returns the sum of terms in a state.
func summed(terms []term, s State) int64 {
	sum := int64(0)
	for i := range terms {
		sum += terms[i].weight * terms[i].field.get(s)
	}
	return sum
}

// Sum returns a function that is the value of a sum in a state, and false if it may not fit into 64 bits.
func (n *Net) Sum(sum *syntax.Sum) (func(State) int64, bool) {
	terms, fits := n.terms(sum.Terms)
	if !fits || sum.Const > mostSum || sum.Const < -mostSum {
		return nil, false
	}
	return func(s State) int64 { return summed(terms, s) + sum.Const }, true
}

// comparison returns the predicate of a comparison.
func (n *Net) comparison(f *syntax.Formula) Predicate {
	terms, fits := n.terms(f.Terms)
	if !fits {
		m := make(petri.Marking, len(n.fields))
		return func(s State) bool {
			n.Marking(m, s)
			return engine.Eval(n.net, f, m)
		}
	}
	rel, constant := f.Rel, f.Const
	if len(terms) == 1 {
		t := terms[0]
		return func(s State) bool { return rel.Holds(t.weight*t.field.get(s), constant) }
	}
	return func(s State) bool { return rel.Holds(summed(terms, s), constant) }
}
