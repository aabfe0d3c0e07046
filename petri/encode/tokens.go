package encode

import (
	"math"
	"math/big"

	"brim/mdd"
)

// PlaceBounds returns for each place the most tokens that it holds in a marking of s.
func (m *Model) PlaceBounds(s mdd.Set) []int64 {
	bounds := make([]int64, len(m.Net.Places))
	for i, values := range s.AllValues() {
		for j, p := range m.Order.Levels[i] {
			for _, v := range values {
				bounds[p] = max(bounds[p], m.levels[i].tokens(v, j))
			}
		}
	}
	return bounds
}

// PlaceMinima returns for each place the fewest tokens that it holds in a marking of s, which must not be empty.
func (m *Model) PlaceMinima(s mdd.Set) []int64 {
	least := make([]int64, len(m.Net.Places))
	for i, values := range s.AllValues() {
		for j, p := range m.Order.Levels[i] {
			least[p] = m.levels[i].tokens(values[0], j)
			for _, v := range values[1:] {
				least[p] = min(least[p], m.levels[i].tokens(v, j))
			}
		}
	}
	return least
}

// MaxTokens returns the most tokens that a marking of s holds on all places together.
func (m *Model) MaxTokens(s mdd.Set) *big.Int {
	if m.fits(s) {
		most, _ := s.MaxSum(func(level, v int) int64 {
			sum := int64(0)
			for j := range m.Order.Levels[level-1] {
				sum += m.levels[level-1].tokens(v, j)
			}
			return sum
		})
		return big.NewInt(most)
	}
	most, _ := s.MaxBigSum(func(level, v int) *big.Int {
		sum := new(big.Int)
		for j := range m.Order.Levels[level-1] {
			sum.Add(sum, big.NewInt(m.levels[level-1].tokens(v, j)))
		}
		return sum
	})
	return most
}

// fits reports whether no marking of s holds more than 2^63−1 tokens, as far as the bounds of the places tell.
func (m *Model) fits(s mdd.Set) bool {
	room := int64(math.MaxInt64)
	for _, bound := range m.PlaceBounds(s) {
		if bound > room {
			return false
		}
		room -= bound
	}
	return true
}
