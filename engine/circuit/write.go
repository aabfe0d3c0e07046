package circuit

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// This file writes circuits in the formats of AIGER.

// WriteASCII writes c in the ASCII format of AIGER, with names. The error is that of w.
func (c *Circuit) WriteASCII(w io.Writer) error { return c.write(w, false) }

// WriteBinary writes c in the binary format of AIGER, with names. The error is that of w.
func (c *Circuit) WriteBinary(w io.Writer) error { return c.write(w, true) }

// write writes the header, the inputs, the latches, the signals, the gates and the names. The binary form leaves out
// the literals of inputs and latches, which follow from their positions, and has differences for the gates.
func (c *Circuit) write(w io.Writer, binary bool) error {
	b := bufio.NewWriter(w)
	form := "aag"
	if binary {
		form = "aig"
	}
	fmt.Fprintf(b, "%s %d %d %d %d %d", form, c.Variables()-1, len(c.Inputs), len(c.Latches), len(c.Outputs),
		len(c.Gates))
	infinite := len(c.Justice)+len(c.Fairness) > 0
	if infinite || len(c.Bad)+len(c.Constraints) > 0 {
		fmt.Fprintf(b, " %d %d", len(c.Bad), len(c.Constraints))
	}
	if infinite {
		fmt.Fprintf(b, " %d %d", len(c.Justice), len(c.Fairness))
	}
	fmt.Fprintln(b)
	for i := range c.Inputs {
		if !binary {
			fmt.Fprintln(b, c.Input(i))
		}
	}
	for i, x := range c.Latches {
		if !binary {
			fmt.Fprintf(b, "%d ", c.Latch(i))
		}
		fmt.Fprint(b, x.Next)
		if x.Reset != False {
			fmt.Fprintf(b, " %d", x.Reset)
		}
		fmt.Fprintln(b)
	}
	lines := func(list []Signal) {
		for _, s := range list {
			fmt.Fprintln(b, s.Lit)
		}
	}
	lines(c.Outputs)
	lines(c.Bad)
	lines(c.Constraints)
	for _, j := range c.Justice {
		fmt.Fprintln(b, len(j.Lits))
	}
	for _, j := range c.Justice {
		for _, l := range j.Lits {
			fmt.Fprintln(b, l)
		}
	}
	lines(c.Fairness)
	for i, g := range c.Gates {
		own, more, less := c.Gate(i), max(g.A, g.B), min(g.A, g.B)
		if !binary {
			fmt.Fprintln(b, own, more, less)
			continue
		}
		writeDifference(b, own-more)
		writeDifference(b, more-less)
	}
	c.writeNames(b)
	return b.Flush()
}

// writeDifference writes d in groups of seven bits, the lowest first; all but the last are marked.
func writeDifference(b *bufio.Writer, d Lit) {
	for ; d >= 0x80; d >>= 7 {
		_ = b.WriteByte(byte(d) | 0x80) // Flush tells
	}
	_ = b.WriteByte(byte(d))
}

// writeNames writes the table of symbols, without names that do not fit into a line.
func (c *Circuit) writeNames(b *bufio.Writer) {
	write := func(kind string, i int, name string) {
		if name != "" && !strings.ContainsFunc(name, unicode.IsControl) {
			fmt.Fprintf(b, "%s%d %s\n", kind, i, name)
		}
	}
	for i, name := range c.Inputs {
		write("i", i, name)
	}
	for i, x := range c.Latches {
		write("l", i, x.Name)
	}
	for _, x := range []struct {
		kind string
		list []Signal
	}{{"o", c.Outputs}, {"b", c.Bad}, {"c", c.Constraints}, {"f", c.Fairness}} {
		for i, s := range x.list {
			write(x.kind, i, s.Name)
		}
	}
	for i, j := range c.Justice {
		write("j", i, j.Name)
	}
}
