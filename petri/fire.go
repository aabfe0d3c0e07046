package petri

import (
	"fmt"
	"iter"
	"math"
)

// This file has the firing rule.

// Enabled reports whether transition t may fire in m: every input place holds at
// least the weight of its arc, every inhibitor place less than the weight of its
// arc. Whether the firing would overflow a place does not count. The cost is the
// number of input and inhibitor arcs of t; nothing is allocated.
//
// It panics if t is not a transition of n or m is too short.
func (n *Net) Enabled(m Marking, t int) bool {
	tr := &n.Transitions[t]
	for _, a := range tr.Pre {
		if m[a.Place] < a.Weight {
			return false
		}
	}
	for _, a := range tr.Inhibit {
		if m[a.Place] >= a.Weight {
			return false
		}
	}
	return true
}

// EnabledTransitions lists the transitions that are enabled in m, in increasing
// order. It looks at each transition when its turn comes, so m must not change
// during the loop; see FireInto for the successor in another slice.
func (n *Net) EnabledTransitions(m Marking) iter.Seq[int] {
	return func(yield func(int) bool) {
		for t := range n.Transitions {
			if n.Enabled(m, t) && !yield(t) {
				return
			}
		}
	}
}

// Fire fires transition t in m, in place. If t is not enabled or a place would
// hold more than 2^63−1 tokens, m stays as it was and the error is a *FireError.
// It panics if t is not a transition of n or m has another length than the list
// of places.
func (n *Net) Fire(m Marking, t int) error {
	n.mustFit("Fire", m)
	if err := n.obstacle(m, t); err != nil {
		return err
	}
	if !n.FireInto(m, m, t) {
		return n.overflow(m, t)
	}
	return nil
}

// FireInto sets dst to the marking after transition t fires in m. It is the form
// for loops: it allocates nothing and does not look again whether t is enabled,
// which the caller has to know (see Enabled). dst must be as long as m and may be
// m itself.
//
// It returns false if a place would hold more than 2^63−1 tokens; dst then
// equals m.
func (n *Net) FireInto(dst, m Marking, t int) bool {
	copy(dst, m)
	tr := &n.Transitions[t]
	for _, a := range tr.Pre {
		dst[a.Place] -= a.Weight
	}
	for i, a := range tr.Post {
		if dst[a.Place] > math.MaxInt64-a.Weight {
			for _, done := range tr.Post[:i] {
				dst[done.Place] -= done.Weight
			}
			for _, a := range tr.Pre {
				dst[a.Place] += a.Weight
			}
			return false
		}
		dst[a.Place] += a.Weight
	}
	return true
}

// A FireError tells why a transition could not fire, by the first place that
// stood in the way.
type FireError struct {
	Transition, Place string
	Tokens            int64 // tokens on the place; on Overflow, what the input arcs leave there
	Weight            int64 // weight of the arc
	Kind              FireErrorKind
}

// A FireErrorKind says how the place of a FireError stood in the way.
type FireErrorKind uint8

const (
	TooFew   FireErrorKind = iota // an input place holds less than Weight
	TooMany                       // an inhibitor place holds Weight or more
	Overflow                      // Weight tokens more would exceed 2^63−1
)

func (e *FireError) Error() string {
	switch e.Kind {
	case TooFew:
		return fmt.Sprintf("transition %s is not enabled: place %s holds %d, needs %d or more", e.Transition, e.Place,
			e.Tokens, e.Weight)
	case TooMany:
		return fmt.Sprintf("transition %s is inhibited: place %s holds %d, needs fewer than %d", e.Transition, e.Place,
			e.Tokens, e.Weight)
	default:
		return fmt.Sprintf("transition %s would give %d tokens to place %s with %d: the sum exceeds 64 bits",
			e.Transition, e.Weight, e.Place, e.Tokens)
	}
}

// obstacle returns a *FireError for the first arc that disables t in m, or nil.
func (n *Net) obstacle(m Marking, t int) error {
	tr := &n.Transitions[t]
	for _, a := range tr.Pre {
		if m[a.Place] < a.Weight {
			return n.fireError(m, tr, a, TooFew)
		}
	}
	for _, a := range tr.Inhibit {
		if m[a.Place] >= a.Weight {
			return n.fireError(m, tr, a, TooMany)
		}
	}
	return nil
}

// overflow returns the *FireError for the first place that t, enabled in m, would
// overfill, or nil.
func (n *Net) overflow(m Marking, t int) error {
	tr := &n.Transitions[t]
	left := m.Clone()
	for _, a := range tr.Pre {
		left[a.Place] -= a.Weight
	}
	for _, a := range tr.Post {
		if left[a.Place] > math.MaxInt64-a.Weight {
			return n.fireError(left, tr, a, Overflow)
		}
	}
	return nil
}

func (n *Net) fireError(m Marking, tr *Transition, a Arc, kind FireErrorKind) error {
	return &FireError{Transition: tr.Name, Place: n.Places[a.Place].Name, Tokens: m[a.Place], Weight: a.Weight,
		Kind: kind}
}

func (n *Net) mustFit(who string, m Marking) {
	if len(m) != len(n.Places) {
		panic(fmt.Sprintf("petri: %s: a marking of %d numbers for %d places", who, len(m), len(n.Places)))
	}
}
