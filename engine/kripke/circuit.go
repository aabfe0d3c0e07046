package kripke

import (
	"fmt"
	"strings"

	"brim/engine/circuit"
)

// A Circuit is a sequential circuit as a structure. A state is the values of all latches, a bit each; a transition is a
// vector of inputs that meets the constraints. Label i is that of vector i, in which input k is true where i has bit k,
// and names the inputs that are true. Vectors come in ascending order, also where several lead to the same state.
//
// Constraints hold in every moment of a trace, the last one included. So a state in which no inputs meet them is none:
// it is no initial state, and no transition leads there. In all others some inputs are allowed, so deadlock holds
// nowhere. Yet there are no transitions from a state where all that is allowed leads to states that are none. A trace
// can end there, as anywhere, and none goes on for ever: an engine that looks for such traces has to be asked for
// infinite paths.
type Circuit struct {
	c       *circuit.Circuit
	words   int
	labels  []string
	initial []State
	moving  []bool // by variable: whether it depends on inputs
	vectors int    // of inputs
	usual   int    // a vector that meets the constraints in the first initial state

	signals []circuit.Signal // that formulas name
	inputs  int              // of the last latches: they are the inputs of this moment; see NewMoments

	step, check   logic         // for the next latches and the constraints, and for the constraints alone
	fixed, varied []circuit.Lit // constraints that depend on no inputs, and others
}

// MostInputs is how many inputs a Circuit can have: there are 65,536 vectors in each state.
const MostInputs = 16

const mostFree = 16 // latches that begin with either value; 65,536 initial states

// NewCircuit returns c as a structure. Cost: a label for each vector of inputs. The error says that c breaks its
// invariant, that it has too many inputs or latches that begin with either value (16 are the most of each), or that the
// constraints leave no initial state.
func NewCircuit(c *circuit.Circuit) (*Circuit, error) {
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("circuit %s: %w", c.Name, err)
	}
	free := 0
	for i, l := range c.Latches {
		if l.Reset == c.Latch(i) {
			free++
		}
	}
	switch {
	case len(c.Inputs) > MostInputs:
		return nil, fmt.Errorf("circuit %s has %d inputs; the most is %d where each vector of inputs is looked at",
			c.Name, len(c.Inputs), MostInputs)
	case free > mostFree:
		return nil, fmt.Errorf("circuit %s has %d latches that begin with either value; the most is %d where each "+
			"initial state is looked at", c.Name, free, mostFree)
	}
	x := &Circuit{c: c, signals: c.Signals(), words: max(1, (len(c.Latches)+63)/64), vectors: 1 << len(c.Inputs)}
	x.label()
	x.divide()
	x.begin(free)
	if len(x.initial) == 0 {
		return nil, fmt.Errorf("circuit %s: %w", c.Name, circuit.ErrNoStart)
	}
	x.usual = x.vector(x.initial[0])
	return x, nil
}

// label makes the labels: that of a vector is that of the vector without its highest bit and one name more.
func (x *Circuit) label() {
	x.labels = append(x.labels, "")
	for _, name := range x.c.Inputs {
		for _, l := range x.labels {
			x.labels = append(x.labels, strings.TrimPrefix(l+" "+name, " "))
		}
	}
	x.labels[0] = "-"
}

// divide finds what depends on inputs, and what is computed in each step.
func (x *Circuit) divide() {
	c := x.c
	x.moving = make([]bool, c.Variables())
	for i := range c.Inputs {
		x.moving[c.Input(i).Var()] = true
	}
	for i, g := range c.Gates {
		x.moving[c.Gate(i).Var()] = x.moving[g.A.Var()] || x.moving[g.B.Var()]
	}
	var constraints, next []circuit.Lit
	for _, s := range c.Constraints {
		constraints = append(constraints, s.Lit)
		if x.moving[s.Lit.Var()] {
			x.varied = append(x.varied, s.Lit)
		} else {
			x.fixed = append(x.fixed, s.Lit)
		}
	}
	for i := range c.Latches {
		next = append(next, c.Latches[i].Next)
	}
	x.check, x.step = x.cone(constraints), x.cone(append(next, constraints...))
}

// begin finds the initial states: all values of the free latches, those that may begin with either value, for which
// some input meets the constraints. It evaluates the gates for 64 states at a time, one in each bit of a word.
func (x *Circuit) begin(free int) {
	values := make([]uint64, x.c.Variables())
	for at := 0; at < 1<<free; at += 64 {
		k := 0
		for i, l := range x.c.Latches {
			own := x.c.Latch(i)
			switch l.Reset {
			case own:
				values[own.Var()] = numbers(at, k)
				k++
			default:
				values[own.Var()] = word(values, l.Reset)
			}
		}
		lanes := x.alive(values, below(1<<free-at))
		for lane := range 64 {
			if lanes>>lane&1 == 0 {
				continue
			}
			s := make(State, x.words)
			for i := range x.c.Latches {
				s[i/64] |= word(values, x.c.Latch(i)) >> lane & 1 << (i % 64)
			}
			x.initial = append(x.initial, s)
		}
	}
}

// Name returns the name of the circuit.
func (x *Circuit) Name() string { return x.c.Name }

// Circuit returns the circuit itself.
func (x *Circuit) Circuit() *circuit.Circuit { return x.c }

// Words returns the number of words of a state, one at least.
func (x *Circuit) Words() int { return x.words }

// Initial returns the initial states: one for each value of the latches that begin with either, without those in which
// no inputs meet the constraints.
func (x *Circuit) Initial() []State { return x.initial }

// Labels returns the names of the inputs that are true, by vector; "-" if there are none.
func (x *Circuit) Labels() []string { return x.labels }

// Format writes the names of the latches that are true, or "-" if there are none.
func (x *Circuit) Format(s State) string {
	var names []string
	for i, l := range x.c.Latches {
		if latch(s, i) {
			names = append(names, l.Name)
		}
	}
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, " ")
}

// latch returns the value of latch i.
func latch(s State, i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// Trace returns a path of x as a trace of the circuit. The inputs of its last moment are the first that meet the
// constraints.
func (x *Circuit) Trace(p *Path) *circuit.Trace {
	t := &circuit.Trace{Loop: p.Loop}
	own := len(x.c.Latches) - x.inputs
	for i := range own {
		t.Latches = append(t.Latches, latch(p.States[0], i))
	}
	for i, s := range p.States {
		inputs := make([]bool, len(x.c.Inputs))
		vector := 0
		switch {
		case x.inputs > 0:
		case i < len(p.Labels):
			vector = p.Labels[i]
		default:
			vector = x.vector(s)
		}
		for k := range inputs {
			inputs[k] = vector>>k&1 == 1 || k < x.inputs && latch(s, own+k)
		}
		t.Inputs = append(t.Inputs, inputs)
	}
	return t
}
