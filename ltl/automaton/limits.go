package automaton

import "fmt"

// Limits of the translation.

// Limits bound the work of Of. The zero value stands for DefaultLimits.
type Limits struct {
	States int // of the automaton before it is made smaller
	Arcs   int // all cubes of its guards counted
	Props  int // at most MostProps
}

// DefaultLimits are far above the needs of formulas that people write: a second or two, some megabytes.
var DefaultLimits = Limits{States: 4096, Arcs: 32768, Props: MostProps}

// orDefault returns the limits with defaults for those that are 0.
func (l Limits) orDefault() Limits {
	if l.States == 0 {
		l.States = DefaultLimits.States
	}
	if l.Arcs == 0 {
		l.Arcs = DefaultLimits.Arcs
	}
	if l.Props == 0 {
		l.Props = DefaultLimits.Props
	}
	return l
}

// A LimitError names the limit that an automaton would pass.
type LimitError struct {
	What string // states, arcs, propositions or marks
	Most int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the automaton of the formula has more than %d %s", e.Most, e.What)
}
