package gmc

import (
	"math/bits"

	"github.com/dalzilio/rudd"
)

// A State has a 0 or a 1 for each bit.
type State []uint8

// A Model is what paths are looked for in: a relation over states with named events, as diagrams and as a function. Models are made by NewNet and
// NewMotor. A Model must not be used by two goroutines at once.
type Model struct {
	d       *diagrams
	events  []string // their names
	code    int      // number of bits of an event
	bits    int      // number of bits of a state
	first   State    // the initial state
	parts   []rudd.Node
	initial rudd.Node
	// outside has, by event, the states from which it leads to one that cannot be written as bits, and which therefore is left out.
	outside []rudd.Node
	// invariants hold in all reachable states. Walks stay inside them.
	invariants     []rudd.Node
	images         *images
	prime, unprime rudd.Replacer // the bits of a state to those of the next one, and back
	// step puts the state after an event into next, and tells whether there is one.
	step func(next, s State, event int) bool
}

// A Goal is a set of states of a model.
type Goal struct {
	now, next rudd.Node // over the bits of a state, and over those of the next one
	holds     func(State) bool
}

// newModel returns a model without initial state and relation.
func newModel(events []string, size int) (*Model, error) {
	m := &Model{events: events, code: bits.Len(uint(max(len(events), 1) - 1)), bits: size}
	var err error
	if m.d, err = newDiagrams(m.variables()); err != nil {
		return nil, err
	}
	now, next := make([]int, size), make([]int, size)
	for i := range size {
		now[i], next[i] = m.now(i), m.next(i)
	}
	if m.prime, err = m.d.NewReplacer(now, next); err != nil {
		return nil, err
	}
	m.unprime, err = m.d.NewReplacer(next, now)
	return m, err
}

// The variables are the bits of the event and then, for each bit of a state, the one now and the one in the next state.
func (m *Model) variables() int   { return m.code + 2*m.bits }
func (m *Model) now(bit int) int  { return m.code + 2*bit }
func (m *Model) next(bit int) int { return m.code + 2*bit + 1 }

// Bits returns the number of bits of a state.
func (m *Model) Bits() int { return m.bits }

// Events returns the names of the events by their numbers.
func (m *Model) Events() []string { return m.events }

// event returns the function that is true for an event.
func (m *Model) event(e int) rudd.Node {
	n := m.d.True()
	for i := m.code - 1; i >= 0; i-- {
		n = m.d.and(m.d.literal(i, e>>i&1 == 1), n)
	}
	return n
}

// isEvent returns the function that is true for all numbers of events.
func (m *Model) isEvent() rudd.Node {
	n := m.d.False()
	for e := range m.events {
		n = m.d.or(n, m.event(e))
	}
	return n
}

// finish makes the diagram of a goal over the bits of the next state, and keeps both as long as the model.
func (m *Model) finish(g *Goal) {
	g.next = m.d.hold(m.d.Replace(g.now, m.prime))
	m.d.keep()
}

// related ends the making of the relation.
func (m *Model) related() (err error) {
	m.images, err = newImages(m)
	m.d.keep()
	if failed := m.d.err(); failed != nil {
		return failed
	}
	return err
}

// begin sets the initial state.
func (m *Model) begin(s State) {
	m.first, m.initial = s, m.only(s)
}

// only returns the diagram of one state.
func (m *Model) only(s State) rudd.Node {
	n := m.d.True()
	for i := m.bits - 1; i >= 0; i-- {
		n = m.d.and(m.d.literal(m.now(i), s[i] == 1), n)
	}
	return n
}
