package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/malformed"
)

// motorEvents is the name of the motor control with events.
const motorEvents = "motor:events"

const circuitHelp = `A MODEL that ends in .aag or .aig is a sequential circuit in the AIGER format; ` + motorEvents + `, a motor
control that reacts to events, with goals g0 to g286, is another one. The engines for circuits are bmc,
which is meant if none is named, bdd and gmc, and for few inputs those that look at single states. FORMULA
speaks of signals by their names, or i0, l0, o0 and b0 where a file has none or two of the same: EF o0 asks whether the first
output can be true. Without FORMULA it is that no bad state (or output, in a file without these) is ever
true. EF and EG ask for some run from some initial state, AG and AF speak of all of them. A run meets the constraints in each
step; --deadlock has no meaning, since runs that cannot go on do not count for EG and AF. Single states are looked at
of circuits with up to 16 inputs, for formulas whose signals depend on latches only.`

// isCircuit tells whether a model of that name is a circuit.
func isCircuit(name string) bool {
	return name == motorEvents || endsIn(name, ".aag") || endsIn(name, ".aig")
}

// loadCircuit reads the circuit of the given name.
func loadCircuit(ctx context.Context, name string) (*circuit.Circuit, error) {
	if name == motorEvents {
		return circuit.Motor(), nil
	}
	c, err := circuit.ReadFile(ctx, name)
	var wrong *malformed.Error
	if err != nil && !errors.As(err, &wrong) {
		return nil, fileError("read", err)
	}
	return c, err
}

// safety returns the formula that no goal of c is ever true.
func safety(c *circuit.Circuit) (string, error) {
	pool, list := syntax.NewPool(), c.Signals()
	var goals []*syntax.Formula
	for _, g := range c.Goals() {
		place := syntax.Ref{Index: slices.Index(list, g), Name: g.Name}
		f, err := pool.Compare(syntax.Tokens(place), syntax.GreaterEqual, syntax.Constant(1))
		if err != nil {
			return "", err
		}
		goals = append(goals, f)
	}
	if len(goals) == 0 {
		return "", fmt.Errorf("%s has neither bad states nor outputs; expected a formula, as EF l0", c.Name)
	}
	return pool.Make(syntax.AG, pool.Not(pool.Or(goals...))).String(), nil
}

// A circuitReport has the numbers of a circuit.
type circuitReport struct {
	Inputs      int `json:"inputs"`
	Latches     int `json:"latches"`
	Gates       int `json:"gates"`
	Outputs     int `json:"outputs"`
	Bad         int `json:"bad"`
	Constraints int `json:"constraints"`
}

func newCircuitReport(c *circuit.Circuit) *circuitReport {
	return &circuitReport{len(c.Inputs), len(c.Latches), len(c.Gates), len(c.Outputs), len(c.Bad), len(c.Constraints)}
}

func (r *circuitReport) String() string {
	text := quantity.Count(r.Inputs, "input") + ", " + quantity.Times(r.Latches, "latch", "latches") + ", " + quantity.Count(r.Gates, "gate")
	if r.Outputs > 0 {
		text += ", " + quantity.Count(r.Outputs, "output")
	}
	if r.Bad > 0 {
		text += ", " + quantity.Count(r.Bad, "bad state")
	}
	if r.Constraints > 0 {
		text += ", " + quantity.Count(r.Constraints, "constraint")
	}
	return text
}

// A traceReport is a trace of a circuit as --json prints it. Values are 0 and 1, in the order of the circuit.
type traceReport struct {
	Formula string   `json:"formula,omitempty"`
	Latches string   `json:"latches"` // at first
	Inputs  []string `json:"inputs"`  // of each step, and of the moment after the last one
	Goals   []string `json:"goals"`   // the bad states, or outputs, that are true in that moment
	Loop    *int     `json:"loop"`
}

func newTraceReport(c *circuit.Circuit, a *explicitAnswer) *traceReport {
	r := &traceReport{Formula: a.showsText(nil), Latches: binary(a.trace.Latches), Goals: trueAtEnd(c, a.trace)}
	for _, x := range a.trace.Inputs {
		r.Inputs = append(r.Inputs, binary(x))
	}
	if a.trace.Loop != circuit.NoLoop {
		r.Loop = new(a.trace.Loop)
	}
	return r
}

// trueAtEnd lists the goals of c that are true in the last moment of t.
func trueAtEnd(c *circuit.Circuit, t *circuit.Trace) []string {
	latches := t.Latches
	var values []bool
	for i, inputs := range t.Inputs {
		if i > 0 {
			latches = c.Next(nil, values)
		}
		values = c.Values(nil, latches, inputs)
	}
	list := []string{}
	for _, g := range c.Goals() {
		if g.Lit.In(values) {
			list = append(list, g.Name)
		}
	}
	return list
}

// binary writes values as digits.
func binary(values []bool) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte(map[bool]byte{true: '1', false: '0'}[v])
	}
	return b.String()
}

// writeRun writes the trace of an answer moment by moment: the inputs that are true, and the latches, at first those that are true and then those that change.
func (q *request) writeRun(x *witnessText, a *explicitAnswer) {
	c, t := q.circuit, a.trace
	n := t.Steps()
	x.line("%s: %s", a.heading(nil), pathExtent(n, t.Loop))
	digits := len(quantity.Int(n))
	latches, before := slices.Clone(t.Latches), make([]bool, len(t.Latches))
	for i, inputs := range t.Inputs {
		var changes, given []string
		for k, v := range latches {
			if v != before[k] {
				changes = append(changes, c.Latches[k].Name+map[bool]string{true: "=1", false: "=0"}[v])
			}
		}
		for k, v := range inputs {
			if v {
				given = append(given, c.Inputs[k])
			}
		}
		if from, left := mostSteps/2, n-mostSteps; i > from && i <= from+left {
			if i == from+1 {
				x.short = true
				x.line("  … %s …", quantity.Count(left, "further step"))
			}
		} else {
			x.line("  %*d  latches %s", digits, i, orDash(printable.Cut(strings.Join(changes, " "), x.width-20)))
			x.line("  %*s  inputs  %s", digits, "", orDash(printable.Cut(strings.Join(given, " "), x.width-20)))
		}
		copy(before, latches)
		latches = c.Next(latches, c.Values(nil, before, inputs))
	}
	switch goals := trueAtEnd(c, t); {
	case t.Loop != circuit.NoLoop:
		x.line("  the latches are those of %d again", t.Loop)
	case len(goals) > 0 && len(c.Goals()) > 1:
		x.line("  true at the end: %s", printable.Cut(strings.Join(goals, " "), x.width))
	}
}

// orDash writes a dash for nothing.
func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}
