package gmc

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A Circuit is a sequential circuit as a model. Its states are the values of latches, its events those of inputs. Of
// both it has only those that a goal or a constraint depends on, so each goal has a model of its own. Each state needs
// inputs that meet the constraints.
type Circuit struct {
	c          *circuit.Circuit
	mostInGate int
}

// NewCircuit returns the model of a circuit. The error is that of c.Check.
func NewCircuit(c *circuit.Circuit) (*Circuit, error) {
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("circuit %s: %w", c.Name, err)
	}
	return &Circuit{c, mostInGate}, nil
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
	m, stopped, err := x.model(ctx, g, o.Nodes, false)
	if err != nil || stopped != nil {
		return &Result{Stopped: stopped}, err
	}
	return m.Search(ctx, g, o)
}

// Lasso is Model.Lasso. It stops like Search. Its states are those of all latches, since all of them have to come back.
func (x *Circuit) Lasso(ctx context.Context, g *Goal, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if g.whole == nil {
		g.whole = &Goal{formula: g.formula}
	}
	m, stopped, err := x.model(ctx, g.whole, o.Nodes, true)
	if err != nil || stopped != nil {
		return &Result{Stopped: stopped}, err
	}
	return m.Lasso(ctx, g.whole, o)
}

// Fixpoint is Model.Fixpoint. States are those of the latches that the goal depends on.
func (x *Circuit) Fixpoint(ctx context.Context, g *Goal, most int) (*Reach, error) {
	m, stopped, err := x.model(ctx, g, most, false)
	if err != nil || stopped != nil {
		return &Reach{Stopped: stopped}, err
	}
	return m.Fixpoint(ctx, g, most)
}

// model returns the model for a goal, which it makes before its first use, with all latches if whole is set. It first
// tries diagrams over inputs and latches alone. If some gates have too large diagrams, it finds, with variables for all
// gates, which ones to cut, and makes the model with variables for these. If that is stopped, the next use begins anew.
func (x *Circuit) model(ctx context.Context, g *Goal, most int, whole bool) (m *Model, stopped, err error) {
	if g.model != nil {
		return g.model, nil, nil
	}
	cone := newCone(x.c, g.formula, whole)
	var s *sequential
	// Most circuits need no variables for gates. For others it takes one more round to find out for which.
	none, all := func(int) bool { return false }, func(int) bool { return true }
	large := x.mostInGate
	for i, gates := range []func(int) bool{none, all, func(v int) bool { return s.cut[v] }} {
		next := &sequential{cone: cone, mostInGate: large, cut: map[int]bool{}, strict: i == 0}
		if err := next.arrange(gates); err != nil {
			return nil, nil, err
		}
		next.d.begin(ctx, most)
		if err := next.compute(g.formula); err != nil || next.d.stopped != nil {
			return nil, next.d.stopped, err
		}
		if s = next; len(s.cut) == 0 {
			break
		}
		large = min(large, mostInCut)
	}
	err = s.relate(g)
	if s.d.stopped != nil || err != nil {
		return nil, s.d.stopped, err
	}
	s.d.keep()
	s.d.end()
	g.model = s.Model
	return g.model, nil, s.d.err()
}
