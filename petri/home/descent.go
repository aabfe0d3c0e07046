package home

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"brim/petri"
)

// Descents, and their check.

// A Descent is a weight for each place and firing sequences each of which makes the weighted sum of all tokens less.
type Descent struct {
	Weights []int64 // by place, none negative
	Steps   []Step
}

// A Step is a firing sequence with what it needs. A sequence of several transitions has no inhibitor arcs.
type Step struct {
	Word  []int       // transitions
	Needs []petri.Arc // the tokens that enable it, by place; beside these, the inhibitor arcs of a single transition
	delta map[int]int64
}

// newStep returns the step of a firing sequence.
func newStep(net *petri.Net, word []int) Step {
	x := Step{Word: word, delta: map[int]int64{}}
	need := map[int]int64{}
	for _, t := range word {
		for _, a := range net.Transitions[t].Pre {
			need[a.Place] = max(need[a.Place], a.Weight-x.delta[a.Place])
		}
		for e := range net.Transitions[t].Effects() {
			x.delta[e.Place] += e.Delta
		}
	}
	for p, n := range need {
		if n > 0 {
			x.Needs = append(x.Needs, petri.Arc{Place: p, Weight: n})
		}
	}
	slices.SortFunc(x.Needs, func(a, b petri.Arc) int { return a.Place - b.Place })
	return x
}

// enabled reports whether a marking enables the sequence.
func (x *Step) enabled(net *petri.Net, m petri.Marking) bool {
	if len(x.Word) == 1 {
		return net.Enabled(m, x.Word[0])
	}
	return !slices.ContainsFunc(x.Needs, func(a petri.Arc) bool { return m[a.Place] < a.Weight })
}

// descends reports whether the sequence makes the weighted sum less, in 64 bits.
func (d *Descent) descends(x *Step) bool {
	sum := int64(0)
	for p, n := range x.delta {
		sum += n * d.Weights[p]
	}
	return sum < 0
}

// Check returns nil if d is a descent: if no weight is negative, no sequence of several transitions has inhibitor arcs,
// and each step makes the weighted sum less and needs what it says. It recomputes all of that from the net, in numbers
// of any size.
func (d *Descent) Check(net *petri.Net) error {
	if slices.ContainsFunc(d.Weights, func(w int64) bool { return w < 0 }) {
		return errors.New("a weight is negative")
	}
	for _, x := range d.Steps {
		sum := new(big.Int)
		for _, t := range x.Word {
			tr := &net.Transitions[t]
			if len(x.Word) > 1 && len(tr.Inhibit) > 0 {
				return fmt.Errorf("%s has inhibitor arcs", tr.Name)
			}
			for _, a := range tr.Post {
				sum.Add(sum, new(big.Int).Mul(big.NewInt(a.Weight), big.NewInt(d.Weights[a.Place])))
			}
			for _, a := range tr.Pre {
				sum.Sub(sum, new(big.Int).Mul(big.NewInt(a.Weight), big.NewInt(d.Weights[a.Place])))
			}
		}
		if sum.Sign() >= 0 {
			return fmt.Errorf("the sequence %v does not descend", x.Word)
		}
		if !slices.Equal(x.Needs, newStep(net, x.Word).Needs) {
			return fmt.Errorf("the sequence %v does not need what it says", x.Word)
		}
	}
	return nil
}
