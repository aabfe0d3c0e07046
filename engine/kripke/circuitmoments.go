package kripke

import (
	"slices"

	"brim/engine/circuit"
)

// NewMoments returns c as a structure whose states are moments: the values of latches and inputs, so all signals have
// values in states. Label i is that of vector i, the inputs of the next moment. Cost and errors are those of NewCircuit
// for a circuit with a latch more for each input, which begins with either value. Paths become traces of c.
func NewMoments(c *circuit.Circuit) (*Circuit, error) {
	inputs, latches := len(c.Inputs), len(c.Latches)
	// moved is where a signal of c is: the latches of inputs come after the others, and gates after these.
	moved := func(l circuit.Lit) circuit.Lit {
		v := l.Var()
		switch {
		case v > 0 && v <= inputs:
			v += inputs + latches
		case v > inputs+latches:
			v += inputs
		}
		return circuit.Lit(2*v) | l&1
	}
	signals := func(list []circuit.Signal) []circuit.Signal {
		list = slices.Clone(list)
		for i := range list {
			list[i].Lit = moved(list[i].Lit)
		}
		return list
	}
	d := &circuit.Circuit{Name: c.Name, Outputs: signals(c.Outputs), Bad: signals(c.Bad),
		Constraints: signals(c.Constraints)}
	for _, x := range c.Latches {
		d.Latches = append(d.Latches, circuit.Latch{Name: x.Name, Next: moved(x.Next), Reset: moved(x.Reset)})
	}
	taken := map[string]bool{}
	for _, s := range append(c.Signals(), c.Constraints...) {
		taken[s.Name] = true
	}
	for i, name := range c.Inputs {
		next := name + "'"
		for taken[next] {
			next += "'"
		}
		taken[next] = true
		d.Inputs = append(d.Inputs, next)
		d.Latches = append(d.Latches, circuit.Latch{Name: name, Next: c.Input(i), Reset: moved(c.Input(i))})
	}
	for _, g := range c.Gates {
		d.Gates = append(d.Gates, circuit.Gate{A: moved(g.A), B: moved(g.B)})
	}
	x, err := NewCircuit(d)
	if err != nil {
		return nil, err
	}
	x.signals, x.inputs = signals(c.Signals()), inputs
	return x, nil
}
