package extended

import (
	"fmt"
	"math"

	"brim/petri"
)

// A Rule is the firing rule of a net. It explores nothing.
type Rule struct {
	net   *Net
	arcs  [][]Arc // by transition
	above [][]int // by transition: those with priority over it
}

// NewRule returns the firing rule of a net; the error is that of Check. The net must not change while the rule is used.
// Cost: quadratic in the number of transitions if there are priorities.
func NewRule(net *Net) (*Rule, error) {
	if err := net.Check(); err != nil {
		return nil, err
	}
	r := &Rule{net: net, arcs: make([][]Arc, len(net.Transitions)), above: net.above()}
	for _, a := range net.Arcs {
		r.arcs[a.Transition] = append(r.arcs[a.Transition], a)
	}
	return r, nil
}

// Initial returns the initial marking.
func (r *Rule) Initial() petri.Marking {
	m := make(petri.Marking, len(r.net.Places))
	for p := range r.net.Places {
		m[p] = r.net.Places[p].Initial
	}
	return m
}

// Enabled reports whether t can fire in m.
func (r *Rule) Enabled(m petri.Marking, t int) bool {
	if !r.ready(m, t) {
		return false
	}
	for _, u := range r.above[t] {
		if r.ready(m, u) {
			return false
		}
	}
	return true
}

// Above returns the transitions that have priority over t. They must not be changed.
func (r *Rule) Above(t int) []int { return r.above[t] }

// ready reports whether t could fire in m if there were no priorities.
func (r *Rule) ready(m petri.Marking, t int) bool {
	left := make(map[int]int64) // tokens by place, of those with an input arc, when the input arcs took theirs
	for _, a := range r.arcs[t] {
		switch a.Kind {
		case Input:
			if _, ok := left[a.Place]; !ok {
				left[a.Place] = m[a.Place]
			}
			if left[a.Place] -= a.Weight; left[a.Place] < 0 {
				return false
			}
		case Read:
			if m[a.Place] < a.Weight {
				return false
			}
		case Inhibitor:
			if m[a.Place] >= a.Weight {
				return false
			}
		}
	}
	next, err := r.after(m, t)
	if err != nil {
		return true // more tokens than can be counted, which Fire reports, unless there is a capacity
	}
	for p, tokens := range next {
		if c := r.net.Places[p].Capacity; c != Unlimited && tokens > c && tokens > m[p] {
			return false
		}
	}
	return true
}

// Fire returns the marking after t fired in m. The error says that t is not enabled, or that a place without a
// capacity would get more than 2^63−1 tokens.
func (r *Rule) Fire(m petri.Marking, t int) (petri.Marking, error) {
	if !r.Enabled(m, t) {
		return nil, fmt.Errorf("transition %s is not enabled", r.net.Transitions[t].ID)
	}
	return r.after(m, t)
}

// Left returns what is left in m when t took its tokens and emptied the places of its reset arcs, before it gives
// tokens. There must be enough of them.
func (r *Rule) Left(m petri.Marking, t int) petri.Marking {
	next := append(petri.Marking(nil), m...)
	for _, a := range r.arcs[t] {
		if a.Kind == Input {
			next[a.Place] -= a.Weight
		}
	}
	for _, a := range r.arcs[t] {
		if a.Kind == Reset {
			next[a.Place] = 0
		}
	}
	return next
}

// after returns what is left in m when t took its tokens, emptied the places of its reset arcs, and gave its tokens.
func (r *Rule) after(m petri.Marking, t int) (petri.Marking, error) {
	next := r.Left(m, t)
	for _, a := range r.arcs[t] {
		if a.Kind != Output {
			continue
		}
		if next[a.Place] > math.MaxInt64-a.Weight {
			return nil, fmt.Errorf("transition %s puts more than 2^63−1 tokens on place %s",
				r.net.Transitions[t].ID, r.net.Places[a.Place].ID)
		}
		next[a.Place] += a.Weight
	}
	return next, nil
}
