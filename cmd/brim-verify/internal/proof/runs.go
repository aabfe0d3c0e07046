package proof

import (
	"math"
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Sections lasso and pump: a run that satisfies a formula of LTL, and a run whose last steps raise a sum each time that
// they are repeated.

// readLasso reads the section. It evaluates the formula on the run: each position has one successor.
func (v *verifier) readLasso() {
	back := v.integer("a position", 0)
	v.end()
	if v.goal == nil || v.goal.Op != formula.E {
		v.reject("lasso: a run shows E of LTL only")
	}
	run := newPart(v.net, v.tick)
	for v.body() {
		for v.more() {
			v.fire(run)
			run.markings = append(run.markings, string(key(run.m, run.marked)))
		}
	}
	last := int64(len(run.markings) - 2) // position i has the number i + 1
	switch dead := len(run.enabled()) == 0; {
	case back == last && dead && !v.infinite: // which repeats for ever
	case back >= last || run.markings[back+1] != run.markings[last+1]:
		v.reject("lasso: the last marking is neither that at position %d of %d nor dead", back, last)
	default: // the last position is that at back
		run.markings = run.markings[:last+1]
		last--
	}
	for i := range last + 1 {
		run.steps = append(run.steps, []int32{int32(i + 2)})
	}
	run.steps[last+1][0] = int32(back + 1)
	if !v.evaluation(run, v.goal.Args[0]).set(v.goal.Args[0])[1] {
		v.reject("lasso: the run does not satisfy %s", v.said(v.goal.Args[0]))
	}
	v.runs[v.goal.Key] = true
}

// readPump reads the section: a run from the initial marking, of which the last steps can be repeated, as they leave no
// place with fewer tokens, and none that inhibits one of them with more. They should raise a sum of the question.
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
			steps++
			for _, a := range v.net.Transitions[v.fire(run)].Arcs {
				inhibits[a.Place] = inhibits[a.Place] || start != nil && a.Most < math.MaxInt64
			}
		}
	}
	if start == nil {
		v.reject("pump: position %d of a run with %d steps", from, steps)
	}
	for p, tokens := range start {
		if run.m[p] < tokens || run.m[p] > tokens && inhibits[p] {
			v.reject("pump: place %q has fewer tokens than at position %d, or inhibits", v.net.Places[p], from)
		}
	}
	for _, sum := range v.question.Sums {
		total := new(big.Int)
		for _, t := range sum { // the difference of tokens is between 0 and 2^63-1
			total.Add(total, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(run.m[t.Place]-start[t.Place])))
		}
		v.unbounded = v.unbounded || total.Sign() > 0
	}
}
