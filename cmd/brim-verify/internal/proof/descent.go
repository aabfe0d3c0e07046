package proof

import (
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Section descent: AG EF f, since from each reachable marking firing sequences lead down to f.

// readDescent reads weights ≥ 0 of places, and firing sequences each of which makes the weighted sum of all tokens
// less. A section never has shown that each reachable marking satisfies f or enables one of them. So one after the
// other can be fired until f holds, and not for ever, since the sum is an integer that is never negative.
func (v *verifier) readDescent() {
	f, weights := v.state(), fact{}
	for v.more() {
		k := v.large("a weight")
		if k.Sign() < 0 {
			v.reject("a negative weight %v", k)
		}
		weights.add(v.place(), big.NewInt(1), k)
	}
	some := []*formula.Formula{f}
	for v.body() {
		var word []int
		for v.more() {
			word = append(word, v.transition())
		}
		enabled, gain := formula.Constant(true), new(big.Int)
		for _, t := range slices.Backward(word) {
			enabled = formula.NewAnd(formula.Enabled(v.net, []int{t}), formula.After(enabled, v.net.Transitions[t]))
			for _, a := range v.net.Transitions[t].Arcs {
				if weight := weights[a.Place]; weight != nil {
					gain.Add(gain, new(big.Int).Mul(weight, big.NewInt(a.Post-a.Pre)))
				}
			}
		}
		if gain.Sign() >= 0 {
			v.reject("descent: the sequence does not descend")
		}
		some = append(some, enabled)
	}
	if !v.always[formula.NewOr(some...).Key] {
		v.reject("descent: no section never says that always %s", v.said(formula.NewOr(some...)))
	}
	v.always[formula.EF(f).Key] = true
}
