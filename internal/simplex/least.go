package simplex

import (
	"context"
	"math/big"
)

// The minimum of a variable.

// Least returns the least integer that v may be, as far as the bounds of all variables tell, with a conflict that
// proves it: of these bounds and an upper bound of v below the minimum. The search begins at from, which has to lie
// below the minimum; the nearer it is, the smaller are the rounding errors on the way, which may end the search early.
// It returns nil if v may be as low as from, or the bounds contradict each other. The error is one of Solve; then a
// proof may be there as well.
//
// Each question is whether v may be at most some number. The conflict that says no has v as a combination of other
// bounds, which is the dual bound of v for the next question; a yes ends the search. So the dual bound improves from
// one vertex of the dual program to the next, as in the dual simplex method [Dan63].
func (t *Tableau[R]) Least(ctx context.Context, v int32, from int64, l Limits) (least *big.Int, proof *Conflict[R],
	err error) {
	for at := from; ; {
		mark := t.Mark()
		var c *Conflict[R]
		if t.Bound(v, true, at, nil) {
			c, err = t.Solve(ctx, l)
		} else {
			c = t.Clash(v)
		}
		t.Back(mark)
		if err != nil || c == nil {
			return least, proof, err
		}
		next := t.dual(c, v)
		if next == nil {
			return nil, nil, nil
		}
		least, proof = next, c
		if !next.IsInt64() || next.Int64() >= Unlimited-1 {
			return least, proof, nil
		}
		at = next.Int64()
	}
}

// dual returns the least integer that v may be according to the other bounds in a conflict, nil if these are a
// contradiction without an upper bound of v.
func (t *Tableau[R]) dual(c *Conflict[R], v int32) *big.Int {
	sum, factor := new(big.Int), new(big.Int)
	for _, b := range c.Bounds {
		switch {
		case b.V == v && b.Upper:
			factor.Add(factor, b.Factor)
		case b.Upper:
			sum.Sub(sum, new(big.Int).Mul(b.Factor, big.NewInt(t.hi[b.V])))
		default:
			sum.Add(sum, new(big.Int).Mul(b.Factor, big.NewInt(t.lo[b.V])))
		}
	}
	if factor.Sign() == 0 {
		return nil
	}
	q, rest := new(big.Int).DivMod(sum, factor, new(big.Int))
	if rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}
