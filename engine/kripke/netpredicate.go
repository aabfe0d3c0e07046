package kripke

import "brim/ctl/syntax"

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
