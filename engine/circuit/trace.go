package circuit

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// This file simulates a circuit and replays traces.

// Values computes all variables from the values of latches and inputs, and appends them to values[:0].
func (c *Circuit) Values(values, latches, inputs []bool) []bool {
	values = append(append(append(values[:0], false), inputs...), latches...)
	for _, g := range c.Gates {
		values = append(values, g.A.In(values) && g.B.In(values))
	}
	return values
}

// In returns the value of l where those of the variables are given.
func (l Lit) In(values []bool) bool { return values[l.Var()] != l.Negated() }

// Next appends the latches after a step to latches[:0], where values are those of Values.
func (c *Circuit) Next(latches, values []bool) []bool {
	latches = latches[:0]
	for i := range c.Latches {
		latches = append(latches, c.Latches[i].Next.In(values))
	}
	return latches
}

// NoLoop is the Loop of a trace that is no lasso.
const NoLoop = engine.NoLoop

// A Trace is a run: the latches at first, and the inputs of each step and of the moment after the last one, so one more
// than it has steps.
type Trace struct {
	Latches []bool
	Inputs  [][]bool
	Loop    int // the position of the state that is equal to the last one, or NoLoop
}

// Steps returns the number of steps.
func (t *Trace) Steps() int { return len(t.Inputs) - 1 }

// Names returns the names of formulas over c: a signal is a place that has one token where it is true.
func (c *Circuit) Names() syntax.Names {
	var places []string
	for _, s := range c.Signals() {
		places = append(places, s.Name)
	}
	return syntax.NewLists(places, nil, nil)
}

// Holds reports whether f, which has no path operators, holds where the variables have the values. What the constraints
// leave out is not its concern, and deadlock holds nowhere.
func (c *Circuit) Holds(f *syntax.Formula, values []bool) bool {
	return holds(f, c.Signals(), values)
}

// always is a net with one transition, which is always enabled.
var always = &petri.Net{Transitions: []petri.Transition{{}}}

func holds(f *syntax.Formula, signals []Signal, values []bool) bool {
	return engine.Eval(always, f, marking(signals, values))
}

// marking returns the signals as tokens.
func marking(signals []Signal, values []bool) petri.Marking {
	m := make(petri.Marking, len(signals))
	for i, s := range signals {
		if s.Lit.In(values) {
			m[i] = 1
		}
	}
	return m
}

// Check replays t. It fails if t begins in no initial state, breaks a constraint, does not end where goal holds or, for
// a lasso, does not lead back or leaves the goal.
func (t *Trace) Check(c *Circuit, goal *syntax.Formula) error {
	signals := c.Signals()
	return t.replay(c, func(i int, values []bool) error {
		if (i == t.Steps() || t.Loop >= 0) && !holds(goal, signals, values) {
			return fmt.Errorf("%v does not hold after step %d", goal, i)
		}
		return nil
	})
}

// CheckLTL replays t, and evaluates its word. It fails where Check does, if t is no lasso, or if the run of the lasso
// does not satisfy the path formula. The inputs behind the last step belong to no position of that run.
func (t *Trace) CheckLTL(c *Circuit, path *syntax.Formula) error {
	signals := c.Signals()
	var run []petri.Marking
	err := t.replay(c, func(_ int, values []bool) error {
		run = append(run, marking(signals, values))
		return nil
	})
	switch {
	case err != nil:
		return err
	case t.Loop < 0:
		return fmt.Errorf("a run of %d steps that does not lead back", t.Steps())
	case !engine.Satisfies(path, t.Steps(), t.Loop,
		func(i int, f *syntax.Formula) bool { return engine.Eval(always, f, run[i]) }):
		return fmt.Errorf("the run does not satisfy %v", path)
	}
	return nil
}

// replay simulates c with the inputs of t and calls visit with the values of all variables after each step. The error
// says where t does not fit c: a wrong reset, a broken constraint, or a loop that does not close; or it is that of
// visit.
func (t *Trace) replay(c *Circuit, visit func(i int, values []bool) error) error {
	if len(t.Inputs) == 0 || len(t.Latches) != len(c.Latches) {
		return fmt.Errorf("a trace of %s needs values of %d latches, and of inputs", c.Name, len(c.Latches))
	}
	for i, x := range c.Latches {
		if x.Reset <= True && t.Latches[i] != (x.Reset == True) {
			return fmt.Errorf("latch %s begins with %v", x.Name, t.Latches[i])
		}
	}
	latches := slices.Clone(t.Latches)
	var values, knot []bool
	for i, inputs := range t.Inputs {
		if len(inputs) != len(c.Inputs) {
			return fmt.Errorf("step %d has %d inputs, not %d", i, len(inputs), len(c.Inputs))
		}
		if i == t.Loop {
			knot = slices.Clone(latches)
		}
		values = c.Values(values, latches, inputs)
		for _, x := range c.Constraints {
			if !x.Lit.In(values) {
				return fmt.Errorf("step %d breaks the constraint %s", i, x.Name)
			}
		}
		if err := visit(i, values); err != nil {
			return err
		}
		if i < t.Steps() {
			latches = c.Next(latches, values)
		}
	}
	if t.Loop >= 0 && (t.Loop >= t.Steps() || !slices.Equal(knot, latches)) {
		return fmt.Errorf("the last step does not lead back to the state after %d steps", t.Loop)
	}
	return nil
}
