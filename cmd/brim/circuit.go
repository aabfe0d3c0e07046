package main

import (
	"slices"
	"strings"

	"brim/check"
	"brim/internal/printable"
	"brim/internal/quantity"
)

const circuitHelp = `A MODEL that ends in .aag or .aig is a sequential circuit in the AIGER format; ` + check.Motor + `, a motor
control that reacts to events, with goals g0 to g286, is another one. The engines for circuits are bmc,
which is meant if none is named, bdd and gmc, and for few inputs those that look at single states. FORMULA
speaks of signals by their names, or i0, l0, o0 and b0 where a file has none or two of the same: EF o0 asks whether the first
output can be true. Without FORMULA it is that no bad state (or output, in a file without these) is ever
true. EF and EG ask for some run from some initial state, AG and AF speak of all of them. A run meets the constraints in each
step; --deadlock has no meaning, since runs that cannot go on do not count for EG and AF. Single states are looked at
of circuits with up to 16 inputs, for formulas whose signals depend on latches only.`

// A circuitReport has the numbers of a circuit.
type circuitReport struct {
	Inputs      int `json:"inputs"`
	Latches     int `json:"latches"`
	Gates       int `json:"gates"`
	Outputs     int `json:"outputs"`
	Bad         int `json:"bad"`
	Constraints int `json:"constraints"`
}

func newCircuitReport(c *check.Circuit) *circuitReport {
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

func newTraceReport(c *check.Circuit, a *check.Answer) *traceReport {
	r := &traceReport{Formula: showsText(a, nil), Latches: binary(a.Trace.Latches), Goals: trueAtEnd(c, a.Trace)}
	for _, x := range a.Trace.Inputs {
		r.Inputs = append(r.Inputs, binary(x))
	}
	if a.Trace.Loop != check.NoLoop {
		r.Loop = new(a.Trace.Loop)
	}
	return r
}

// trueAtEnd lists the goals of c that are true in the last moment of t.
func trueAtEnd(c *check.Circuit, t *check.CircuitTrace) []string {
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
func (x *witnessText) writeRun(c *check.Circuit, q *check.Question, a *check.Answer) {
	t := a.Trace
	n := t.Steps()
	x.line("%s: %s", heads(q, a, nil), pathExtent(n, t.Loop))
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
	case t.Loop != check.NoLoop:
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
