package unfold

import (
	"cmp"
	"slices"

	"brim/petri/coloured"
)

// A span is an interval of colours: from first to last, both included.
type span struct{ first, last int64 }

// spans is a set of colours: ascending, with a gap between neighbours.
type spans []span

// allColours returns every colour of a sort.
func allColours(size int64) spans { return spans{{0, size - 1}} }

// tidied returns the union of spans in any order, whose slice it uses.
func tidied(list spans) spans {
	slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	out := list[:0]
	for _, s := range list {
		switch {
		case s.first > s.last:
		case len(out) > 0 && s.first <= out[len(out)-1].last+1:
			out[len(out)-1].last = max(out[len(out)-1].last, s.last)
		default:
			out = append(out, s)
		}
	}
	return out
}

// and returns the intersection.
func (a spans) and(b spans) spans {
	var out spans
	for len(a) > 0 && len(b) > 0 {
		if s := (span{max(a[0].first, b[0].first), min(a[0].last, b[0].last)}); s.first <= s.last {
			out = append(out, s)
		}
		if a[0].last < b[0].last {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}

// shifted returns each colour's by-th successor in a sort of the given size, for 0 ≤ by < size.
func (a spans) shifted(by, size int64) spans {
	if by == 0 {
		return a
	}
	var out spans
	for _, s := range a {
		s.first, s.last = s.first+by, s.last+by
		switch {
		case s.first >= size:
			out = append(out, span{s.first - size, s.last - size})
		case s.last >= size:
			out = append(out, span{s.first, size - 1}, span{0, s.last - size})
		default:
			out = append(out, s)
		}
	}
	return tidied(out)
}

// count returns how many colours there are.
func (a spans) count() float64 {
	sum := 0.0
	for _, s := range a {
		sum += float64(s.last-s.first) + 1
	}
	return sum
}

// compared returns the colours c of a sort of the given size for which c stands in a relation to bound.
func compared(relation coloured.Test, bound, size int64) spans {
	low, high := int64(0), size-1
	switch relation {
	case coloured.Equal:
		low, high = bound, bound
	case coloured.Unequal:
		return tidied(spans{{0, bound - 1}, {bound + 1, size - 1}})
	case coloured.Less:
		high = bound - 1
	case coloured.LessEqual:
		high = bound
	case coloured.Greater:
		low = bound + 1
	case coloured.GreaterEqual:
		low = bound
	}
	return tidied(spans{{max(low, 0), min(high, size-1)}})
}

// mirrored has by relation r the relation r' for which a r b means b r' a.
var mirrored = [...]coloured.Test{
	coloured.Equal: coloured.Equal, coloured.Unequal: coloured.Unequal,
	coloured.Less: coloured.Greater, coloured.Greater: coloured.Less,
	coloured.LessEqual: coloured.GreaterEqual, coloured.GreaterEqual: coloured.LessEqual,
}

// negated has by relation r the relation that holds where r does not.
var negated = [...]coloured.Test{
	coloured.Equal: coloured.Unequal, coloured.Unequal: coloured.Equal,
	coloured.Less: coloured.GreaterEqual, coloured.GreaterEqual: coloured.Less,
	coloured.LessEqual: coloured.Greater, coloured.Greater: coloured.LessEqual,
}

// holds reports whether a stands in a relation to b.
func holds(relation coloured.Test, a, b int64) bool {
	switch relation {
	case coloured.Equal:
		return a == b
	case coloured.Unequal:
		return a != b
	case coloured.Less:
		return a < b
	case coloured.LessEqual:
		return a <= b
	case coloured.Greater:
		return a > b
	}
	return a >= b
}
