package unfold

import (
	"brim/petri/coloured"
	"slices"
)

// An atom is a colour that a transition takes with every binding: its input place holds that colour wherever the
// transition is enabled. It is a tuple whose parts are constants or variables.
type atom struct {
	place int
	parts []part
}

// A part of an atom says what a digit of the colour is: a constant, or the shift-th successor of a variable's colour.
type part struct {
	digit
	variable int // or unbound
	shift    int64
	value    int64 // the constant
}

// under returns what the digit is, under a binding of the variable.
func (p *part) under(env []int64) int64 {
	if p.variable == unbound {
		return p.value
	}
	return next(env[p.variable], p.shift, p.size)
}

// A presence says what is known of a multiset term before its variables are bound.
type presence int

const (
	nothing presence = iota // it is empty
	unknown                 // it may be empty
	present                 // there is one colour at least, which is known
)

// atoms appends to list what is known of an input term. exact says that the term has no other colours.
func atoms(n *coloured.Net, list []atom, place int, t *coloured.Term) (out []atom, exact bool) {
	switch t.Op {
	case coloured.Sum:
		exact = true
		for _, a := range t.Args {
			more, all := atoms(n, list, place, a)
			list, exact = more, exact && all
		}
		return list, exact
	case coloured.Times:
		if t.Value == 0 {
			return list, true
		}
		return atoms(n, list, place, t.Args[0])
	}
	a := atom{place: place}
	switch is, only := parts(n, &a.parts, t, 1); is {
	case nothing:
		return list, true
	case present:
		return append(list, a), only
	}
	return list, false
}

// parts appends parts that describe one colour of a term, whose last digit has the given stride; only says that it has
// no others.
func parts(n *coloured.Net, list *[]part, t *coloured.Term, stride int64) (is presence, only bool) {
	size := n.Sorts[t.Sort].Size
	switch t.Op {
	case coloured.Colour, coloured.All:
		first := part{digit: digit{stride, size}, variable: unbound}
		if t.Op == coloured.Colour {
			first.value = t.Value
		}
		*list = append(*list, first)
		return present, t.Op == coloured.Colour || size == 1
	case coloured.Bound:
		*list = append(*list, part{digit: digit{stride, size}, variable: int(t.Value)})
		return present, true
	case coloured.Successor, coloured.Predecessor:
		from := len(*list)
		is, only = parts(n, list, t.Args[0], stride)
		if is != present {
			return is, only
		}
		by := int64(1)
		if t.Op == coloured.Predecessor {
			by = size - 1
		}
		p := &(*list)[from] // cyclic sorts and ranges are no products, so there is one part
		if p.variable == unbound {
			p.value = next(p.value, by, size)
		} else {
			p.shift = next(p.shift, by, size)
		}
		return is, only
	case coloured.Tuple:
		from := len(*list)
		is, only = present, true
		for i := len(t.Args) - 1; i >= 0; i-- {
			one, alone := parts(n, list, t.Args[i], stride)
			is, only = min(is, one), only && alone
			stride *= n.Sorts[n.Sorts[t.Sort].Parts[i]].Size
		}
		if is != present {
			*list = (*list)[:from]
		}
		return is, only
	case coloured.Times:
		if t.Value == 0 {
			return nothing, true
		}
		return parts(n, list, t.Args[0], stride)
	case coloured.Sum:
		is = nothing
		for _, a := range t.Args {
			from := len(*list)
			one, alone := parts(n, list, a, stride)
			if one == present {
				return present, alone && len(t.Args) == 1
			}
			*list = (*list)[:from]
			is = max(is, one)
		}
		return is, is == nothing
	}
	return unknown, false
}

// isGround reports whether a term has no variables.
func isGround(t *coloured.Term) bool {
	return t.Op != coloured.Bound && !slices.ContainsFunc(t.Args, func(a *coloured.Term) bool { return !isGround(a) })
}
