package coloured

import (
	"errors"
	"math"
)

// Tokens returns how many tokens the value of a term has. That number is the same under all bindings for which the term
// has a value: an operator of one colour keeps it, tuples multiply, and a difference that is not negative subtracts.
// Cost: linear in the size of the term. The error is ErrNegative, or says that there are more than 2^63−1.
func (n *Net) Tokens(t *Term) (int64, error) {
	switch t.Op {
	case All:
		return n.Sorts[t.Sort].Size, nil
	case Tuple, Times:
		tokens := int64(1)
		if t.Op == Times {
			tokens = t.Value
		}
		for _, a := range t.Args {
			x, err := n.Tokens(a)
			if err != nil {
				return 0, err
			}
			if tokens = times(tokens, x); tokens < 0 {
				return 0, errTooMany
			}
		}
		return tokens, nil
	case Sum, Difference:
		tokens := int64(0)
		for i, a := range t.Args {
			x, err := n.Tokens(a)
			switch {
			case err != nil:
				return 0, err
			case t.Op == Difference && i > 0:
				x = -x
			case tokens > math.MaxInt64-x:
				return 0, errTooMany
			}
			if tokens += x; tokens < 0 {
				return 0, ErrNegative
			}
		}
		return tokens, nil
	}
	return 1, nil
}

// ErrNegative says that a difference has more tokens to subtract than there are, whatever the binding is.
var ErrNegative = errors.New("it takes away more than there is")
