package certificate

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"brim/engine/circuit"
)

// This file makes the witness circuit of an invariant, which programs of others check.

// A Witness is a witness circuit [YFBH23], which certifaiger checks: that of the model with one bad signal, false
// exactly where the clauses of an invariant hold and no bad signal of the model is true. So its property is inductive.
type Witness struct {
	circuit *circuit.Circuit
	model   string
	goals   int // of the model
}

// NewWitness returns the witness circuit that an invariant of c makes, which Circuit has accepted for some question.
// The error is a *Refusal if the clauses allow a state and inputs where a bad signal of c is true, or if c has
// properties of infinite runs, since certifaiger checks those together with the others. Another error is the cause of
// the end of ctx. Nothing else is changed. Cost: a gate for each literal of x, and one question to the solver.
func NewWitness(ctx context.Context, c *circuit.Circuit, x *Invariant) (*Witness, error) {
	if err := x.wellFormed(len(c.Latches)); err != nil {
		return nil, err
	}
	goals := c.Goals()
	switch {
	case len(c.Justice)+len(c.Fairness) > 0:
		return nil, refuse("the circuit has properties of infinite runs, too, which an invariant does not show")
	case len(goals) == 0:
		return nil, refuse("the circuit has neither bad states nor outputs")
	}
	if err := excludes(ctx, c, x, goals); err != nil {
		return nil, err
	}
	b := circuit.Extend(c, "witness of "+c.Name)
	holds := circuit.True
	for _, clause := range x.Clauses {
		var list []circuit.Lit
		for _, l := range clause {
			list = append(list, latchLiteral(c, x, l))
		}
		holds = b.And(holds, b.Or(list...))
	}
	for _, g := range goals {
		holds = b.And(holds, g.Lit.Not())
	}
	b.Bad("broken", holds.Not())
	for i, s := range c.Constraints {
		b.Constrain(fmt.Sprint("kept ", i), s.Lit)
	}
	out, err := b.Circuit()
	if err != nil {
		return nil, fmt.Errorf("the witness circuit of %s: %w", c.Name, err)
	}
	for i := range out.Inputs {
		out.Inputs[i] = simulated(c.Input(i))
	}
	for i := range out.Latches {
		out.Latches[i].Name = simulated(c.Latch(i))
	}
	return &Witness{out, c.Name, len(goals)}, nil
}

// simulated is the name of a signal of the witness that stands for one of the model.
func simulated(l circuit.Lit) string { return fmt.Sprint("= ", l) }

// latchLiteral returns a literal of the invariant.
func latchLiteral(c *circuit.Circuit, x *Invariant, l int32) circuit.Lit {
	bit := x.Bits[max(l, -l)-1]
	of := c.Latch(bit.Place)
	if bit.AtLeast > 1 {
		of = circuit.False
	}
	if l < 0 {
		of = of.Not()
	}
	return of
}

// excludes refuses an invariant that allows one of the goals where the constraints hold.
func excludes(ctx context.Context, c *circuit.Circuit, x *Invariant, goals []circuit.Signal) error {
	j := newCircuitJudge(c, x)
	for _, clause := range x.Clauses {
		var list []lit
		for _, l := range clause {
			list = append(list, j.literal(l, j.now))
		}
		j.clause(list...)
	}
	for _, s := range c.Constraints {
		j.clause(variable(s.Lit))
	}
	var bad []lit
	for _, g := range goals {
		bad = append(bad, variable(g.Lit))
	}
	j.clause(bad...)
	switch reached, err := j.possible(ctx); {
	case err != nil:
		return err
	case reached:
		return refuse("it allows a bad state of the circuit")
	}
	return nil
}

// Write writes the circuit in the ASCII or the binary format of AIGER. Its inputs and latches are called after those of
// the model, as "= 4", and a comment has the name of its file. It returns the number of bytes. The error is that of w.
func (x *Witness) Write(w io.Writer, binary bool) (int64, error) {
	out := &counted{Writer: w}
	err := x.write(out, binary)
	return out.bytes, err
}

// counted counts what is written.
type counted struct {
	io.Writer
	bytes int64
}

func (w *counted) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	w.bytes += int64(n)
	return n, err
}

func (x *Witness) write(w io.Writer, binary bool) error {
	write := x.circuit.WriteASCII
	if binary {
		write = x.circuit.WriteBinary
	}
	if err := write(w); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "c\nWITNESS")
	for i := range x.goals {
		fmt.Fprintf(b, " b%d", i)
	}
	fmt.Fprintf(b, " %s\n", strings.Map(func(r rune) rune {
		if r < ' ' {
			return '?'
		}
		return r
	}, filepath.Base(x.model)))
	return b.Flush()
}
