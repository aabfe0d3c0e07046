package gmc

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/circuit"

	"github.com/dalzilio/rudd"
)

// This file makes the model of a circuit: its variables, its relation, and its goals.

// Where the function of a gate has more than mostInGate nodes, each gate gets a variable of its own if its function, in
// terms of other such variables, has more than mostInCut. Smaller diagrams are worth it only where there are large ones
// anyway.
const (
	mostInGate = 5000
	mostInCut  = 300
)

// A sequential is the model of a circuit for one goal. Where the function of a gate is large, the value of the gate is
// a variable like an input, and a part of the relation says what it is.
type sequential struct {
	*Model
	*cone
	variable    map[int]int  // of the diagrams, by that of the circuit
	mostInGate  int          // beyond it a function is large
	cut         map[int]bool // the gates whose functions are large
	strict      bool         // to fail where a function is large and its gate has no variable
	failed      bool
	sizes       map[int]int // by gate: no less than the nodes of its function, where they are few
	signals     map[int]rudd.Node
	definitions []definition // each after those that it looks at
	functions   []rudd.Node  // by bit: the value after the step
	constraint  rudd.Node
	clusters    *clusters
	reset       rudd.Node
}

// A definition says that a variable, the only one in set, has the value of a function.
type definition struct{ set, n rudd.Node }

// arrange gives variables to the inputs, to the latches and to some gates, in the order of the cone.
func (x *sequential) arrange(gates func(v int) bool) error {
	x.variable = map[int]int{}
	v := 0
	var aux []int
	for _, own := range x.order {
		if _, ok := x.gate(own); ok {
			if !gates(own) {
				continue
			}
			aux = append(aux, v)
		}
		x.variable[own] = v
		v++
		if _, ok := x.latch(own); ok {
			v++
		}
	}
	var event, now, next []int
	for _, i := range x.inputs {
		event = append(event, x.variable[x.c.Input(i).Var()])
	}
	for _, i := range x.latches {
		v := x.variable[x.c.Latch(i).Var()]
		now, next = append(now, v), append(next, v+1)
	}
	d, err := newDiagrams(v)
	if err != nil {
		return err
	}
	x.Model, err = newModel(d, append(event, aux...), now, next)
	return err
}

// compute makes the functions of the latches, of the constraint and of the signals of the goal. It ends early if it
// fails.
func (x *sequential) compute(f *syntax.Formula) error {
	d := x.d
	x.signals = map[int]rudd.Node{0: d.False()}
	x.sizes = map[int]int{}
	x.constraint, x.reset = d.True(), d.True()
	for _, s := range x.c.Constraints {
		x.constraint = d.and(x.constraint, x.signal(s.Lit))
	}
	for bit, i := range x.latches {
		latch := &x.c.Latches[i]
		if latch.Reset <= circuit.True {
			x.reset = d.and(x.reset, d.literal(x.now[bit], latch.Reset == circuit.True))
		}
		x.functions = append(x.functions, x.signal(latch.Next))
	}
	signals := x.c.Signals()
	for g := range f.All() {
		for _, t := range g.Terms {
			x.signal(signals[t.Place.Index].Lit)
		}
	}
	return d.err()
}

// signal returns the function of a signal. The depth of the recursion is that of the gates.
func (x *sequential) signal(l circuit.Lit) rudd.Node {
	n, ok := x.signals[l.Var()]
	if !ok && !x.failed {
		if g, ok := x.gate(l.Var()); ok {
			n = x.and(l.Var(), x.c.Gates[g])
		} else {
			n = x.d.Ithvar(x.variable[l.Var()])
		}
		x.signals[l.Var()] = n
	}
	if x.failed {
		return x.d.False()
	}
	if l.Negated() {
		return x.d.not(n)
	}
	return n
}

