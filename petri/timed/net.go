package timed

import (
	"errors"
	"fmt"

	"brim/petri/extended"
)

// Time Petri nets.

// A Net is a time Petri net: a net and an interval for each of its transitions.
type Net struct {
	*extended.Net
	Intervals []Interval // by transition
	Weak      bool       // a transition may miss its interval
	Memory    Memory
}

// A Memory says when a transition that stays enabled keeps its clock.
type Memory uint8

// The kinds of memory.
const (
	Intermediate Memory = iota // it is enabled before the firing, between taking and giving tokens, and after it
	Atomic                     // it is enabled before and after the firing
)

// Check returns an error that says what is wrong with the net: what extended.Net.Check says, or an interval that is
// missing or empty.
func (n *Net) Check() error {
	switch {
	case n.Net == nil:
		return errors.New("there is no net")
	case len(n.Intervals) != len(n.Transitions):
		return fmt.Errorf("%d intervals, expected one for each of %d transitions", len(n.Intervals), len(n.Transitions))
	case n.Memory > Atomic:
		return fmt.Errorf("no kind %d of memory", n.Memory)
	}
	if err := n.Net.Check(); err != nil {
		return err
	}
	for t, i := range n.Intervals {
		if err := i.Check(); err != nil {
			return fmt.Errorf("transition %q: %w", n.Transitions[t].ID, err)
		}
	}
	return nil
}

// Exact returns nil if runs of integer delays reach all markings that runs of real delays reach, at the same least and
// the same longest times. Otherwise the error names the first reason why they may miss some: each run of integer delays
// is a run of real delays in any case. The net must be without errors.
func (n *Net) Exact() error {
	for t, i := range n.Intervals {
		if !i.Closed() {
			return fmt.Errorf("the interval %v of transition %q has an open end", i, n.Transitions[t].ID)
		}
	}
	if !n.HasPriorities() {
		return nil
	}
	rule, err := extended.NewRule(n.Net)
	if err != nil {
		return err
	}
	for t := range n.Transitions {
		for _, u := range rule.Above(t) {
			if i := n.Intervals[u]; i.Low > 0 || n.Weak && i.High != Infinite {
				return fmt.Errorf("transition %q has priority over %q, which waits until a moment that is not closed",
					n.Transitions[u].ID, n.Transitions[t].ID)
			}
		}
	}
	return nil
}
