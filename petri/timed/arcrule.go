package timed

import (
	"fmt"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/extended"
)

// The firing rule of timed-arc nets.

// An ArcState is a state of a timed-arc net: by place the ages of its tokens, ascending.
type ArcState [][]int64

// Marking returns the numbers of tokens by place.
func (s ArcState) Marking() petri.Marking {
	m := make(petri.Marking, len(s))
	for p, ages := range s {
		m[p] = int64(len(ages))
	}
	return m
}

// A Choice says which tokens a firing takes: for each input and transport arc of the transition, the input arcs first,
// in the order in which the net has them, the ages of as many tokens as the arc takes.
type Choice [][]int64

// Clone returns a copy that shares no memory with c.
func (c Choice) Clone() Choice {
	if c == nil {
		return nil
	}
	own := make(Choice, len(c))
	for i := range c {
		own[i] = slices.Clone(c[i])
	}
	return own
}

// mostTokens is how many tokens there may be in one state: each is in memory.
const mostTokens = 1 << 24

// An ArcRule is the firing rule of a timed-arc net. It explores nothing.
type ArcRule struct {
	net    *ArcNet
	takes  [][]taking // by transition
	gives  [][]extended.Arc
	limits [][]extended.Arc // the inhibitor arcs
}

// A taking is an input or a transport arc.
type taking struct {
	place, to int // to is -1 for an input arc
	weight    int64
	first     int64 // the youngest and the oldest tokens that it takes
	last      int64 // or Infinite
}

// NewArcRule returns the firing rule of a net. The error is that of Check, or says that there are too many tokens to
// list them. The net must not change while the rule is used.
func NewArcRule(net *ArcNet) (*ArcRule, error) {
	if err := net.Check(); err != nil {
		return nil, err
	}
	tokens := int64(0)
	for _, p := range net.Places {
		if tokens += min(p.Initial, mostTokens+1); tokens > mostTokens {
			return nil, fmt.Errorf("there are more than %d tokens at first, each of which has an age", mostTokens)
		}
	}
	n := len(net.Transitions)
	r := &ArcRule{net, make([][]taking, n), make([][]extended.Arc, n), make([][]extended.Arc, n)}
	for i, a := range net.Arcs {
		switch t := a.Transition; a.Kind {
		case extended.Input:
			r.takes[t] = append(r.takes[t], taking{a.Place, -1, a.Weight, net.Ages[i].First(), net.Ages[i].Last()})
		case extended.Output:
			r.gives[t] = append(r.gives[t], a)
		default:
			r.limits[t] = append(r.limits[t], a)
		}
	}
	for _, a := range net.Transports {
		last := a.Ages.Last()
		if b := net.Invariants[a.To].Last(); last == Infinite || b != Infinite && b < last {
			last = b
		}
		r.takes[a.Transition] = append(r.takes[a.Transition], taking{a.From, a.To, a.Weight, a.Ages.First(), last})
	}
	return r, nil
}

// takes reports whether the arc takes tokens of this age.
func (a taking) takes(age int64) bool { return age >= a.first && (a.last == Infinite || age <= a.last) }

// Initial returns the state at the beginning, in which all tokens are new.
func (r *ArcRule) Initial() ArcState {
	s := make(ArcState, len(r.net.Places))
	for p := range s {
		s[p] = make([]int64, r.net.Places[p].Initial)
	}
	return s
}

// Longest returns the longest delay that is possible in s, which may be Infinite.
func (r *ArcRule) Longest(s ArcState) int64 {
	for t, urgent := range r.net.Urgent {
		if urgent && r.CanFire(s, t) {
			return 0
		}
	}
	longest := Infinite
	for p, b := range r.net.Invariants {
		if b.Most == Infinite || len(s[p]) == 0 {
			continue
		}
		oldest := s[p][len(s[p])-1]
		if left := max(0, b.Last()-oldest); longest == Infinite || left < longest {
			longest = left
		}
	}
	return longest
}

// Delay returns the state after so many units of time. The error says that they are negative or more than Longest, or
// that an age would exceed 2^63−1.
func (r *ArcRule) Delay(s ArcState, units int64) (ArcState, error) {
	if err := possible(units, r.Longest(s)); err != nil {
		return nil, err
	}
	next := make(ArcState, len(s))
	for p, ages := range s {
		next[p] = slices.Clone(ages)
		for i := range next[p] {
			if next[p][i] > math.MaxInt64-units {
				return nil, fmt.Errorf("the age of a token on place %s exceeds 2^63−1", r.net.Places[p].ID)
			}
			next[p][i] += units
		}
	}
	return next, nil
}

// CanFire reports whether t can fire in s, without a delay.
func (r *ArcRule) CanFire(s ArcState, t int) bool {
	for range r.Choices(s, t) {
		return true
	}
	return false
}

// Fire returns the state after t fired in s and took the tokens of the choice. The error says why it cannot.
func (r *ArcRule) Fire(s ArcState, t int, c Choice) (ArcState, error) {
	name := r.net.Transitions[t].ID
	if p := r.inhibited(s, t); p >= 0 {
		return nil, fmt.Errorf("transition %s cannot fire: there are %d tokens on place %s", name, len(s[p]),
			r.net.Places[p].ID)
	}
	if len(c) != len(r.takes[t]) {
		return nil, fmt.Errorf("transition %s takes tokens by %d arcs, not by %d", name, len(r.takes[t]), len(c))
	}
	next := slices.Clone(s)
	for p := range next {
		next[p] = slices.Clone(s[p])
	}
	for i, a := range r.takes[t] {
		if int64(len(c[i])) != a.weight {
			return nil, fmt.Errorf("transition %s takes %d tokens from place %s, not %d",
				name, a.weight, r.net.Places[a.place].ID, len(c[i]))
		}
		for _, age := range c[i] {
			at, ok := slices.BinarySearch(next[a.place], age)
			if !ok || !a.takes(age) {
				return nil, fmt.Errorf("transition %s cannot take a token of age %d from place %s",
					name, age, r.net.Places[a.place].ID)
			}
			next[a.place] = slices.Delete(next[a.place], at, at+1)
		}
	}
	for i, a := range r.takes[t] {
		if a.to >= 0 {
			next[a.to] = append(next[a.to], c[i]...)
		}
	}
	for _, a := range r.gives[t] {
		if a.Weight > mostTokens-int64(len(next[a.Place])) {
			return nil, fmt.Errorf("transition %s puts more than %d tokens on place %s", name, mostTokens,
				r.net.Places[a.Place].ID)
		}
		next[a.Place] = append(next[a.Place], make([]int64, a.Weight)...)
	}
	for p := range next {
		slices.Sort(next[p])
	}
	return next, nil
}

// inhibited returns a place with so many tokens that t cannot fire, or -1.
func (r *ArcRule) inhibited(s ArcState, t int) int {
	for _, a := range r.limits[t] {
		if int64(len(s[a.Place])) >= a.Weight {
			return a.Place
		}
	}
	return -1
}
