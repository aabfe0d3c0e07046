package petri

import (
	"fmt"
	"iter"
)

// Replay fires the transitions of trace one after the other from the initial
// marking and returns the marking reached. No witness is believed before it went
// through here.
//
// If a step is impossible the error is a *ReplayError, and the marking returned
// is the last one that was reached.
func (n *Net) Replay(trace []int) (Marking, error) {
	m := n.Initial()
	for step, t := range trace {
		if err := n.step(m, step, t); err != nil {
			return m, err
		}
	}
	return m, nil
}

// Markings replays trace and yields every marking on the way: the initial one
// first, then one after each step, so len(trace)+1 in all. If a step is
// impossible, the last pair is the marking in which it was tried and a
// *ReplayError; all other errors are nil.
//
// The marking is the same slice each time: Clone it to keep it, and do not change
// it.
func (n *Net) Markings(trace []int) iter.Seq2[Marking, error] {
	return func(yield func(Marking, error) bool) {
		m := n.Initial()
		if !yield(m, nil) {
			return
		}
		for step, t := range trace {
			err := n.step(m, step, t)
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// step fires t in m, the way Fire does, but does not trust the index t.
func (n *Net) step(m Marking, step, t int) error {
	if t < 0 || t >= len(n.Transitions) {
		return &ReplayError{Step: step, Transition: t,
			Reason: fmt.Errorf("no transition %d: net %s has %d", t, n.Name, len(n.Transitions))}
	}
	if err := n.Fire(m, t); err != nil {
		return &ReplayError{Step: step, Transition: t, Reason: err}
	}
	return nil
}

// A ReplayError tells where a firing sequence could not go on.
type ReplayError struct {
	Step       int   // index into the trace, which is the number of steps that went well
	Transition int   // the transition tried, as written in the trace
	Reason     error // a *FireError, or that there is no such transition
}

func (e *ReplayError) Error() string {
	if e.Step == 1 {
		return fmt.Sprintf("after 1 step: %v", e.Reason)
	}
	return fmt.Sprintf("after %d steps: %v", e.Step, e.Reason)
}

// Unwrap returns the reason.
func (e *ReplayError) Unwrap() error { return e.Reason }
