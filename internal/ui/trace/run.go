package trace

import (
	"slices"
	"strings"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/printable"
	"brim/internal/quantity"
)

// Runs of circuits.

// A Run is the trace of a circuit as --json prints it. Values are 0 and 1, in the order of the circuit.
type Run struct {
	Formula string   `json:"formula,omitempty"`
	Latches string   `json:"latches"` // at first
	Inputs  []string `json:"inputs"`  // of each step, and of the moment after the last one
	Goals   []string `json:"goals"`   // the bad states, or outputs, that are true in that moment
	Loop    *int     `json:"loop"`
}

// OfRun returns the trace of an answer for --json.
func OfRun(c *check.Circuit, a *check.Answer) *Run {
	r := &Run{Latches: binary(a.Trace.Latches), Goals: trueAtEnd(c, a.Trace)}
	if a.Shows != nil {
		r.Formula = a.Shows.String()
	}
	for _, x := range a.Trace.Inputs {
		r.Inputs = append(r.Inputs, binary(x))
	}
	if a.Trace.Loop != check.NoLoop {
		r.Loop = new(a.Trace.Loop)
	}
	return r
}

// latchesOf returns the values of the latches in each moment of t.
func latchesOf(c *check.Circuit, t *check.CircuitTrace) [][]bool {
	list := [][]bool{t.Latches}
	for i, inputs := range t.Inputs {
		list = append(list, c.Next(nil, c.Values(nil, list[i], inputs)))
	}
	return list
}

// trueAtEnd lists the goals of c that are true in the last moment of t.
func trueAtEnd(c *check.Circuit, t *check.CircuitTrace) []string {
	n := t.Steps()
	values := c.Values(nil, latchesOf(c, t)[n], t.Inputs[n])
	list := []string{}
	for _, g := range c.Goals() {
		if g.Lit.In(values) {
			list = append(list, g.Name)
		}
	}
	return list
}

// binary writes values as digits, 1 for true.
func binary(values []bool) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte(map[bool]byte{true: '1', false: '0'}[v])
	}
	return b.String()
}

// writeRun writes the run of a circuit moment by moment: the inputs that are true, and the latches, in the first moment
// those that are true and later those that change. Then it writes how the run ends.
func (x *witnessText) writeRun(c *check.Circuit, q *check.Question, a *check.Answer) {
	t := a.Trace
	n := t.Steps()
	x.line("%s: %s", heads(q, a, naming.Names{}), pathExtent(n, t.Loop))
	digits := len(quantity.Int(n))
	latches := slices.Insert(latchesOf(c, t), 0, make([]bool, len(t.Latches))) // each behind the one before
	x.moments(n, "  ", func(i int) {
		var changes, given []string
		for k, v := range latches[i+1] {
			if v != latches[i][k] {
				changes = append(changes, c.Latches[k].Name+map[bool]string{true: "=1", false: "=0"}[v])
			}
		}
		for k, v := range t.Inputs[i] {
			if v {
				given = append(given, c.Inputs[k])
			}
		}
		x.line("  %s%*d  latches %s", gutter(i, t.Loop, n), digits, i,
			orDash(printable.Cut(strings.Join(changes, " "), x.width-20)))
		x.line("  %s%*s  inputs  %s", beneath(i, t.Loop, n), digits, "",
			orDash(printable.Cut(strings.Join(given, " "), x.width-20)))
	})
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
