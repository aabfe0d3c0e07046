package coloured

import "math"

// A summand is a number of equal tuples. What a term stands for is a sum of such.
type summand struct {
	count  int64   // at least 1
	pieces []piece // by component
}

// A piece of a summand is a component of its colours, which is of a sort that is no product.
type piece struct {
	variable int   // on whose colour it depends, or unbound
	shift    int64 // the shift-th successor of that colour, 0 ≤ shift < size of the sort
	colour   int64 // if variable is unbound
	all      bool  // each colour of the sort once, instead
}

// mostSummands is how many summands a term may have to be flattened.
const mostSummands = 1 << 12

// components appends the sorts that a sort is made of in the end: itself, if it is no product.
func (n *Net) components(list []int, sort int) []int {
	if s := &n.Sorts[sort]; s.Kind == Product {
		for _, p := range s.Parts {
			list = n.components(list, p)
		}
		return list
	}
	return append(list, sort)
}

// flatten returns what a term stands for as a sum, nil for the empty multiset. It is false for terms that this form
// does not have: differences, blocks, variables of products, counts beyond 64 bits, very long sums.
func (n *Net) flatten(t *Term) (list []summand, ok bool) {
	switch t.Op {
	case Colour:
		return []summand{{1, n.constantPieces(t.Sort, t.Value)}}, true
	case Bound:
		if n.Sorts[t.Sort].Kind == Product {
			return nil, false
		}
		return []summand{{1, []piece{{variable: int(t.Value)}}}}, true
	case All:
		var pieces []piece
		for _, c := range n.components(nil, t.Sort) {
			pieces = append(pieces, piece{variable: unbound, all: n.Sorts[c].Size > 1})
		}
		return []summand{{1, pieces}}, true
	case Successor, Predecessor:
		return n.flattenShift(t)
	case Tuple:
		return n.flattenTuple(t)
	case Times:
		list, ok = n.flatten(t.Args[0])
		if t.Value == 0 {
			return nil, ok
		}
		for i := range list {
			if list[i].count > math.MaxInt64/t.Value {
				return nil, false
			}
			list[i].count *= t.Value
		}
		return list, ok
	case Sum:
		for _, a := range t.Args {
			more, ok := n.flatten(a)
			if !ok || len(list)+len(more) > mostSummands {
				return nil, false
			}
			list = append(list, more...)
		}
		return list, true
	}
	return nil, false
}

// constantPieces returns the components of a colour.
func (n *Net) constantPieces(sort int, colour int64) []piece {
	sorts := n.components(nil, sort)
	pieces := make([]piece, len(sorts))
	for i := len(sorts) - 1; i >= 0; i-- {
		size := n.Sorts[sorts[i]].Size
		pieces[i] = piece{variable: unbound, colour: colour % size}
		colour /= size
	}
	return pieces
}

// flattenShift is flatten for successors and predecessors of one colour.
func (n *Net) flattenShift(t *Term) ([]summand, bool) {
	list, ok := n.flatten(t.Args[0])
	if !ok || len(list) != 1 || len(list[0].pieces) != 1 || list[0].count != 1 || list[0].pieces[0].all {
		return nil, false
	}
	size := n.Sorts[t.Sort].Size
	by := 1 % size
	if t.Op == Predecessor {
		by = size - 1
	}
	if p := &list[0].pieces[0]; p.variable == unbound {
		p.colour = next(p.colour, by, size)
	} else {
		p.shift = next(p.shift, by, size)
	}
	return list, true
}

// flattenTuple multiplies out.
func (n *Net) flattenTuple(t *Term) ([]summand, bool) {
	list := []summand{{count: 1}}
	for _, a := range t.Args {
		more, ok := n.flatten(a)
		if !ok || len(list)*len(more) > mostSummands {
			return nil, false
		}
		var longer []summand
		for _, x := range list {
			for _, y := range more {
				if x.count > math.MaxInt64/y.count {
					return nil, false
				}
				pieces := append(append(make([]piece, 0, len(x.pieces)+len(y.pieces)), x.pieces...), y.pieces...)
				longer = append(longer, summand{x.count * y.count, pieces})
			}
		}
		list = longer
	}
	return list, true
}
