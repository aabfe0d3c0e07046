package circuit

import (
	"errors"
	"fmt"
)

// A Lit is a signal: twice the number of a variable, plus 1 for its negation.
type Lit uint32

// Variable 0 is constant.
const (
	False Lit = 0
	True  Lit = 1
)

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable.
func (l Lit) Var() int { return int(l >> 1) }

// Negated reports whether l is the negation of its variable.
func (l Lit) Negated() bool { return l&1 == 1 }

// A Gate is true if A and B are.
type Gate struct{ A, B Lit }

// A Latch keeps a bit.
type Latch struct {
	Name  string
	Next  Lit // its value after the step
	Reset Lit // its value at first: False, True, or the latch itself if it may be either
}

// A Signal is a literal with a name.
type Signal struct {
	Name string
	Lit  Lit
}

// A Justice property is about infinite runs: one violates it if each of Lits is true again and again on it, and each
// fairness signal of the circuit, too. Without literals any fair run does.
type Justice struct {
	Name string
	Lits []Lit
}

// A Circuit is a sequential circuit. Its variables are 1, 2, … for the inputs, then the latches, then the gates.
// Invariant, see Check: a gate looks at variables before its own only, all literals are of variables that exist, and
// names are different.
type Circuit struct {
	Name        string
	Inputs      []string // names
	Latches     []Latch
	Gates       []Gate
	Outputs     []Signal
	Bad         []Signal
	Constraints []Signal // hold in each step
	Justice     []Justice
	Fairness    []Signal // see Justice
}

// ErrNoStart says that a circuit has no runs at all: what holds on all of them would mean nothing.
var ErrNoStart = errors.New("no inputs meet the constraints in an initial state")

// Input returns the signal of input i.
func (c *Circuit) Input(i int) Lit { return Lit(2 * (1 + i)) }

// Latch returns the signal of latch i.
func (c *Circuit) Latch(i int) Lit { return Lit(2 * (1 + len(c.Inputs) + i)) }

// Gate returns the signal of gate i.
func (c *Circuit) Gate(i int) Lit { return Lit(2 * (1 + len(c.Inputs) + len(c.Latches) + i)) }

// Variables returns the number of variables, the constant included.
func (c *Circuit) Variables() int { return 1 + len(c.Inputs) + len(c.Latches) + len(c.Gates) }

// Goals returns the bad signals or, where a file of the first AIGER format has neither these nor justice properties,
// the outputs, which mean the same there.
func (c *Circuit) Goals() []Signal {
	if len(c.Bad)+len(c.Justice) > 0 {
		return c.Bad
	}
	return c.Outputs
}

// Signals returns all signals with names, those of Names in the same order: inputs, latches, outputs, bad ones, those
// of fairness and those of each justice property in turn.
func (c *Circuit) Signals() []Signal {
	list := append(c.own(), c.Fairness...)
	for _, signals := range c.JusticeSignals() {
		list = append(list, signals...)
	}
	return list
}

// own returns the signals but for those of infinite runs.
func (c *Circuit) own() []Signal {
	var list []Signal
	for i, name := range c.Inputs {
		list = append(list, Signal{name, c.Input(i)})
	}
	for i := range c.Latches {
		list = append(list, Signal{c.Latches[i].Name, c.Latch(i)})
	}
	return append(append(list, c.Outputs...), c.Bad...)
}

// JusticeSignals returns the signals of each justice property: that of the only literal has the name of the property,
// those of several have a number behind it, as j0.0 and j0.1, and quotes where another signal is called so.
func (c *Circuit) JusticeSignals() [][]Signal {
	if len(c.Justice) == 0 {
		return nil
	}
	taken := map[string]bool{}
	for _, list := range [][]Signal{c.own(), c.Constraints, c.Fairness} {
		for _, s := range list {
			taken[s.Name] = true
		}
	}
	for _, j := range c.Justice {
		taken[j.Name] = true
	}
	all := make([][]Signal, len(c.Justice))
	for i, j := range c.Justice {
		for k, l := range j.Lits {
			name := j.Name
			if len(j.Lits) > 1 {
				for name = fmt.Sprintf("%s.%d", j.Name, k); taken[name]; {
					name += "'"
				}
				taken[name] = true
			}
			all[i] = append(all[i], Signal{name, l})
		}
	}
	return all
}

// Check returns an error that names a violation of the invariant, if there is one.
func (c *Circuit) Check() error {
	exists := func(l Lit, what string, a ...any) error {
		if l.Var() >= c.Variables() {
			return fmt.Errorf("%s is literal %d; the circuit has %d variables", fmt.Sprintf(what, a...), l,
				c.Variables())
		}
		return nil
	}
	for i, x := range c.Latches {
		if err := exists(x.Next, "the next value of latch %s", x.Name); err != nil {
			return err
		}
		if x.Reset > True && x.Reset != c.Latch(i) {
			return fmt.Errorf("latch %s begins as literal %d; expected 0, 1 or its own, %d", x.Name, x.Reset,
				c.Latch(i))
		}
	}
	for i, g := range c.Gates {
		if own := c.Gate(i); g.A >= own || g.B >= own {
			return fmt.Errorf("gate %d looks at literals %d and %d; expected smaller ones", own, g.A, g.B)
		}
	}
	seen := map[string]bool{}
	list := append(append(c.own(), c.Fairness...), c.Constraints...)
	for _, j := range c.Justice {
		list = append(list, Signal{Name: j.Name})
		for _, l := range j.Lits {
			if err := exists(l, "a literal of justice property %s", j.Name); err != nil {
				return err
			}
		}
	}
	for _, s := range list {
		if err := exists(s.Lit, "signal %s", s.Name); err != nil {
			return err
		}
		if seen[s.Name] {
			return fmt.Errorf("two signals are called %s", s.Name)
		}
		seen[s.Name] = true
	}
	return nil
}
