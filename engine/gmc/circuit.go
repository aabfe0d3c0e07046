package gmc

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/circuit"

	"github.com/dalzilio/rudd"
)

// A Circuit is a sequential circuit as a model. Its states are the values of latches, its events those of inputs. Of both it has only those that a goal or a
// constraint depends on, so each goal has a model of its own. Each state needs inputs that meet the constraints.
type Circuit struct {
	c *circuit.Circuit
}

// NewCircuit returns the model of a circuit. The error is that of c.Check.
func NewCircuit(c *circuit.Circuit) (*Circuit, error) {
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("circuit %s: %w", c.Name, err)
	}
	return &Circuit{c}, nil
}

// Goal returns the states for which there are inputs with which f holds. The error says that f has path operators.
func (x *Circuit) Goal(f *syntax.Formula) (*Goal, error) {
	if f.Temporal() {
		return nil, fmt.Errorf("a state does not decide %v", f)
	}
	return &Goal{formula: f}, nil
}

// Search is Model.Search. Result.Stopped tells if the diagrams of the circuit became too large or took too long.
func (x *Circuit) Search(ctx context.Context, g *Goal, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m, stopped, err := x.model(ctx, g, o.Nodes)
	if err != nil || stopped != nil {
		return &Result{Stopped: stopped}, err
	}
	return m.Search(ctx, g, o)
}

// Lasso is Model.Lasso. It stops like Search.
func (x *Circuit) Lasso(ctx context.Context, g *Goal, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m, stopped, err := x.model(ctx, g, o.Nodes)
	if err != nil || stopped != nil {
		return &Result{Stopped: stopped}, err
	}
	return m.Lasso(ctx, g, o)
}

// Fixpoint is Model.Fixpoint. States are those of the latches that the goal depends on.
func (x *Circuit) Fixpoint(ctx context.Context, g *Goal, most int) (*Reach, error) {
	m, stopped, err := x.model(ctx, g, most)
	if err != nil || stopped != nil {
		return &Reach{Stopped: stopped}, err
	}
	return m.Fixpoint(ctx, g, most)
}

// model returns the model for a goal and makes it before its first use. If that was stopped, the next use begins anew.
func (x *Circuit) model(ctx context.Context, g *Goal, most int) (m *Model, stopped, err error) {
	if g.model != nil {
		return g.model, nil, nil
	}
	s := &sequential{cone: newCone(x.c, g.formula)}
	if err := s.arrange(); err != nil {
		return nil, nil, err
	}
	s.d.begin(ctx, most)
	err = s.relate(g)
	if s.d.stopped != nil || err != nil {
		return nil, s.d.stopped, err
	}
	s.d.keep()
	s.d.end()
	g.model = s.Model
	return g.model, nil, s.d.err()
}

// A sequential is the model of a circuit for one goal.
type sequential struct {
	*Model
	*cone
	latches, inputs []int // by bit of the state, and of the event
	leaf            []int // by variable of the circuit: the variable of the diagrams, of leaves
	signals         map[int]rudd.Node
	functions       []rudd.Node // by bit: its next value
	constraint      rudd.Node
}

// arrange gives variables to the leaves, in their order.
func (x *sequential) arrange() error {
	x.latches, x.inputs = x.split()
	x.leaf = make([]int, x.c.Gate(0).Var())
	v := 0
	for _, leaf := range x.leaves {
		x.leaf[leaf.Var()] = v
		if v++; leaf >= x.c.Latch(0) {
			v++
		}
	}
	var event, now, next []int
	for _, i := range x.inputs {
		event = append(event, x.leaf[x.c.Input(i).Var()])
	}
	for _, i := range x.latches {
		v := x.leaf[x.c.Latch(i).Var()]
		now, next = append(now, v), append(next, v+1)
	}
	d, err := newDiagrams(v, max(1<<15, 4*v))
	if err != nil {
		return err
	}
	x.Model, err = newModel(d, event, now, next)
	return err
}

// relate makes the relation and the goal.
func (x *sequential) relate(g *Goal) error {
	d := x.d
	x.signals = map[int]rudd.Node{0: d.False()}
	for _, leaf := range x.leaves {
		x.signals[leaf.Var()] = d.Ithvar(x.leaf[leaf.Var()])
	}
	x.constraint, x.initial = d.True(), d.True()
	for _, s := range x.c.Constraints {
		x.constraint = d.and(x.constraint, x.signal(s.Lit))
	}
	x.parts = []rudd.Node{x.constraint}
	for bit, i := range x.latches {
		latch := &x.c.Latches[i]
		if latch.Reset <= circuit.True {
			x.initial = d.and(x.initial, d.literal(x.now[bit], latch.Reset == circuit.True))
		}
		f := x.signal(latch.Next)
		x.functions = append(x.functions, f)
		x.parts = append(x.parts, d.iff(d.Ithvar(x.next[bit]), f))
	}
	c := compiler{d: d, deadlock: d.False, compare: x.comparison, done: map[*syntax.Formula]rudd.Node{}}
	g.moment = d.and(c.formula(g.formula), x.constraint)
	g.now = d.exists(d.set(x.event), g.moment, d.True())
	x.signals = nil
	var err error
	if d.stopped == nil {
		x.images, err = x.cluster()
	}
	x.replay = x.complete
	g.next = d.replace(g.now, x.prime)
	return err
}

// signal returns the function of a signal. The depth of the recursion is that of the gates.
func (x *sequential) signal(l circuit.Lit) rudd.Node {
	n, ok := x.signals[l.Var()]
	if !ok {
		g := x.c.Gates[l.Var()-x.c.Gate(0).Var()]
		a := x.signal(g.A)
		n = x.d.and(a, x.signal(g.B))
		x.signals[l.Var()] = n
	}
	if l.Negated() {
		return x.d.not(n)
	}
	return n
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

// step returns the states and inputs of n with which a step leads to s.
func (x *sequential) step(n rudd.Node, s State) rudd.Node {
	n = x.d.and(n, x.constraint)
	for bit, f := range x.functions {
		if s[bit] == 0 {
			f = x.d.not(f)
		}
		n = x.d.and(n, f)
	}
	return n
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
			n = x.step(n, p.States[i+1])
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
