package ticks

import (
	"fmt"
	"slices"
)

// Multisets of ages as values of a variable.

// mostCodes is how many multisets of ages a place may have.
const mostCodes = 1 << 14

// A book has the multisets of ages of one place, by value of its variable: fewer tokens first. A multiset is an
// ascending list.
type book struct {
	oldest int // the largest age, which stands for larger ones where there is no invariant
	list   [][]int
	value  map[string]int
}

// newBook returns the multisets of at most so many tokens. The error says that they are more than limit.
func newBook(tokens, oldest int64, limit int) (*book, error) {
	if oldest >= mostCodes {
		return nil, fmt.Errorf("ages up to %d matter; expected less than %d", oldest, mostCodes)
	}
	b := &book{oldest: int(oldest), value: map[string]int{}}
	last := [][]int{{}} // those with n tokens
	for n := int64(0); ; n++ {
		for _, ages := range last {
			if len(b.list) >= limit {
				return nil, fmt.Errorf("%d tokens with ages up to %d have more than %d multisets of ages",
					tokens, oldest, limit)
			}
			b.value[keyOf(ages)] = len(b.list)
			b.list = append(b.list, ages)
		}
		if n == tokens {
			return b, nil
		}
		var next [][]int
		for _, ages := range last {
			least := 0
			if len(ages) > 0 {
				least = ages[len(ages)-1]
			}
			for age := least; age <= b.oldest && len(next) <= limit; age++ {
				next = append(next, append(slices.Clip(slices.Clone(ages)), age))
			}
		}
		last = next
	}
}

// fits reports whether so many tokens have at most limit multisets of ages.
func fits(tokens, oldest int64, limit int) bool {
	n := int64(1) // of tokens+k over k
	for k := int64(1); k <= oldest+1; k++ {
		if tokens >= int64(limit) {
			return false
		}
		if n = n * (tokens + k) / k; n > int64(limit) {
			return false
		}
	}
	return true
}

// of returns the value of a multiset, which may be in any order and have ages that are too large; ok is false if there
// are too many tokens.
func (b *book) of(ages []int) (value int, ok bool) {
	sorted := slices.Clone(ages)
	for i := range sorted {
		sorted[i] = min(sorted[i], b.oldest)
	}
	slices.Sort(sorted)
	value, ok = b.value[keyOf(sorted)]
	return value, ok
}

// where returns for each value whether the multiset is one of those.
func (b *book) where(is func(ages []int) bool) []bool {
	list := make([]bool, len(b.list))
	for v, ages := range b.list {
		list[v] = is(ages)
	}
	return list
}

// older returns the pairs of each multiset and the one a unit of time later. If the oldest age is the end of an
// invariant, there is no later one for some.
func (b *book) older(ends bool) (pairs [][2]int) {
	for v, ages := range b.list {
		older := slices.Clone(ages)
		for i := range older {
			older[i]++
		}
		if !ends || len(older) == 0 || older[len(older)-1] <= b.oldest {
			to, _ := b.of(older)
			pairs = append(pairs, [2]int{v, to})
		}
	}
	return pairs
}

// without returns what is left of a multiset without another one; ok is false if it does not have these.
func without(ages, other []int) (left []int, ok bool) {
	left = slices.Clone(ages)
	for _, a := range other {
		i := slices.Index(left, a)
		if i < 0 {
			return nil, false
		}
		left = slices.Delete(left, i, i+1)
	}
	return left, true
}

// A draw takes a number of tokens of an interval of ages, from first to last.
type draw struct {
	weight      int64
	first, last int
}

// each calls visit with each multiset of ages that it may take where there are tokens of all ages.
func (d draw) each(visit func(ages []int)) { d.add(nil, d.first, visit) }

func (d draw) add(ages []int, from int, visit func(ages []int)) {
	if int64(len(ages)) == d.weight {
		visit(ages)
		return
	}
	for a := from; a <= d.last; a++ {
		d.add(append(slices.Clip(ages), a), a, visit)
	}
}

// drawn calls visit with what is left of a multiset after the draws, with each choice; several may leave the same.
func drawn(ages []int, draws []draw, visit func(left []int)) {
	if len(draws) == 0 {
		visit(ages)
		return
	}
	d := draws[0]
	if d.weight == 0 {
		drawn(ages, draws[1:], visit)
		return
	}
	for i, a := range ages {
		if a >= d.first && a <= d.last && (i == 0 || ages[i-1] != a) {
			rest := slices.Clone(draws)
			rest[0].weight--
			rest[0].last = a // the older ones first, so that each choice is made once
			drawn(slices.Delete(slices.Clone(ages), i, i+1), rest, visit)
		}
	}
}
