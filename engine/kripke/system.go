package kripke

import (
	"math/bits"

	"brim/ctl/syntax"
)

// Systems of variables and events as structures.

// A Description says what a System is made of.
type Description struct {
	Name      string
	Variables []Variable
	Derived   []Derived // numbers that formulas may name after the variables
	Events    []Event
	Format    func(values []int64) string // writes the values of a state for people
}

// A Variable has values from 0 on.
type Variable struct {
	Name   string
	Starts []int64 // the values that it may start with; a System starts with the first ones
	Most   int64   // its largest value; negative if that is not known
}

// An Event goes through its stages as one step: it chooses one of the products of each. Later stages see what earlier
// ones changed.
type Event struct {
	Name   string
	Stages [][]Product
	// Leads, if it is not nil, is asked where the event leads from some values, in place of stages.
	Leads func(values []int64, visit func(to []int64)) error
}

// A Product does something to several variables, of which each has one step, if all steps are possible.
type Product []Step

// A Step is what a product asks of a variable and does to it: in place of a value v between Least and Most there is
// v+Delta; or, if Map is not nil, what that returns for v; or, if Pairs is not nil, one of the second elements of the
// pairs that begin with v. Without a Map and Pairs, Least+Delta ≥ 0.
type Step struct {
	Variable           int // counted from 0
	Least, Most, Delta int64
	Map                func(v int) (to int, ok bool)
	Pairs              [][2]int // ascending
}

// changes reports whether a step may change its variable.
func (s *Step) changes() bool {
	if s.Pairs == nil {
		return s.Map != nil || s.Delta != 0
	}
	for _, pair := range s.Pairs {
		if pair[0] != pair[1] {
			return true
		}
	}
	return false
}

// A System is a system of variables and events as a structure. A state has as many bits for a variable as its largest
// value needs; label i is event i. A variable that no event changes takes no bits. An event that leads to a value for
// which a state has no room is an error.
//
// The same target of an event counts once, however many ways lead there.
type System struct {
	layout
	name      string
	variables []string
	labels    []string
	format    func(values []int64) string
	initial   State
	events    []happening // those that can happen at all, by index
	stages    int         // the most of an event
}

// NewSystem returns a system with so many bits, 1 to 32, for a variable without a known bound, and more if a value that
// it starts with needs them. Cost: the steps, and a table of the values in pairs.
func NewSystem(d *Description, unknown int) *System {
	x := &System{name: d.Name, format: d.Format,
		layout: layout{fields: make([]field, len(d.Variables)), derived: d.Derived}}
	x.layOut(d, unknown)
	x.initial = make(State, x.words)
	for i, v := range d.Variables {
		x.variables = append(x.variables, v.Name)
		if f := x.fields[i]; f.bits > 0 {
			f.set(x.initial, v.Starts[0])
		}
	}
	for i := range d.Events {
		x.labels = append(x.labels, d.Events[i].Name)
		if h, possible := x.compile(&d.Events[i], i); possible {
			x.events = append(x.events, h)
			x.stages = max(x.stages, len(h.stages))
		}
	}
	return x
}

// layOut gives each variable its field.
func (x *System) layOut(d *Description, unknown int) {
	changed := make([]bool, len(x.fields))
	for _, e := range d.Events {
		for i := range changed {
			changed[i] = changed[i] || e.Leads != nil
		}
		for _, stage := range e.Stages {
			for _, p := range stage {
				for i := range p {
					changed[p[i].Variable] = changed[p[i].Variable] || p[i].changes()
				}
			}
		}
	}
	for i, v := range d.Variables {
		f := &x.fields[i]
		same, most := true, int64(1)
		for _, n := range v.Starts {
			same, most = same && n == v.Starts[0], max(most, n)
		}
		f.fixed, f.bound = v.Starts[0], v.Starts[0]
		if same && !changed[i] {
			continue
		}
		if v.Most < 0 {
			most = max(most, 1<<unknown-1)
		}
		f.bits = uint8(bits.Len64(uint64(max(most, v.Most))))
		f.bound = f.most()
	}
	x.place()
}

// From returns the same system with another state to start in.
func (x *System) From(s State) *System {
	y := *x
	y.initial = s
	return &y
}

// Pack returns the state with these values of the variables; ok is false if there is no room for one.
func (x *System) Pack(values []int64) (s State, ok bool) {
	s = make(State, x.words)
	for i, f := range x.fields {
		if v := values[i]; v > f.most() || f.bits == 0 && v != f.fixed {
			return nil, false
		}
		if f.bits > 0 {
			f.set(s, values[i])
		}
	}
	return s, true
}

// Name returns the name of the system.
func (x *System) Name() string { return x.name }

// Initial returns the one state in which it starts.
func (x *System) Initial() []State { return []State{x.initial} }

// Labels returns the names of the events.
func (x *System) Labels() []string { return x.labels }

// Format writes a state as the description says.
func (x *System) Format(s State) string {
	values := make([]int64, len(x.fields))
	x.Marking(values, s)
	return x.format(values)
}

// Predicate returns a function that reports whether f holds in a state. Events that lead to values for which there is
// no room are enabled.
func (x *System) Predicate(f *syntax.Formula) (Predicate, error) {
	var out Successors
	return NewPredicate(f, func(f *syntax.Formula) (Predicate, error) {
		switch f.Op {
		case syntax.Deadlock:
			return func(s State) bool { return !x.some(x.events, s, &out) }, nil
		case syntax.Enabled:
			asked := map[int]bool{}
			for _, t := range f.Transitions {
				asked[t.Index] = true
			}
			var events []happening
			for _, h := range x.events {
				if asked[h.label] {
					events = append(events, h)
				}
			}
			return func(s State) bool { return x.some(events, s, &out) }, nil
		}
		return x.comparison(f), nil
	})
}

// some reports whether one of some events is enabled in s.
func (x *System) some(events []happening, s State, out *Successors) bool {
	for i := range events {
		if h := &events[i]; h.simple != nil {
			if h.simple.enabled(s) {
				return true
			}
			continue
		}
		out.Reset(x.words)
		if err := x.happen(&events[i], s, out); err != nil || out.Len() > 0 {
			return true
		}
	}
	return false
}

// overflow is the error for an event that leads from s to a value of a variable for which there is no room.
func (x *System) overflow(s State, label, variable int) error {
	return &OverflowError{
		System: true, Net: x.name, Transition: x.labels[label], Place: x.variables[variable], State: x.Format(s),
		Most: x.fields[variable].most(),
	}
}

var _ Numbers = (*System)(nil)

// Numbers is a structure whose states have a number for each place of a net or variable of a system: a *Net or a
// *System.
type Numbers interface {
	Structure
	// Size returns the number of places or variables.
	Size() int
	// Marking sets dst, which has an element for each of them, to the numbers in a state.
	Marking(dst []int64, s State)
	// Sum returns a function that is the value of a sum in a state, and false if it may not fit into 64 bits.
	Sum(sum *syntax.Sum) (func(State) int64, bool)
	// NewPeaks returns those of no state.
	NewPeaks() *Peaks
	// NewTotal returns the function of the sum of all numbers.
	NewTotal() *Total
}
