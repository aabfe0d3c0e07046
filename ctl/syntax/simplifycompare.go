package syntax

import (
	"math"
	"slices"
)

// compare returns the simplest comparison that is equal to  terms rel c  for all
// whole numbers ≥ 0 of tokens:
//
//   - the first weight is positive: if not, both sides are multiplied by −1, so that
//     −p >= −3 is p <= 3;
//   - weights are divided by their greatest common divisor, and c with them: rounded
//     down for <=, up for >=; what = and != ask for is impossible if c is no
//     multiple;
//   - < and > become <= and >= with the next constant;
//   - a sum without negative weights is at least 0, so some comparisons are
//     constant, and with 0 it is compared by = or by >= 1.
func (s *simplifier) compare(terms []Term, rel Relation, c int64) *Formula {
	if terms[0].Weight < 0 {
		flipped := make([]Term, len(terms))
		for i, t := range terms {
			flipped[i] = Term{t.Place, -t.Weight}
		}
		terms, rel, c = flipped, rel.Swap(), -c
	}
	switch { // c−1 and c+1 exist, or the comparison is constant for 64-bit numbers only
	case rel == Less && c > -math.MaxInt64:
		rel, c = LessEqual, c-1
	case rel == Greater && c < math.MaxInt64:
		rel, c = GreaterEqual, c+1
	}
	if d := divisor(terms); d > 1 && rel != Less && rel != Greater {
		q, rest := c/d, c%d
		switch {
		case rest != 0 && (rel == Equal || rel == NotEqual):
			return s.p.Bool(rel == NotEqual)
		case rest < 0 && rel == LessEqual:
			q--
		case rest > 0 && rel == GreaterEqual:
			q++
		}
		divided := make([]Term, len(terms))
		for i, t := range terms {
			divided[i] = Term{t.Place, t.Weight / d}
		}
		terms, c = divided, q
	}
	if slices.ContainsFunc(terms, func(t Term) bool { return t.Weight < 0 }) {
		return s.p.compare(terms, rel, c)
	}
	switch {
	case c < 0, c == 0 && rel == GreaterEqual:
		return s.p.Bool(rel.Holds(0, c))
	case c == 0 && rel == LessEqual:
		rel = Equal
	case c == 0 && rel == NotEqual:
		rel, c = GreaterEqual, 1
	}
	return s.p.compare(terms, rel, c)
}

// divisor returns the greatest common divisor of the weights.
func divisor(terms []Term) int64 {
	var d int64
	for _, t := range terms {
		for a := int64(magnitude(t.Weight)); a != 0; {
			d, a = a, d%a
		}
	}
	return d
}
