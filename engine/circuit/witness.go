package circuit

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// This file writes runs as witnesses in the format of AIGER.

// Violated returns the properties of the file that t shows violated, as AIGER calls them: b0, b1, … for Goals, of which
// each is true in some moment, and of a lasso j0, j1, … for justice properties. Cost: a simulation.
func (t *Trace) Violated(c *Circuit) (list []string) {
	goals := c.Goals()
	bad := make([]bool, len(goals))
	last := make(map[Lit]int) // by signal of infinite runs: the last position where it is true, plus 1
	var recurrent []Lit
	for _, s := range c.Fairness {
		recurrent = append(recurrent, s.Lit)
	}
	for _, j := range c.Justice {
		recurrent = append(recurrent, j.Lits...)
	}
	latches := t.Latches
	var values []bool
	for i, inputs := range t.moments() {
		values = c.Values(values, latches, inputs)
		for k, g := range goals {
			bad[k] = bad[k] || g.Lit.In(values)
		}
		for _, l := range recurrent {
			if l.In(values) {
				last[l] = i + 1
			}
		}
		latches = c.Next(nil, values)
	}
	for i, shown := range bad {
		if shown {
			list = append(list, fmt.Sprint("b", i))
		}
	}
	if t.Loop == NoLoop {
		return list
	}
	stays := func(l Lit) bool { return last[l] <= t.Loop }
	for i, j := range c.Justice {
		fair := !slices.ContainsFunc(c.Fairness, func(s Signal) bool { return stays(s.Lit) })
		if fair && !slices.ContainsFunc(j.Lits, stays) {
			list = append(list, fmt.Sprint("j", i))
		}
	}
	return list
}

// moments returns the inputs of all moments of t: those behind the last step of a lasso belong to none.
func (t *Trace) moments() [][]bool {
	if t.Loop == NoLoop {
		return t.Inputs
	}
	return t.Inputs[:t.Steps()]
}

// WriteWitness writes t as a witness in AIGER's own format, which aigsim -c accepts: the line 1, the properties that it
// shows violated, the latches at first, the inputs of each moment, and a dot. A lasso ends before the state that it
// comes back to. The error is that of w, or says that t shows no property violated.
func (t *Trace) WriteWitness(w io.Writer, c *Circuit) error {
	properties := t.Violated(c)
	if properties == nil {
		return fmt.Errorf("the trace shows no property of %s violated", c.Name)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "1\n%s\n", strings.Join(properties, ""))
	digits := func(list []bool) {
		for _, v := range list {
			if v {
				_ = b.WriteByte('1') // Flush tells
			} else {
				_ = b.WriteByte('0')
			}
		}
		_ = b.WriteByte('\n')
	}
	digits(t.Latches)
	for _, inputs := range t.moments() {
		digits(inputs)
	}
	fmt.Fprintln(b, ".")
	return b.Flush()
}
