package petri

import (
	"iter"
	"math"
)

// An Effect is what a transition asks of a place and does to it.
type Effect struct {
	Place int
	Min   int64 // tokens needed
	Below int64 // tokens that disable, 0 if no number does
	Delta int64 // tokens that a firing adds; below 0 it takes some, and 0 if it only looks at the place
}

// Range returns the least and the largest number of tokens with which the place does not disable the transition.
func (e Effect) Range() (least, most int64) {
	if e.Below > 0 {
		return e.Min, e.Below - 1
	}
	return e.Min, math.MaxInt64
}

// Effects yields the effects of t on the places with an arc, in ascending order, each once. Cost: that of the arcs;
// nothing is kept.
func (t *Transition) Effects() iter.Seq[Effect] {
	return func(yield func(Effect) bool) {
		pre, post, inhibit := t.Pre, t.Post, t.Inhibit
		for {
			e := Effect{Place: math.MaxInt}
			for _, arcs := range [...][]Arc{pre, post, inhibit} {
				if len(arcs) > 0 {
					e.Place = min(e.Place, arcs[0].Place)
				}
			}
			if e.Place == math.MaxInt {
				return
			}
			if len(pre) > 0 && pre[0].Place == e.Place {
				e.Min, e.Delta, pre = pre[0].Weight, -pre[0].Weight, pre[1:]
			}
			if len(post) > 0 && post[0].Place == e.Place {
				e.Delta += post[0].Weight // weights are positive, so the difference fits
				post = post[1:]
			}
			if len(inhibit) > 0 && inhibit[0].Place == e.Place {
				e.Below, inhibit = inhibit[0].Weight, inhibit[1:]
			}
			if !yield(e) {
				return
			}
		}
	}
}

// Fixed tells of each place whether no firing changes it. Cost: the arcs.
func (n *Net) Fixed() []bool {
	fixed := make([]bool, len(n.Places))
	for p := range fixed {
		fixed[p] = true
	}
	for i := range n.Transitions {
		for e := range n.Transitions[i].Effects() {
			if e.Delta != 0 {
				fixed[e.Place] = false
			}
		}
	}
	return fixed
}
