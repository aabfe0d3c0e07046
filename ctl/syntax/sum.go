package syntax

import (
	"cmp"
	"errors"
	"math"
	"math/bits"
	"slices"
)

// A Ref is a place or a transition: its index in the net and its name.
type Ref struct {
	Index int
	Name  string
}

// A Term is the number of tokens in a place, times a weight.
type Term struct {
	Place  Ref
	Weight int64
}

// A Sum is  Σ Weight·Place + Const.
type Sum struct {
	Terms []Term
	Const int64
}

// Constant returns the sum that is the number c.
func Constant(c int64) Sum { return Sum{Const: c} }

// Tokens returns the sum of the tokens in the given places.
func Tokens(places ...Ref) Sum {
	s := Sum{Terms: make([]Term, len(places))}
	for i, p := range places {
		s.Terms[i] = Term{p, 1}
	}
	return s
}

// ErrOverflow says that a weight or a constant does not fit into ±(2^63−1), the
// range in which every number can be negated.
var ErrOverflow = errors.New("a number exceeds 2^63−1")

// collect returns the sum of terms and c in normal form: sorted by the index of the
// place, each place once, no weight 0. It takes over terms.
func collect(terms []Term, c int64) (Sum, error) {
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(a.Place.Index, b.Place.Index) })
	out := terms[:0]
	for i := 0; i < len(terms); {
		t := terms[i]
		for i++; i < len(terms) && terms[i].Place.Index == t.Place.Index; i++ {
			var ok bool
			if t.Weight, ok = add(t.Weight, terms[i].Weight); !ok {
				return Sum{}, ErrOverflow
			}
		}
		switch t.Weight {
		case 0:
		case math.MinInt64:
			return Sum{}, ErrOverflow
		default:
			out = append(out, t)
		}
	}
	if c == math.MinInt64 {
		return Sum{}, ErrOverflow
	}
	return Sum{out, c}, nil
}

// minus returns s − t in normal form and leaves both as they are.
func (s Sum) minus(t Sum) (Sum, error) {
	terms := slices.Grow(slices.Clone(s.Terms), len(t.Terms))
	for _, u := range t.Terms {
		if u.Weight == math.MinInt64 {
			return Sum{}, ErrOverflow
		}
		terms = append(terms, Term{u.Place, -u.Weight})
	}
	if t.Const == math.MinInt64 {
		return Sum{}, ErrOverflow
	}
	c, ok := add(s.Const, -t.Const)
	if !ok {
		return Sum{}, ErrOverflow
	}
	return collect(terms, c)
}

// plus returns s + t, not in normal form. It takes over the terms of s, so that a
// long sum is put together in linear time.
func (s Sum) plus(t Sum) (Sum, error) {
	c, ok := add(s.Const, t.Const)
	if !ok {
		return Sum{}, ErrOverflow
	}
	return Sum{append(s.Terms, t.Terms...), c}, nil
}

// times returns k·s. It takes over the terms of s.
func (s Sum) times(k int64) (Sum, error) {
	c, ok := mul(s.Const, k)
	for i := range s.Terms {
		var fits bool
		s.Terms[i].Weight, fits = mul(s.Terms[i].Weight, k)
		ok = ok && fits
	}
	if !ok {
		return Sum{}, ErrOverflow
	}
	return Sum{s.Terms, c}, nil
}

func add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func mul(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
