package coloured

import (
	"errors"
	"fmt"
)

// This file has the firing rule.

// Fire fires transition t in m, in place, under a binding: a colour for each of the transition's Variables. It is the
// firing rule by definition: the guard and the terms of the arcs are evaluated, the input places must hold what is
// taken, those of inhibitor arcs less, and no unfolding is involved, so it can judge a trace that was found on an
// unfolding.
//
// If the binding is not enabled, m is unchanged and the error, a *FireError, says why. The cost is linear in the number
// of colours of the arcs' terms. It panics if t is not a transition of n, or if m or binding has the wrong length.
func (n *Net) Fire(m Marking, t int, binding []int64) error {
	tr := &n.Transitions[t]
	if len(m) != len(n.Places) || len(binding) != len(tr.Variables) {
		panic(fmt.Sprintf("coloured: Fire: a marking of %d places and a binding of %d variables, expected %d and %d",
			len(m), len(binding), len(n.Places), len(tr.Variables)))
	}
	if err := n.fire(m, tr, binding); err != nil {
		err.Net, err.Transition, err.Binding = n, t, binding
		return err
	}
	return nil
}

// A FireError says why a transition cannot fire under a binding. Error names the transition, the binding and the place;
// notation.Explain adds the text of the guard or term at fault.
type FireError struct {
	Net        *Net
	Transition int
	Binding    []int64
	Guard      *Guard // the guard at fault; nil if it is not that
	Arc        *Arc   // the arc whose term at fault; nil if it is not that
	Err        error
}

func (e *FireError) Error() string { return e.Message("") }

// Message returns the text of the error with the text of the guard or term at fault put in its place; "" leaves it out.
func (e *FireError) Message(part string) string {
	before := ""
	switch {
	case e.Guard != nil && part != "":
		before = "the guard " + part
	case e.Guard != nil:
		before = "the guard"
	case e.Arc != nil && part != "":
		before = fmt.Sprintf("the arc at place %s, %s", e.Net.Places[e.Arc.Place].Name, part)
	case e.Arc != nil:
		before = fmt.Sprintf("the arc at place %s", e.Net.Places[e.Arc.Place].Name)
	}
	switch {
	case e.Err == errGuard:
		before += " "
	case before != "":
		before += ": "
	}
	return fmt.Sprintf("transition %s: %s%v", e.Net.BindingText(e.Transition, e.Binding), before, e.Err)
}

func (e *FireError) Unwrap() error { return e.Err }

var errGuard = errors.New("does not hold")

// fire is Fire without the checks of its arguments; the caller completes the error. It evaluates the guard and the
// terms of all arcs first, and changes m only if the firing is possible. If tokens added would exceed 64 bits, it takes
// back what it has done.
func (n *Net) fire(m Marking, tr *Transition, binding []int64) *FireError {
	values := make([]int64, len(n.Variables))
	for i, v := range tr.Variables {
		if c := binding[i]; c < 0 || c >= n.Sorts[n.Variables[v].Sort].Size {
			return &FireError{Err: fmt.Errorf("variable %s has no colour %d", n.VariableText(v), c)}
		}
		values[v] = binding[i]
	}
	if tr.Guard != nil {
		switch ok, err := n.Satisfied(tr.Guard, values); {
		case err != nil:
			return &FireError{Guard: tr.Guard, Err: err}
		case !ok:
			return &FireError{Guard: tr.Guard, Err: errGuard}
		}
	}
	taken, err := n.evaluateArcs(tr.Pre, values)
	if err != nil {
		return err
	}
	given, err := n.evaluateArcs(tr.Post, values)
	if err != nil {
		return err
	}
	inhibiting, err := n.evaluateArcs(tr.Inhibit, values)
	if err != nil {
		return err
	}
	for i, a := range tr.Inhibit {
		for colour, tokens := range inhibiting[i] {
			if has := m[a.Place][colour]; has >= tokens {
				place := n.PlaceText(a.Place, colour)
				return &FireError{Err: fmt.Errorf("place %s holds %d, expected less than %d", place, has, tokens)}
			}
		}
	}
	for i, a := range tr.Pre {
		for colour, tokens := range taken[i] {
			if has := m[a.Place][colour]; has < tokens {
				return &FireError{Err: fmt.Errorf("place %s holds %d, expected at least %d",
					n.PlaceText(a.Place, colour), has, tokens)}
			}
		}
	}
	for i, a := range tr.Pre {
		m[a.Place].take(taken[i])
	}
	for i, a := range tr.Post {
		if err := m[a.Place].give(given[i]); err != nil {
			for j, b := range tr.Post[:i] {
				m[b.Place].take(given[j])
			}
			for j, b := range tr.Pre {
				_ = m[b.Place].give(taken[j]) // cannot fail: it held as much before
			}
			return &FireError{Err: fmt.Errorf("place %s: %w", n.Places[a.Place].Name, err)}
		}
	}
	return nil
}

// evaluateArcs returns the multisets of the arcs' terms.
func (n *Net) evaluateArcs(arcs []Arc, values []int64) ([]Multiset, *FireError) {
	list := make([]Multiset, len(arcs))
	for i := range arcs {
		held, err := n.Evaluate(arcs[i].Term, values)
		if err != nil {
			return nil, &FireError{Arc: &arcs[i], Err: err}
		}
		list[i] = held
	}
	return list, nil
}
