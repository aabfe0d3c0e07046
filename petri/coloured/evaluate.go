package coloured

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// This file evaluates terms and guards under a binding.

// mostColours is how many different colours the value of a term may have: All of a large sort has more than memory.
const mostColours = 1 << 24

var (
	errNegative = errors.New("it takes away what is not there")
	errSeveral  = errors.New("one side of a comparison is not a single colour")
	errLarge    = fmt.Errorf("more than %d colours", mostColours)
)

// Evaluate returns the multiset that a term is if variable v has the colour values[v]. It follows the definitions of
// the operators, one by one. The error says that a difference would be negative, a count beyond 2^63−1, or that there
// are too many colours. The cost is that of the colours of all terms within.
func (n *Net) Evaluate(t *Term, values []int64) (Multiset, error) {
	switch t.Op {
	case Colour:
		return Multiset{t.Value: 1}, nil
	case Bound:
		return Multiset{values[t.Value]: 1}, nil
	case All:
		size := n.Sorts[t.Sort].Size
		if size > mostColours {
			return nil, errLarge
		}
		m := make(Multiset, size)
		for c := range size {
			m[c] = 1
		}
		return m, nil
	}
	args := make([]Multiset, len(t.Args))
	for i, a := range t.Args {
		m, err := n.Evaluate(a, values)
		if err != nil {
			return nil, err
		}
		args[i] = m
	}
	switch t.Op {
	case Successor, Predecessor, BlockOf:
		m := Multiset{}
		for c, k := range args[0] {
			m[n.mapped(t, c)] += k
		}
		return m, nil
	case Tuple:
		return n.product(t, args)
	case Times:
		return args[0].times(t.Value)
	case Sum:
		m := Multiset{}
		for _, o := range args {
			if err := m.give(o); err != nil {
				return nil, err
			}
		}
		return m, nil
	case Difference:
		for _, o := range args[1:] {
			for c, k := range o {
				if args[0][c] < k {
					return nil, errNegative
				}
			}
			args[0].take(o)
		}
		return args[0], nil
	}
	panic(fmt.Sprintf("coloured: Evaluate: no operator %d", t.Op))
}

// mapped returns what an operator of one colour makes of c.
func (n *Net) mapped(t *Term, c int64) int64 {
	s := &n.Sorts[t.Sort]
	switch t.Op {
	case Successor:
		return (c + 1) % s.Size
	case Predecessor:
		return (c + s.Size - 1) % s.Size
	}
	return int64(slices.IndexFunc(s.Constants, func(b Constant) bool {
		_, ok := slices.BinarySearch(b.Members, c)
		return ok
	}))
}

// product returns all tuples of the arguments, their counts multiplied.
func (n *Net) product(t *Term, args []Multiset) (Multiset, error) {
	m := Multiset{0: 1}
	for i, part := range n.Sorts[t.Sort].Parts {
		if len(m)*len(args[i]) > mostColours {
			return nil, errLarge
		}
		longer := make(Multiset, len(m)*len(args[i]))
		for prefix, k := range m {
			for c, l := range args[i] {
				if k > math.MaxInt64/l {
					return nil, errTooMany
				}
				longer[prefix*n.Sorts[part].Size+c] = k * l
			}
		}
		m = longer
	}
	return m, nil
}

func (m Multiset) times(factor int64) (Multiset, error) {
	if factor == 0 {
		return Multiset{}, nil
	}
	for c, k := range m {
		if k > math.MaxInt64/factor {
			return nil, errTooMany
		}
		m[c] = k * factor
	}
	return m, nil
}

// Satisfied reports whether a guard holds if variable v has the colour values[v].
func (n *Net) Satisfied(g *Guard, values []int64) (bool, error) {
	switch g.Test {
	case True:
		return true, nil
	case Not:
		ok, err := n.Satisfied(g.Args[0], values)
		return !ok, err
	case Imply:
		ok, err := n.Satisfied(g.Args[0], values)
		if err != nil || !ok {
			return true, err
		}
		return n.Satisfied(g.Args[1], values)
	case And, Or:
		for _, a := range g.Args {
			ok, err := n.Satisfied(a, values)
			if err != nil || ok == (g.Test == Or) {
				return ok, err
			}
		}
		return g.Test == And, nil
	}
	left, err := n.one(g.Left, values)
	if err != nil {
		return false, err
	}
	right, err := n.one(g.Right, values)
	if err != nil {
		return false, err
	}
	switch g.Test {
	case Equal:
		return left == right, nil
	case Unequal:
		return left != right, nil
	case Less:
		return left < right, nil
	case LessEqual:
		return left <= right, nil
	case Greater:
		return left > right, nil
	case GreaterEqual:
		return left >= right, nil
	}
	panic(fmt.Sprintf("coloured: Satisfied: no test %d", g.Test))
}

// one returns the colour that a term is.
func (n *Net) one(t *Term, values []int64) (int64, error) {
	m, err := n.Evaluate(t, values)
	if err != nil {
		return 0, err
	}
	for c, k := range m {
		if k == 1 && len(m) == 1 {
			return c, nil
		}
	}
	return 0, errSeveral
}
