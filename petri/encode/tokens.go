package encode

import (
	"math/big"

	"brim/mdd"
)

// PlaceBounds returns for each place the most tokens that it holds in a marking of s.
func (m *Model) PlaceBounds(s mdd.Set) []int64 {
	bounds := make([]int64, len(m.Net.Places))
	for i, values := range s.AllValues() {
		for j, p := range m.Order.Levels[i] {
			for _, v := range values {
				bounds[p] = max(bounds[p], m.tokens(i, v, j))
			}
		}
	}
	return bounds
}

// MaxTokens returns the most tokens that a marking of s holds on all places together.
func (m *Model) MaxTokens(s mdd.Set) *big.Int {
	sum, ok := s.MaxSum(func(level, v int) int64 {
		sum := int64(0)
		for j := range m.Order.Levels[level-1] {
			sum += m.tokens(level-1, v, j)
		}
		return sum
	})
	if !ok {
		return new(big.Int)
	}
	return big.NewInt(sum)
}
