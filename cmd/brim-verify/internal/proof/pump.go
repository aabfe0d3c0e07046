package proof

import (
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Section pump: a run whose last steps can be repeated for ever and raise a sum each time.

// readPump reads the section, and notes by how much the steps that can be repeated raise each place.
func (v *verifier) readPump() {
	from := v.integer("a position", 0)
	v.end()
	m := slices.Clone(v.net.Initial)
	var start []int64
	inhibiting := map[int]bool{}
	steps := int64(0)
	v.fire(func(t int) {
		if steps == from {
			start = slices.Clone(m)
		}
		if err := v.net.Fire(m, t); err != nil {
			v.reject("step %d: %v", steps+1, err)
		}
		if steps++; start != nil {
			for _, a := range v.net.Transitions[t].Inhibit {
				inhibiting[a.Place] = true
			}
		}
	})
	if start == nil {
		v.reject("position %d of a run with %d steps", from, steps)
	}
	v.gain = make([]int64, len(m))
	for p := range m {
		switch v.gain[p] = m[p] - start[p]; { // both are between 0 and 2^63-1
		case v.gain[p] < 0:
			v.reject("place %q has fewer tokens than at position %d", v.net.Places[p], from)
		case v.gain[p] > 0 && inhibiting[p]:
			v.reject("place %q, which inhibits, has more tokens than at position %d", v.net.Places[p], from)
		}
	}
}

// unbounded reports whether the section pump raises a sum.
func (v *verifier) unbounded(sum []formula.Term) bool {
	total := new(big.Int)
	for _, t := range sum {
		if v.gain != nil {
			total.Add(total, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(v.gain[t.Place])))
		}
	}
	return total.Sign() > 0
}
