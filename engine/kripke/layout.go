package kripke

import (
	"math/bits"
	"slices"

	"brim/ctl/syntax"
)

// Numbers in the bits of states: the tokens of places, or the values of variables.

// A field is where a number is in a state. One that never changes has no bits and is always the same.
type field struct {
	word  int
	shift uint8
	bits  uint8
	sure  bool  // no reachable state needs more bits
	fixed int64 // the number, if bits is 0
	bound int64 // it is never larger in a reachable state; as large as fits if nothing is known
}

func (f field) mask() uint64 { return 1<<f.bits - 1 }

// most returns the largest number that fits.
func (f field) most() int64 {
	if f.bits == 0 {
		return f.fixed
	}
	return int64(f.mask())
}

func (f field) get(s State) int64 {
	if f.bits == 0 {
		return f.fixed
	}
	return int64(s[f.word] >> f.shift & f.mask())
}

func (f field) set(s State, number int64) {
	s[f.word] = s[f.word]&^(f.mask()<<f.shift) | uint64(number)<<f.shift
}

// A layout has the field of each place or variable.
type layout struct {
	fields  []field
	words   int
	derived []Derived // what formulas may name after the places or variables
}

// A Derived is a number that a variable stands for, beside its value.
type Derived struct {
	Variable int
	Of       []int64 // by value, not negative; all values that are reached are in it
}

// place gives each field its bits: wide fields first, each in the first word with room, none across two words.
func (l *layout) place() {
	byBits := make([][]int, 65) // the fields of each width
	for i := range l.fields {
		byBits[l.fields[i].bits] = append(byBits[l.fields[i].bits], i)
	}
	var used []uint8 // bits, by word
	for width := uint8(64); width > 0; width-- {
		word := 0
		for _, i := range byBits[width] {
			for word < len(used) && used[word]+width > 64 {
				word++
			}
			if word == len(used) {
				used = append(used, 0)
			}
			l.fields[i].word, l.fields[i].shift = word, used[word]
			used[word] += width
		}
	}
	l.words = max(1, len(used))
}

// Words returns the number of words of a state, one at least.
func (l *layout) Words() int { return l.words }

// Size returns the number of places or variables.
func (l *layout) Size() int { return len(l.fields) }

// Marking sets dst, which has a number for each place or variable, to what s stands for.
func (l *layout) Marking(dst []int64, s State) {
	for i, f := range l.fields {
		dst[i] = f.get(s)
	}
}

// A term is a weight and the number that it multiplies.
type term struct {
	weight int64
	field  field
	of     []int64 // what the number in the field stands for; nil for itself
}

func (t *term) value(s State) int64 {
	n := t.field.get(s)
	if t.of != nil {
		n = t.of[n]
	}
	return t.weight * n
}

// term returns a term of a sum, and the largest number that its weight multiplies.
func (l *layout) term(t syntax.Term) (x term, most int64) {
	i := t.Place.Index
	if i < len(l.fields) {
		return term{t.Weight, l.fields[i], nil}, l.fields[i].most()
	}
	d := l.derived[i-len(l.fields)]
	return term{t.Weight, l.fields[d.Variable], d.Of}, slices.Max(d.Of)
}

// mostSum is the largest sum that is formed of 64 bits, so that a constant can be added.
const mostSum = 1<<62 - 1

// terms returns the terms of a sum, and whether the sum, and each part of it, is less than 2^62.
func (l *layout) terms(list []syntax.Term) (terms []term, fits bool) {
	left := uint64(mostSum)
	for _, t := range list {
		x, most := l.term(t)
		weight := uint64(t.Weight)
		if t.Weight < 0 {
			weight = -weight
		}
		hi, lo := bits.Mul64(weight, uint64(most))
		if hi > 0 || lo > left {
			return nil, false
		}
		left -= lo
		terms = append(terms, x)
	}
	return terms, true
}

// summed returns the sum of terms in a state.
func summed(terms []term, s State) int64 {
	sum := int64(0)
	for i := range terms {
		sum += terms[i].value(s)
	}
	return sum
}

// Sum returns a function that is the value of a sum in a state, and false if it may not fit into 64 bits.
func (l *layout) Sum(sum *syntax.Sum) (func(State) int64, bool) {
	terms, fits := l.terms(sum.Terms)
	if !fits || sum.Const > mostSum || sum.Const < -mostSum {
		return nil, false
	}
	return func(s State) int64 { return summed(terms, s) + sum.Const }, true
}

// comparison returns the predicate of a comparison.
func (l *layout) comparison(f *syntax.Formula) Predicate {
	terms, fits := l.terms(f.Terms)
	if !fits {
		return func(s State) bool {
			return Compares(f, func(i int) int64 {
				x, _ := l.term(syntax.Term{Place: syntax.Ref{Index: i}, Weight: 1})
				return x.value(s)
			})
		}
	}
	rel, constant := f.Rel, f.Const
	if len(terms) == 1 {
		t := terms[0]
		return func(s State) bool { return rel.Holds(t.value(s), constant) }
	}
	return func(s State) bool { return rel.Holds(summed(terms, s), constant) }
}
