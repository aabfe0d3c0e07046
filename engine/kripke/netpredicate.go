package kripke

import (
	"math"
	"math/bits"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// Predicate returns a function that reports whether f holds in a state. It allocates nothing but for sums beyond 64
// bits.
func (n *Net) Predicate(f *syntax.Formula) (Predicate, error) {
	return predicate(f, func(f *syntax.Formula) (Predicate, error) {
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

// comparison returns the predicate of a comparison.
func (n *Net) comparison(f *syntax.Formula) Predicate {
	terms := make([]term, len(f.Terms))
	fits := true // the sum, and each part of it, into 64 bits
	left := uint64(math.MaxInt64)
	for i, t := range f.Terms {
		terms[i] = term{t.Weight, n.fields[t.Place.Index]}
		weight := uint64(t.Weight)
		if t.Weight < 0 {
			weight = -weight
		}
		hi, lo := bits.Mul64(weight, uint64(terms[i].field.most()))
		if hi > 0 || lo > left {
			fits = false
			break
		}
		left -= lo
	}
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
	return func(s State) bool {
		sum := int64(0)
		for i := range terms {
			sum += terms[i].weight * terms[i].field.get(s)
		}
		return rel.Holds(sum, constant)
	}
}
