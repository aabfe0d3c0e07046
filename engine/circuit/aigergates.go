package circuit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"brim/malformed"
)

func (x *reader) readGates() {
	if x.binary {
		x.readBinaryGates()
		return
	}
	x.each(x.header.gates, func(i int) {
		l := x.literals(3, 3, "gate", i, x.header.gates)
		x.define(l[0], "a gate")
		x.gates = append(x.gates, gateLine{l[0], Gate{l[1], l[2]}, x.line})
	})
}

// readBinaryGates reads two differences for each gate: its literal less its larger input, and that less the smaller
// one.
func (x *reader) readBinaryGates() {
	count := 0
	difference := func(of Lit, gate int) Lit {
		delta := uint64(0)
		for shift := 0; x.err == nil; shift += 7 {
			b, err := x.ReadByte()
			count++
			delta |= uint64(b&0x7f) << shift
			switch {
			case errors.Is(err, io.EOF):
				x.err = x.wrongByte(count, "the file ends in gate %d of %d", gate+1, x.header.gates)
			case err != nil:
				x.err = err
			case delta > uint64(of) || shift > 28:
				x.err = x.wrongByte(count, "gate %d of %d: a difference of more than %d", gate+1, x.header.gates, of)
			case b < 0x80:
				return of - Lit(delta)
			}
		}
		return 0
	}
	x.each(x.header.gates, func(i int) {
		own := Lit(2 * (x.header.inputs + x.header.latches + i + 1))
		a := difference(own, i)
		b := difference(a, i)
		if a == own && x.err == nil {
			x.err = x.wrongByte(count, "gate %d of %d looks at itself", i+1, x.header.gates)
		}
		x.gates = append(x.gates, gateLine{own, Gate{a, b}, x.line})
	})
}

// wrongByte returns the error about a byte of the binary part, which has no lines.
func (x *reader) wrongByte(n int, format string, args ...any) error {
	return malformed.Line(x.file, 0, "byte %d of the gates: %s", n, fmt.Sprintf(format, args...))
}

// readNames reads the table of symbols, up to the comments.
func (x *reader) readNames() error {
	x.names = map[string]string{}
	size := map[byte]int{'i': len(x.inputs), 'l': len(x.latches), 'o': len(x.outputs), 'b': len(x.bad),
		'c': len(x.constraints),
		'j': len(x.justice), 'f': len(x.fairness)}
	for {
		text, err := x.text()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		x.line++
		cut := err != nil
		if cut && len(text) == 0 {
			return nil
		}
		text = bytes.TrimRight(text, "\r\n")
		if string(text) == "c" {
			return nil
		}
		at, name, ok := strings.Cut(string(text), " ")
		position := -1
		if ok && at != "" {
			if n, err := strconv.ParseUint(at[1:], 10, 31); err == nil && strconv.FormatUint(n, 10) == at[1:] {
				position = int(n)
			}
		}
		if position < 0 || position >= size[at[0]] || name == "" {
			return x.wrong(`found %.40q; expected the name of a signal, as "i0 start", or "c" before comments`, text)
		}
		if cut {
			return x.wrong("the file ends inside of a line, %.40q", text)
		}
		if _, twice := x.names[at]; twice {
			return x.wrong("%s has a second name, %.40q; expected one", at, name)
		}
		x.names[at] = name
	}
}
