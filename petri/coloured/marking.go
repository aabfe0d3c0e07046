package coloured

import (
	"errors"
	"fmt"
	"math"
)

// A Multiset is a finite multiset of colours: it maps each colour in it to its multiplicity, which is positive.
type Multiset map[int64]int64

// A Marking holds the multiset of colours on each place, by index of the place.
type Marking []Multiset

// Initial returns a fresh copy of the initial marking. The error reports a place whose initial term has too many
// colours or tokens; see Evaluate.
func (n *Net) Initial() (Marking, error) {
	m := make(Marking, len(n.Places))
	for p := range n.Places {
		m[p] = Multiset{}
		if t := n.Places[p].Initial; t != nil {
			held, err := n.Evaluate(t, nil)
			if err != nil {
				return nil, fmt.Errorf("the initial marking of place %s: %w", n.Places[p].Name, err)
			}
			m[p] = held
		}
	}
	return m, nil
}

// take subtracts o from m, which contains it.
func (m Multiset) take(o Multiset) {
	for colour, tokens := range o {
		if m[colour] -= tokens; m[colour] == 0 {
			delete(m, colour)
		}
	}
}

var errTooMany = errors.New("more than 2^63−1 of one colour")

// give adds o to m. On error m is unchanged.
func (m Multiset) give(o Multiset) error {
	for colour, tokens := range o {
		if m[colour] > math.MaxInt64-tokens {
			return errTooMany
		}
	}
	for colour, tokens := range o {
		m[colour] += tokens
	}
	return nil
}
