package sets

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// The sections as text.

// WriteTo writes the sections as text. The error is that of w.
func (e *Evidence) WriteTo(w io.Writer) (int64, error) {
	x := &writer{w: bufio.NewWriterSize(w, 1<<16), e: e}
	x.levels()
	number, count := e.out.nodes.kept(x.roots())
	if count > 0 {
		x.printf(".sets\n")
	}
	x.nodes(e.out.nodes, number)
	x.claims(number)
	if e.counted {
		x.printf(".space %d\n", number[e.ranks])
	}
	x.product(number)
	if x.err == nil {
		x.err = x.w.Flush()
	}
	return x.written, x.err
}

// A writer writes text until there is an error.
type writer struct {
	w       *bufio.Writer
	e       *Evidence
	written int64 // bytes
	err     error
	line    []byte
}

func (x *writer) printf(format string, args ...any) {
	x.line = fmt.Appendf(x.line[:0], format, args...)
	x.flush()
}

// flush writes the line.
func (x *writer) flush() {
	if x.err == nil {
		var n int
		n, x.err = x.w.Write(x.line)
		x.written += int64(n)
	}
}

// levels writes the section levels.
func (x *writer) levels() {
	x.line = append(x.line[:0], ".levels"...)
	for _, p := range x.e.out.places {
		x.line = strconv.AppendQuote(append(x.line, ' '), x.e.space.net.Places[p].Name)
	}
	x.line = append(x.line, '\n')
	x.flush()
}

// roots lists the nodes that claims and the section space name.
func (x *writer) roots() (list []uint32) {
	for _, c := range x.e.claims {
		list = append(list, c.set)
	}
	for _, l := range x.e.product {
		list = append(list, l.set)
	}
	if x.e.counted {
		list = append(list, x.e.ranks)
	}
	return list
}

// nodes writes the nodes that have a new number.
func (x *writer) nodes(d *diagram, number []uint32) {
	var arcs []arc
	for n := uint32(2); int(n) < len(number); n++ {
		if number[n] == 0 {
			continue
		}
		level := 0
		level, arcs = d.read(n, arcs)
		line := strconv.AppendUint(x.line[:0], uint64(number[n]), 10)
		line = strconv.AppendInt(append(line, ' '), int64(level), 10)
		for _, a := range arcs {
			line = strconv.AppendInt(append(line, ' '), a.value, 10)
			line = strconv.AppendUint(append(line, ':'), uint64(number[a.child]), 10)
			if a.cost > 0 {
				line = strconv.AppendInt(append(line, '+'), a.cost, 10)
			}
		}
		x.line = append(line, '\n')
		x.flush()
	}
}

// claims writes the section claims.
func (x *writer) claims(number []uint32) {
	if len(x.e.claims) == 0 {
		return
	}
	x.printf(".claims\n")
	for i, c := range x.e.claims {
		line := fmt.Appendf(x.line[:0], "%d %v %d", i+1, c.op, number[c.set])
		for _, r := range c.refs {
			if line = append(line, ' '); r == 0 {
				line = append(line, '-')
			} else {
				line = strconv.AppendInt(line, int64(r), 10)
			}
		}
		if c.op == state || c.op == part {
			line = strconv.AppendQuote(append(line, ' '), c.text)
		}
		x.line = append(line, '\n')
		x.flush()
	}
}

// product writes the section product.
func (x *writer) product(number []uint32) {
	if x.e.product == nil {
		return
	}
	x.printf(".product\n")
	var at goals
	for i, l := range x.e.product {
		line := x.line[:0]
		if i == 0 || !slices.Equal(at, l.goals) {
			line, at = append(line, "at"...), l.goals
			for _, g := range at {
				line = strconv.AppendQuote(append(line, ' '), g.text)
			}
			line = append(line, '\n')
		}
		line = fmt.Appendf(line, "%d %d ", l.class, number[l.set])
		if l.postponed == "" {
			line = append(line, '-')
		} else {
			line = strconv.AppendQuote(line, l.postponed)
		}
		x.line = append(line, '\n')
		x.flush()
	}
}

// String tells how large e is.
func (e *Evidence) String() string {
	return fmt.Sprintf("%d claims, %d nodes", len(e.claims), e.out.nodes.size()-1)
}
