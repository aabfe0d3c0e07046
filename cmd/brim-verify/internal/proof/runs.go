package proof

import (
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Sections lasso and pump: a run that satisfies a formula of LTL, and a run whose last steps raise a sum each time that
// they are repeated.

// readLasso reads the section. It evaluates the formula on the run: each position has one successor.
func (v *verifier) readLasso() {
	dead, back := v.accept("dead"), int64(0)
	if !dead {
		back = v.integer("a position or dead", 0)
	}
	v.end()
	if v.goal == nil || v.goal.Op != formula.E {
		v.reject("lasso: a run shows E of LTL only")
	}
	run := newPart(v.net, v.tick)
	for v.body() {
		for v.more() {
			v.fire(run)
			run.markings = append(run.markings, key(run.m, run.marked))
		}
	}
	last := int64(len(run.markings) - 1)
	switch {
	case dead && (v.infinite || len(run.enabled()) > 0):
		v.reject("lasso: the last marking is not dead, or no path ends there")
	case dead:
		back = last
	case back >= last || run.markings[back] != run.markings[last]:
		v.reject("lasso: the last marking is not that at position %d of %d", back, last)
	default: // the last position is that at back
		run.markings = run.markings[:last]
		last--
	}
	for i := range last + 1 {
		run.steps = append(run.steps, []int32{int32(i + 1)})
	}
	run.steps[last][0] = int32(back)
	run.open, run.dead, run.firing = make([]bool, last+1), make([]bool, last+1), nil
	run.dead[last] = dead
	if !v.satisfying(run, v.goal.Args[0])[0] {
		v.reject("lasso: the run does not satisfy %s", v.said(v.goal.Args[0]))
	}
	v.runs[v.goal.Key] = true
}

// readPump reads the section, and notes by how much the steps that can be repeated raise each place.
func (v *verifier) readPump() {
	from := v.integer("a position", 0)
	v.end()
	run, steps := newPart(v.net, v.tick), int64(0)
	var start []int64
	inhibits := map[int]bool{}
	for v.body() {
		for v.more() {
			if steps == from {
				start = slices.Clone(run.m)
			}
			t := v.fire(run)
			for _, a := range v.net.Transitions[t].Inhibit {
				inhibits[a.Place] = inhibits[a.Place] || start != nil
			}
			steps++
		}
	}
	if start == nil {
		v.reject("pump: position %d of a run with %d steps", from, steps)
	}
	v.gain = make([]int64, len(start))
	for p := range start {
		v.gain[p] = run.m[p] - start[p] // both are between 0 and 2^63-1
		if v.gain[p] < 0 || v.gain[p] > 0 && inhibits[p] {
			v.reject("pump: place %q has fewer tokens than at position %d, or inhibits and has more", v.net.Places[p], from)
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
