package equation

import (
	"math/big"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// Bounds of sums as goals of the state equation.

// atLeast returns the goal that a sum is at least n, nil if numbers do not fit.
func atLeast(s *syntax.Sum, n int64) *certificate.Goal {
	least := new(big.Int).Sub(big.NewInt(n), big.NewInt(s.Const))
	if least.BitLen() > 62 {
		return nil
	}
	return model.Linear(s.Terms, 1, least.Int64())
}

// valueAt returns the value of a sum in a marking, and whether it fits into 63 bits.
func valueAt(s *syntax.Sum, m petri.Marking) (int64, bool) {
	sum := big.NewInt(s.Const)
	for _, t := range s.Terms {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(m[t.Place.Index])))
	}
	return sum.Int64(), sum.BitLen() < 63
}
