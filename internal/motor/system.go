package motor

import (
	"fmt"
	"slices"
	"strings"
)

// The system: machines, events and transitions, read from its table.

// A Machine is one of the machines.
type Machine struct {
	Name   string
	States []string // the initial one first
}

// A Literal says that a machine is in a state, or is not.
type Literal struct {
	Machine, State int
	Not            bool
}

// holds reports whether the literal is true in a state of the system, which has the number of a state for each machine.
func (l Literal) holds(state []int) bool { return (state[l.Machine] == l.State) != l.Not }

// A Transition is a line of the table.
type Transition struct {
	Machine, Source, Target, Event int
	Guard                          []Literal
}

// A System is the table.
type System struct {
	Machines    []Machine
	Events      []string // in the order in which they first occur
	Transitions []Transition
}

// New returns the motor control.
func New() *System {
	s := &System{}
	for line := range strings.Lines(strings.TrimSpace(machines)) {
		words := strings.Fields(line)
		s.Machines = append(s.Machines, Machine{words[0], words[1:]})
	}
	for line := range strings.Lines(strings.TrimSpace(transitions)) {
		words := strings.Fields(line)
		m := s.machine(words[0])
		t := Transition{Machine: m, Source: s.state(m, words[1]), Target: s.state(m, words[2]),
			Event: slices.Index(s.Events, words[3])}
		if t.Event < 0 {
			t.Event = len(s.Events)
			s.Events = append(s.Events, words[3])
		}
		for _, word := range words[4:] {
			t.Guard = append(t.Guard, s.literal(word))
		}
		s.Transitions = append(s.Transitions, t)
	}
	return s
}

// literal reads machine=state or machine!=state.
func (s *System) literal(word string) Literal {
	name, state, _ := strings.Cut(word, "=")
	name, not := strings.CutSuffix(name, "!")
	m := s.machine(name)
	return Literal{m, s.state(m, state), not}
}

// machine and state find numbers. A name that is not in the table is a mistake of this package.
func (s *System) machine(name string) int {
	i := slices.IndexFunc(s.Machines, func(m Machine) bool { return m.Name == name })
	if i < 0 {
		panic("motor: no machine " + name)
	}
	return i
}

func (s *System) state(machine int, name string) int {
	i := slices.Index(s.Machines[machine].States, name)
	if i < 0 {
		panic(fmt.Sprintf("motor: machine %s has no state %s", s.Machines[machine].Name, name))
	}
	return i
}

// enabled reports whether the machine of t is in its source and the guard holds.
func (s *System) enabled(t int, state []int) bool {
	x := &s.Transitions[t]
	return state[x.Machine] == x.Source && !slices.ContainsFunc(x.Guard,
		func(l Literal) bool { return !l.holds(state) })
}

// Step puts the state after an event into next, which must not be state itself.
func (s *System) Step(next, state []int, event int) {
	copy(next, state)
	moved := make([]bool, len(s.Machines))
	for i, t := range s.Transitions {
		if t.Event == event && !moved[t.Machine] && s.enabled(i, state) {
			next[t.Machine], moved[t.Machine] = t.Target, true
		}
	}
}
