package bmc

import (
	"cmp"
	"slices"

	"brim/petri/structure"
)

// This file chooses the place invariants that become clauses.

// independent returns some of the flows, short ones first, of which the others are sums, so a marking that keeps these
// keeps all.
func independent(flows []structure.Semiflow) []structure.Semiflow {
	flows = slices.Clone(flows)
	slices.SortStableFunc(flows, func(a, b structure.Semiflow) int { return cmp.Compare(len(a.Places), len(b.Places)) })
	rows := map[int]row{} // by first place
	return slices.DeleteFunc(flows, func(f structure.Semiflow) bool {
		var r row
		for i, p := range f.Places {
			if w := f.Weights[i] % prime; w != 0 {
				r = append(r, entry{p, w})
			}
		}
		for len(r) > 0 {
			pivot, ok := rows[r[0].place]
			if !ok {
				rows[r[0].place] = r.plus(r, inverse(r[0].weight)-1) // begins with weight 1
				return false
			}
			r = r.plus(pivot, prime-r[0].weight)
		}
		return true
	})
}

// All weights are taken modulo a prime: rows that are independent then are independent.
const prime = 1<<31 - 1

// A row has the places with a weight, ascending.
type row []entry

type entry struct {
	place  int
	weight int64 // from 1 to prime − 1
}

// plus returns r + factor · other.
func (r row) plus(other row, factor int64) row {
	var sum row
	for len(r) > 0 || len(other) > 0 {
		var e entry
		if len(other) == 0 || len(r) > 0 && r[0].place <= other[0].place {
			e, r = r[0], r[1:]
		}
		if len(other) > 0 && (e.weight == 0 || other[0].place == e.place) {
			e.place = other[0].place
			e.weight = (e.weight + factor*other[0].weight) % prime
			other = other[1:]
		}
		if e.weight != 0 {
			sum = append(sum, e)
		}
	}
	return sum
}

// inverse returns the inverse of x, as the power of x that is 2 less than the prime.
func inverse(x int64) int64 {
	result := int64(1)
	for n := prime - 2; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result * x % prime
		}
		x = x * x % prime
	}
	return result
}
