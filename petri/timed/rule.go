package timed

import (
	"fmt"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/extended"
)

// The firing rule of time Petri nets.

// A State of a time Petri net is a marking and, by transition, how long it has been enabled; 0 for one that is not.
type State struct {
	Marking petri.Marking
	Clocks  []int64
}

// A Rule is the firing rule of a time Petri net. It explores nothing.
type Rule struct {
	net     *Net
	untimed *extended.Rule // without priorities
	above   [][]int        // by transition: those with priority over it
}

// NewRule returns the firing rule of a net; the error is that of Check. The net must not change while the rule is used.
func NewRule(net *Net) (*Rule, error) {
	if err := net.Check(); err != nil {
		return nil, err
	}
	all, err := extended.NewRule(net.Net)
	if err != nil {
		return nil, err
	}
	free := *net.Net
	free.Over, free.Transitions = nil, slices.Clone(free.Transitions)
	r := &Rule{net: net}
	for t := range free.Transitions {
		free.Transitions[t].Priority = 0
		r.above = append(r.above, all.Above(t))
	}
	r.untimed, err = extended.NewRule(&free)
	return r, err
}

// Initial returns the state at the beginning.
func (r *Rule) Initial() State {
	return State{r.untimed.Initial(), make([]int64, len(r.net.Transitions))}
}

// Enabled reports whether t is enabled, so that its clock runs: neither its interval nor priorities matter.
func (r *Rule) Enabled(s State, t int) bool { return r.untimed.Enabled(s.Marking, t) }

// Longest returns the longest delay that is possible in s, which may be Infinite.
func (r *Rule) Longest(s State) int64 {
	longest := Infinite
	if r.net.Weak {
		return longest
	}
	for t, i := range r.net.Intervals {
		if i.High == Infinite || !r.Enabled(s, t) {
			continue
		}
		if left := max(0, i.Last()-s.Clocks[t]); longest == Infinite || left < longest {
			longest = left
		}
	}
	return longest
}

// Delay returns the state after so many units of time. The error says that they are negative or more than Longest, or
// that a clock would exceed 2^63−1.
func (r *Rule) Delay(s State, units int64) (State, error) {
	if err := possible(units, r.Longest(s)); err != nil {
		return State{}, err
	}
	next := State{s.Marking, slices.Clone(s.Clocks)}
	for t := range next.Clocks {
		if !r.Enabled(s, t) {
			continue
		}
		if next.Clocks[t] > math.MaxInt64-units {
			return State{}, fmt.Errorf("the clock of transition %s exceeds 2^63−1", r.net.Transitions[t].ID)
		}
		next.Clocks[t] += units
	}
	return next, nil
}

// possible returns an error unless a delay of so many units is possible where longest is the longest one.
func possible(units, longest int64) error {
	switch {
	case units < 0:
		return fmt.Errorf("a delay of %d, which is negative", units)
	case longest != Infinite && units > longest:
		return fmt.Errorf("a delay of %d, where %d is the longest one", units, longest)
	}
	return nil
}

// due reports whether t could fire now if there were no priorities.
func (r *Rule) due(s State, t int) bool {
	return r.net.Intervals[t].Contains(s.Clocks[t]) && r.Enabled(s, t)
}

// CanFire reports whether t can fire in s, without a delay.
func (r *Rule) CanFire(s State, t int) bool {
	return r.due(s, t) && !slices.ContainsFunc(r.above[t], func(u int) bool { return r.due(s, u) })
}

// Fire returns the state after t fired in s. The error says that it cannot, or that a place without a capacity would
// get more than 2^63−1 tokens.
func (r *Rule) Fire(s State, t int) (State, error) {
	if !r.CanFire(s, t) {
		return State{}, fmt.Errorf("transition %s cannot fire now", r.net.Transitions[t].ID)
	}
	after, err := r.untimed.Fire(s.Marking, t)
	if err != nil {
		return State{}, err
	}
	between := r.untimed.Left(s.Marking, t)
	next := State{after, make([]int64, len(s.Clocks))}
	for u := range next.Clocks {
		stays := u != t && r.Enabled(s, u) && (r.net.Memory == Atomic || r.untimed.Enabled(between, u))
		if stays && r.untimed.Enabled(after, u) {
			next.Clocks[u] = s.Clocks[u]
		}
	}
	return next, nil
}
