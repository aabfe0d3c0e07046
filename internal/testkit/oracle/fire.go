package oracle

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"brim/petri"
)

// The firing rule of place/transition nets.

// A rule says which transitions are enabled in a marking, and what their firing does.
type rule interface {
	enabled(t int, m petri.Marking) bool
	fire(t int, m petri.Marking) (petri.Marking, error)
}

// A netRule is the rule of a place/transition net.
type netRule struct{ net *petri.Net }

func (r netRule) enabled(t int, m petri.Marking) bool { return enabled(&r.net.Transitions[t], m) }

func (r netRule) fire(t int, m petri.Marking) (petri.Marking, error) {
	return fire(&r.net.Transitions[t], m)
}

// enabled reports whether t may fire in m: every input place holds enough tokens
// and no inhibitor place holds too many.
func enabled(t *petri.Transition, m petri.Marking) bool {
	for _, a := range t.Pre {
		if m[a.Place] < a.Weight {
			return false
		}
	}
	for _, a := range t.Inhibit {
		if m[a.Place] >= a.Weight {
			return false
		}
	}
	return true
}

// fire returns the marking after t fired in m, which must enable it. It fails if
// a place would hold more tokens than 64 bits can count.
func fire(t *petri.Transition, m petri.Marking) (petri.Marking, error) {
	next := slices.Clone(m)
	for _, a := range t.Pre {
		next[a.Place] -= a.Weight
	}
	for _, a := range t.Post {
		if next[a.Place] > math.MaxInt64-a.Weight {
			return nil, fmt.Errorf("oracle: firing %s: more than 2^63−1 tokens in one place", t.Name)
		}
		next[a.Place] += a.Weight
	}
	return next, nil
}

// key returns m as a string: equal strings for equal markings only, since each
// number tells where it ends.
func key(m petri.Marking) string {
	b := make([]byte, 0, len(m)+8)
	for _, tokens := range m {
		b = binary.AppendUvarint(b, uint64(tokens))
	}
	return string(b)
}
