package gmc

import (
	"brim/ctl/syntax"
	"brim/engine/circuit"

	"github.com/dalzilio/rudd"
)

// A State has a 0 or a 1 for each bit.
type State []uint8

// A Model is what paths are looked for in: a relation over states, as diagrams. Models are made by NewNet and
// NewCircuit. A Model must not be used by two goroutines at once.
type Model struct {
	d    *diagrams
	bits int // number of bits of a state
	// Variables, by number of the bit: of the event of a step, of the state and of the next one. Each next one is right
	// behind its now.
	event, now, next []int
	initial          rudd.Node
	parts            []rudd.Node // the relation is their conjunction
	// outside has, by event, the states from which it leads to one that cannot be written as bits, and which therefore
	// is left out.
	outside []rudd.Node
	// invariants hold in all reachable states. Walks stay inside them.
	invariants     []rudd.Node
	images         images
	prime, unprime rudd.Replacer // the bits of a state to those of the next one, and back
	// replay completes a path by what is not in its states, and checks it by the rules of the model: all its steps, and
	// that it ends in the goal, or that all its states are there.
	replay func(p *Path, g *Goal, all bool) error
	// isDead reports whether no step leads from a state, and dead returns these states; nil if there are none.
	isDead func(State) bool
	dead   func() rudd.Node
}

// Images computes images of sets under the relation.
type images interface {
	image(n rudd.Node) rudd.Node    // where a step leads to from n
	preImage(n rudd.Node) rudd.Node // from where one leads there
	before(n rudd.Node, s State) State
}

// A Path is a sequence of states from an initial one, all of whose steps exist.
type Path struct {
	States  []State
	Firings []int          // of a net: the numbers of the transitions
	Trace   *circuit.Trace // of a circuit
	// of a lasso: the position of the state that the last one is equal to; otherwise engine.NoLoop
	Loop int
}

// Steps returns the number of steps.
func (p *Path) Steps() int { return len(p.States) - 1 }

// A Goal is a set of states of a model.
type Goal struct {
	now, next rudd.Node // over the bits of a state, and over those of the next one
	// moment is over the bits of a state and of the event: the event of a moment can show that it is in the goal.
	moment  rudd.Node
	formula *syntax.Formula
	// Of a circuit: the model of what the goal depends on, once it is made, and the same goal in a model with all
	// latches.
	model *Model
	whole *Goal
}

// newModel returns a model over variables, without initial state and relation.
func newModel(d *diagrams, event, now, next []int) (*Model, error) {
	m := &Model{d: d, bits: len(now), event: event, now: now, next: next}
	var err error
	if m.prime, err = d.NewReplacer(now, next); err != nil {
		return nil, err
	}
	m.unprime, err = d.NewReplacer(next, now)
	return m, err
}

// variables returns the number of variables.
func (m *Model) variables() int { return m.d.Varnum() }

// finish makes the diagram of a goal over the bits of the next state, and keeps all of them as long as the model.
func (m *Model) finish(g *Goal) error {
	g.next = m.d.replace(g.now, m.prime)
	m.d.keep()
	return m.d.err()
}

// only returns the diagram of one state.
func (m *Model) only(s State) rudd.Node { return m.d.cube(m.now, s) }

// pick returns a state of n, which has one.
func (m *Model) pick(n rudd.Node) State {
	values := make([]uint8, m.variables())
	m.d.pick(n, values)
	return pickBits(values, m.now)
}

// pickBits returns the values of some variables.
func pickBits(values []uint8, variables []int) State {
	s := make(State, len(variables))
	for i, v := range variables {
		s[i] = values[v]
	}
	return s
}
