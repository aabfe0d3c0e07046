package coloured

import (
	"errors"
	"fmt"
	"math"
)

// A Multiset has how often it holds each colour. What it does not hold is not in it.
type Multiset map[int64]int64

// A Marking is what each place holds, by index.
type Marking []Multiset

// Initial returns a fresh copy of the initial marking. The error says that a place would hold too much.
func (n *Net) Initial() (Marking, error) {
	m := make(Marking, len(n.Places))
	for p := range n.Places {
		m[p] = Multiset{}
		if t := n.Places[p].Initial; t != nil {
			held, err := n.Evaluate(t, nil)
			if err != nil {
				return nil, fmt.Errorf("the initial marking of place %s: %w", n.Places[p].Name, err)
			}
			m[p] = held
		}
	}
	return m, nil
}

// Fire fires transition t in m, in place, with a colour for each of its Variables. It evaluates guard and terms by
// their definitions and knows no unfolding, so a trace of that which is fired by it has been judged by the net itself.
// If the binding is not enabled m stays as it was, and the error says why. The cost is that of the colours in the terms
// of the arcs. It panics if t is not a transition of n, or m and binding have other lengths than n asks for.
func (n *Net) Fire(m Marking, t int, binding []int64) error {
	tr := &n.Transitions[t]
	if len(m) != len(n.Places) || len(binding) != len(tr.Variables) {
		panic(fmt.Sprintf("coloured: Fire: a marking of %d places and a binding of %d variables, expected %d and %d",
			len(m), len(binding), len(n.Places), len(tr.Variables)))
	}
	if err := n.fire(m, tr, binding); err != nil {
		return fmt.Errorf("transition %s: %w", n.BindingText(t, binding), err)
	}
	return nil
}

func (n *Net) fire(m Marking, tr *Transition, binding []int64) error {
	values := make([]int64, len(n.Variables))
	for i, v := range tr.Variables {
		if c := binding[i]; c < 0 || c >= n.Sorts[n.Variables[v].Sort].Size {
			return fmt.Errorf("variable %s has no colour %d", n.VariableText(v), c)
		}
		values[v] = binding[i]
	}
	if tr.Guard != nil {
		switch ok, err := n.Satisfied(tr.Guard, values); {
		case err != nil:
			return fmt.Errorf("the guard %s: %w", n.GuardText(tr.Guard), err)
		case !ok:
			return fmt.Errorf("the guard %s does not hold", n.GuardText(tr.Guard))
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
	for i, a := range tr.Pre {
		for colour, tokens := range taken[i] {
			if has := m[a.Place][colour]; has < tokens {
				return fmt.Errorf("place %s holds %d, expected at least %d", n.PlaceText(a.Place, colour), has, tokens)
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
				_ = m[b.Place].give(taken[j]) // it held as much before
			}
			return fmt.Errorf("place %s: %w", n.Places[a.Place].Name, err)
		}
	}
	return nil
}

// evaluateArcs returns what the terms of arcs are.
func (n *Net) evaluateArcs(arcs []Arc, values []int64) ([]Multiset, error) {
	list := make([]Multiset, len(arcs))
	for i, a := range arcs {
		held, err := n.Evaluate(a.Term, values)
		if err != nil {
			return nil, fmt.Errorf("the arc at place %s, %s: %w", n.Places[a.Place].Name, n.TermText(a.Term), err)
		}
		list[i] = held
	}
	return list, nil
}

// take removes what m holds at least as much of.
func (m Multiset) take(o Multiset) {
	for colour, tokens := range o {
		if m[colour] -= tokens; m[colour] == 0 {
			delete(m, colour)
		}
	}
}

var errTooMany = errors.New("more than 2^63−1 of one colour")

// give adds o. After an error m is as it was.
func (m Multiset) give(o Multiset) error {
	for colour, tokens := range o {
		if m[colour] > math.MaxInt64-tokens {
			return errTooMany
		}
	}
	for colour, tokens := range o {
		m[colour] += tokens
	}
	return nil
}