// and returns the function of a gate, or its variable if the function is large.
func (x *sequential) and(gate int, g circuit.Gate) rudd.Node {
	a, b := x.signal(g.A), x.signal(g.B)
	n, size := x.d.join(a, b, max(x.sizes[g.A.Var()], x.sizes[g.B.Var()]), x.mostInGate)
	if x.sizes[gate] = size; size <= x.mostInGate {
		return n
	}
	x.cut[gate] = true
	v, ok := x.variable[gate]
	if !ok {
		x.failed = x.strict
		return n
	}
	x.sizes[gate] = 1
	own := x.d.Ithvar(v)
	x.definitions = append(x.definitions, definition{x.d.set([]int{v}), x.d.iff(own, n)})
	return own
}

// relate makes the relation as a list of parts (the constraint, the definitions of gates with own variables, and the
// next function of each latch), and the diagrams of the goal. The error says that no initial state meets the
// constraint.
func (x *sequential) relate(g *Goal) (err error) {
	d := x.d
	x.parts = []rudd.Node{x.constraint}
	for _, def := range x.definitions {
		x.parts = append(x.parts, def.n)
	}
	for bit, f := range x.functions {
		x.parts = append(x.parts, d.iff(d.Ithvar(x.next[bit]), f))
	}
	x.initial, x.replay = x.reset, x.complete
	start := d.and(x.reset, x.constraint)
	for _, def := range slices.Backward(x.definitions) {
		start = d.exists(def.set, start, def.n)
	}
	if d.isFalse(start) && d.stopped == nil {
		return fmt.Errorf("circuit %s: %w", x.c.Name, circuit.ErrNoStart)
	}
	c := compiler{d: d, deadlock: d.False, compare: x.comparison, done: map[*syntax.Formula]rudd.Node{}}
	g.moment = d.and(c.formula(g.formula), x.constraint)
	for _, def := range slices.Backward(x.definitions) {
		g.moment = d.exists(def.set, g.moment, def.n)
	}
	g.now = d.exists(d.set(x.event), g.moment, d.True())
	g.next = d.replace(g.now, x.prime)
	if d.stopped == nil {
		x.clusters, err = x.cluster()
		x.images = x.clusters
	}
	return err
}

// comparison compares a sum of signals.
func (x *sequential) comparison(f *syntax.Formula) rudd.Node {
	signals := x.c.Signals()
	var terms []term
	for _, t := range f.Terms {
		terms = append(terms, term{x.signal(signals[t.Place.Index].Lit), total{}.plus(t.Weight)})
	}
	return compare(x.d, terms, f.Rel, f.Const)
}

// complete adds the inputs of a path, and checks it by the circuit and not by diagrams.
func (x *sequential) complete(p *Path, g *Goal, all bool) error {
	t := &circuit.Trace{Latches: make([]bool, len(x.c.Latches)), Loop: p.Loop}
	for i, l := range x.c.Latches {
		t.Latches[i] = l.Reset == circuit.True
	}
	for bit, i := range x.latches {
		t.Latches[i] = p.States[0][bit] == 1
	}
	for i, s := range p.States {
		n := x.only(s)
		if all || i == p.Steps() {
			n = x.d.and(n, g.moment)
		}
		if i < p.Steps() {
			n = x.clusters.step(n, p.States[i+1])
		}
		if x.d.stopped != nil {
			return nil
		}
		if x.d.isFalse(n) {
			return fmt.Errorf("gmc: no inputs lead on from state %d of a path of %d steps", i, p.Steps())
		}
		values := make([]uint8, x.variables())
		x.d.pick(n, values)
		inputs := make([]bool, len(x.c.Inputs))
		for bit, k := range x.inputs {
			inputs[k] = values[x.event[bit]] == 1
		}
		t.Inputs = append(t.Inputs, inputs)
	}
	p.Trace = t
	if err := t.Check(x.c, g.formula); err != nil {
		return fmt.Errorf("gmc: %w", err)
	}
	return nil
}
