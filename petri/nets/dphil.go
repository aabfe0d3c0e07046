package nets

import (
	"math/big"
	"math/bits"
)

// dphil is the dining philosophers who take their forks one at a time, in any
// order, and keep the first: with all left or all right forks taken nothing
// moves any more. These two markings are the only deadlocks, at depth 2N.
//
// Per philosopher i, with j = next(i):
//
//	GoEat_i: Idle_i → WaitL_i + WaitR_i
//	GetL_i:  WaitL_i + Fork_j → HasL_i
//	GetR_i:  WaitR_i + Fork_i → HasR_i
//	Rel_i:   HasL_i + HasR_i → Idle_i + Fork_i + Fork_j
//
// A philosopher eats with both forks, is hungry while waiting for one, and thinks
// otherwise.
func dphil() Family {
	f := Family{
		Name:      "dphil",
		Title:     "dining philosophers that may deadlock",
		Parameter: "philosophers",
		Numbers:   numbers(2, maxPlaces/6, "N"), // a philosopher alone would need the same fork twice
		States:    func(size ...int) *big.Int { return lucas(3 * size[0]) },
		Depth:     linear(2, 0),
		Propositions: []Proposition{
			indexed("eating", "HasL_i = 1 & HasR_i = 1"),
			indexed("hungry", "WaitL_i = 1 | WaitR_i = 1"),
			indexed("thinking", "Idle_i = 1"),
		},
	}
	f.builds(func(b builder, n int) {
		const idle, waitL, waitR, hasL, hasR, fork = 0, 1, 2, 3, 4, 5
		b.copies(n, "Idle*", "WaitL", "WaitR", "HasL", "HasR", "Fork*")
		for i := 1; i <= n; i++ {
			me, left := 6*(i-1), 6*(i%n)+fork
			b.fire(at("GoEat", i), []int{me + idle}, []int{me + waitL, me + waitR})
			b.fire(at("GetL", i), []int{me + waitL, left}, []int{me + hasL})
			b.fire(at("GetR", i), []int{me + waitR, me + fork}, []int{me + hasR})
			b.fire(at("Rel", i), []int{me + hasL, me + hasR}, []int{me + idle, me + fork, left})
		}
	})
	return f
}

// lucas returns the n-th Lucas number (2, 1, 3, 4, 7, …) by doubling:
//
//	L(2k) = L(k)² − 2(−1)^k    L(2k+1) = L(k)·L(k+1) − (−1)^k
func lucas(n int) *big.Int {
	l, next := big.NewInt(2), big.NewInt(1) // L(k), L(k+1) with k = 0
	sign := int64(1)                        // (−1)^k
	for i := bits.Len(uint(n)) - 1; i >= 0; i-- {
		odd := new(big.Int).Mul(l, next)
		odd.Sub(odd, big.NewInt(sign))
		if n>>i&1 == 0 {
			l.Mul(l, l).Sub(l, big.NewInt(2*sign))
			next, sign = odd, 1
		} else {
			next.Mul(next, next).Add(next, big.NewInt(2*sign)) // L(2(k+1))
			l, sign = odd, -1
		}
	}
	return l
}
