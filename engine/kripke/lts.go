package kripke

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"brim/ctl/syntax"
)

// An LTS is a graph with labelled edges that is listed. A state is one word, its number.
type LTS struct {
	name    string
	initial State
	labels  []string
	first   []uint32 // by state, and one more: where its transitions begin
	label   []int32  // by transition
	to      []uint32 // by transition

	variables []string
	values    []int64 // by state and variable
}

// An Edge is a transition of an LTS.
type Edge struct {
	From, To int // states
	Label    int // a number of a label
}

// NewLTS returns the graph with the given number of states and edges; those of a state keep their order. The error
// names a state or a label that does not exist.
func NewLTS(name string, states, initial int, labels []string, edges []Edge) (*LTS, error) {
	if states < 1 || states > maxStates {
		return nil, fmt.Errorf("%d states; expected 1 to %d", states, maxStates)
	}
	if initial < 0 || initial >= states {
		return nil, fmt.Errorf("no initial state %d: there are %d states", initial, states)
	}
	l := &LTS{
		name: name, initial: State{uint64(initial)}, labels: labels,
		first: make([]uint32, states+1), label: make([]int32, len(edges)), to: make([]uint32, len(edges)),
	}
	if len(edges) >= maxStates {
		return nil, errors.New("too many transitions")
	}
	for i, e := range edges {
		switch {
		case e.From < 0 || e.From >= states:
			return nil, fmt.Errorf("transition %d comes from state %d, which is not there: there are %d states", i,
				e.From, states)
		case e.To < 0 || e.To >= states:
			return nil, fmt.Errorf("transition %d leads to state %d, which is not there: there are %d states", i, e.To,
				states)
		case e.Label < 0 || e.Label >= len(labels):
			return nil, fmt.Errorf("transition %d has label %d, which is not there: there are %d labels", i, e.Label,
				len(labels))
		}
		l.first[e.From+1]++
	}
	for s := range states {
		l.first[s+1] += l.first[s]
	}
	next := make([]uint32, states)
	copy(next, l.first)
	for _, e := range edges {
		at := next[e.From]
		next[e.From]++
		l.label[at], l.to[at] = int32(e.Label), uint32(e.To)
	}
	return l, nil
}

// Name returns the name of the graph.
func (l *LTS) Name() string { return l.name }

// Words returns 1.
func (l *LTS) Words() int { return 1 }

// Initial returns the initial state.
func (l *LTS) Initial() []State { return []State{l.initial} }

// States returns the number of states, reachable or not.
func (l *LTS) States() int { return len(l.first) - 1 }

// Transitions returns the number of transitions.
func (l *LTS) Transitions() int { return len(l.to) }

// Labels returns the labels.
func (l *LTS) Labels() []string { return l.labels }

// WithValues returns the graph with named variables, whose values in state s are values[s]: what formulas may compare.
// The error says that there are not as many values as states or variables, or which name is missing or there twice.
func (l *LTS) WithValues(variables []string, values [][]int64) (*LTS, error) {
	if len(values) != l.States() {
		return nil, fmt.Errorf("values of %d states; expected those of %d", len(values), l.States())
	}
	for i, name := range variables {
		if name == "" || slices.Contains(variables[:i], name) {
			return nil, fmt.Errorf("variable %d has the name %q; expected one that no other variable has", i+1, name)
		}
	}
	x := *l
	x.variables, x.values = slices.Clone(variables), nil
	for s, list := range values {
		if len(list) != len(variables) {
			return nil, fmt.Errorf("%d values in state %d; expected %d, one for each variable", len(list), s,
				len(variables))
		}
		x.values = append(x.values, list...)
	}
	return &x, nil
}

// Values returns the values of the variables in a state. Nobody changes them.
func (l *LTS) Values(s State) []int64 {
	n := len(l.variables)
	return l.values[int(s[0])*n : int(s[0]+1)*n : int(s[0]+1)*n]
}

// Format writes the number of the state, and the values of its variables.
func (l *LTS) Format(s State) string {
	text := strconv.FormatUint(s[0], 10)
	for i, v := range l.Values(s) {
		text += fmt.Sprintf(" %s=%d", syntax.NameText(l.variables[i]), v)
	}
	return text
}

// Successors lists the transitions of s.
func (l *LTS) Successors(s State, out *Successors) error {
	out.Reset(1)
	for i := l.first[s[0]]; i < l.first[s[0]+1]; i++ {
		out.Add(int(l.label[i]), s)[0] = uint64(l.to[i])
	}
	return nil
}

// Names returns the names that formulas over the graph may use: labels, as transitions, and variables, as places.
func (l *LTS) Names() syntax.Names {
	if l.variables == nil {
		return syntax.NewLists(nil, l.labels, nil)
	}
	return syntax.NewVariables(l.variables, l.labels, nil)
}

// Predicate returns a function that reports whether f holds in a state. The error names a comparison if there are no
// variables.
func (l *LTS) Predicate(f *syntax.Formula) (Predicate, error) {
	return NewPredicate(f, func(f *syntax.Formula) (Predicate, error) {
		switch f.Op {
		case syntax.Deadlock:
			return func(s State) bool { return l.first[s[0]] == l.first[s[0]+1] }, nil
		case syntax.Enabled:
			return l.someEnabled(f.Transitions), nil
		case syntax.Compare:
			if l.variables != nil || len(f.Terms) == 0 {
				return func(s State) bool { return Compares(f, func(i int) int64 { return l.Values(s)[i] }) }, nil
			}
		}
		return nil, fmt.Errorf("%v: %s has no places", f, l.name)
	})
}

func (l *LTS) someEnabled(list []syntax.Ref) Predicate {
	asked := make([]bool, len(l.labels))
	for _, t := range list {
		asked[t.Index] = true
	}
	return func(s State) bool {
		for i := l.first[s[0]]; i < l.first[s[0]+1]; i++ {
			if asked[l.label[i]] {
				return true
			}
		}
		return false
	}
}
