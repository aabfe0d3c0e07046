package unfold

import (
	"math"

	"brim/petri/coloured"
)

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
func components(n *coloured.Net, list []int, sort int) []int {
	if s := &n.Sorts[sort]; s.Kind == coloured.Product {
		for _, p := range s.Parts {
			list = components(n, list, p)
		}
		return list
	}
	return append(list, sort)
}

// flatten returns what a term stands for as a sum, nil for the empty multiset. It is false for terms that this form
// does not have: differences, blocks, variables of products, counts beyond 64 bits, very long sums.
func flatten(n *coloured.Net, t *coloured.Term) (list []summand, ok bool) {
	switch t.Op {
	case coloured.Colour:
		return []summand{{1, constantPieces(n, t.Sort, t.Value)}}, true
	case coloured.Bound:
		if n.Sorts[t.Sort].Kind == coloured.Product {
			return nil, false
		}
		return []summand{{1, []piece{{variable: int(t.Value)}}}}, true
	case coloured.All:
		var pieces []piece
		for _, c := range components(n, nil, t.Sort) {
			pieces = append(pieces, piece{variable: unbound, all: n.Sorts[c].Size > 1})
		}
		return []summand{{1, pieces}}, true
	case coloured.Successor, coloured.Predecessor:
		return flattenShift(n, t)
	case coloured.Tuple:
		return flattenTuple(n, t)
	case coloured.Times:
		list, ok = flatten(n, t.Args[0])
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
	case coloured.Sum:
		for _, a := range t.Args {
			more, ok := flatten(n, a)
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
func constantPieces(n *coloured.Net, sort int, colour int64) []piece {
	sorts := components(n, nil, sort)
	pieces := make([]piece, len(sorts))
	for i := len(sorts) - 1; i >= 0; i-- {
		size := n.Sorts[sorts[i]].Size
		pieces[i] = piece{variable: unbound, colour: colour % size}
		colour /= size
	}
	return pieces
}

// flattenShift is flatten for successors and predecessors of one colour.
func flattenShift(n *coloured.Net, t *coloured.Term) ([]summand, bool) {
	list, ok := flatten(n, t.Args[0])
	if !ok || len(list) != 1 || len(list[0].pieces) != 1 || list[0].count != 1 || list[0].pieces[0].all {
		return nil, false
	}
	size := n.Sorts[t.Sort].Size
	by := 1 % size
	if t.Op == coloured.Predecessor {
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
func flattenTuple(n *coloured.Net, t *coloured.Term) ([]summand, bool) {
	list := []summand{{count: 1}}
	for _, a := range t.Args {
		more, ok := flatten(n, a)
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
