package bmc

import (
	"cmp"
	"slices"

	"brim/petri/structure"
)

// independent returns some of the flows, short ones first, of which the others are sums, so a marking that keeps these keeps all. Cost: a row of places for each flow and each
// one that is returned.
func independent(flows []structure.Semiflow, places int) []structure.Semiflow {
	flows = slices.Clone(flows)
	slices.SortStableFunc(flows, func(a, b structure.Semiflow) int { return cmp.Compare(len(a.Places), len(b.Places)) })
	const prime = 1<<31 - 1 // by which all is taken; rows that are independent then are independent
	rows := map[int][]int64{}
	return slices.DeleteFunc(flows, func(f structure.Semiflow) bool {
		row := make([]int64, places)
		for i, p := range f.Places {
			row[p] = f.Weights[i] % prime
		}
		for p := range row {
			if row[p] == 0 {
				continue
			}
			pivot, ok := rows[p]
			if !ok {
				factor := inverse(row[p], prime)
				for q := p; q < places; q++ {
					row[q] = row[q] * factor % prime
				}
				rows[p] = row
				return false
			}
			factor := prime - row[p]
			for q := p; q < places; q++ {
				row[q] = (row[q] + factor*pivot[q]) % prime
			}
		}
		return true
	})
}

// inverse returns the inverse of x modulo a prime, as the power of x that is 2 less.
func inverse(x, prime int64) int64 {
	result := int64(1)
	for n := prime - 2; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result * x % prime
		}
		x = x * x % prime
	}
	return result
}
