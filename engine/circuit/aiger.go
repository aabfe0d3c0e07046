package circuit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"brim/internal/input"
	"brim/malformed"
)

// This file reads circuits in the formats of AIGER.

// ReadFile reads a circuit from a file; see Read. Reading ends with the context.
func ReadFile(ctx context.Context, name string) (*Circuit, error) {
	file, err := input.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(file, name)
}

// Read reads a circuit in the AIGER format, version 1.9, ASCII or binary, whichever it is. Signals without a name of
// their own are called after their kind and position, as i0, l0, o0, b0 and c0, and so are those whose name another
// signal has, too; justice properties and fairness are j0 and f0. The error is a *malformed.Error, which uses name, or
// that of r.
func Read(r io.Reader, name string) (*Circuit, error) {
	x := &reader{Reader: bufio.NewReader(r), file: name, defined: map[int]bool{0: true}}
	if x.read(); x.err != nil {
		return nil, x.err
	}
	return x.circuit()
}

// A reader reads a file. After an error it reads nothing more, and what it returns is of no use. Literals are those of
// the file until circuit brings them into order.
type reader struct {
	*bufio.Reader
	file   string
	line   int // the one that was read last
	err    error
	binary bool
	header
	inputs                    []Lit
	latches                   []Latch // without names
	own                       []Lit   // of latches
	outputs, bad, constraints []Lit
	justice                   [][]Lit
	fairness                  []Lit
	gates                     []gateLine
	names                     map[string]string // by kind and position
	defined                   map[int]bool      // variables, of a text
}

// A header has the numbers of the first line.
type header struct{ most, inputs, latches, outputs, gates, bad, constraints, justice, fairness int }

// A gateLine defines gate own.
type gateLine struct {
	own Lit
	Gate
	line int
}

func (x *reader) wrong(format string, args ...any) error {
	return malformed.Line(x.file, max(x.line, 1), format, args...)
}

// fail keeps the first error.
func (x *reader) fail(format string, args ...any) {
	if x.err == nil {
		x.err = x.wrong(format, args...)
	}
}

// longLine is how many bytes a line may have.
const longLine = 1 << 20

// text returns the next line with its end, io.EOF with what stands behind the last end.
func (x *reader) text() ([]byte, error) {
	var long []byte
	for {
		part, err := x.ReadSlice('\n')
		switch {
		case len(long)+len(part) > longLine:
			x.line++
			return nil, x.wrong("a line of more than %d bytes", longLine)
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, part...)
		case long == nil:
			return part, err
		default:
			return append(long, part...), err
		}
	}
}

// next returns the words of the next line. what is what it should have, for the error at the end of the file.
func (x *reader) next(what string) []string {
	if x.err != nil {
		return nil
	}
	line, err := x.text()
	if err != nil && !errors.Is(err, io.EOF) {
		x.err = err
		return nil
	}
	x.line++
	text := string(line)
	switch {
	case text == "":
		x.fail("the file ends; expected %s", what)
	case !strings.HasSuffix(text, "\n"):
		x.fail("the file ends inside of a line, %.40q; expected %s", text, what)
	}
	return strings.Fields(text)
}

// parse reads numbers.
func (x *reader) parse(words []string, what string) []int {
	list := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 31)
		if err != nil {
			x.fail("found %.40q; expected %s", w, what)
		}
		list[i] = int(n)
	}
	return list
}

// define notes the literal that a line of a text defines.
func (x *reader) define(l Lit, kind string) {
	if l.Negated() || x.defined[l.Var()] {
		x.fail("the literal of %s is %d; expected an even number, not 0, that no other line defines", kind, l)
	}
	x.defined[l.Var()] = true
}

// each calls read for the definitions of some kind, as long as there is no error.
func (x *reader) each(n int, read func(i int)) {
	for i := 0; i < n && x.err == nil; i++ {
		read(i)
	}
}

func (x *reader) read() {
	x.readHeader()
	x.each(x.header.inputs, func(i int) {
		own := Lit(2 * (i + 1))
		if !x.binary {
			own = x.literals(1, 1, "input", i, x.header.inputs)[0]
			x.define(own, "an input")
		}
		x.inputs = append(x.inputs, own)
	})
	x.each(x.header.latches, x.readLatch)
	list := func(to *[]Lit, n int, what string) {
		x.each(n, func(i int) { *to = append(*to, x.literals(1, 1, what, i, n)...) })
	}
	list(&x.outputs, x.header.outputs, "output")
	list(&x.bad, x.header.bad, "bad state")
	list(&x.constraints, x.header.constraints, "constraint")
	x.readJustice()
	list(&x.fairness, x.header.fairness, "fairness")
	x.readGates()
	if x.err == nil {
		x.err = x.readNames()
	}
}

// Limits of what a header may promise. Inputs of a binary file take no room in it, so nothing else would bound them.
const (
	mostVariables = 1 << 30
	mostInputs    = 1 << 20
)

func (x *reader) readHeader() {
	const what = `a header "aag M I L O A" or "aig M I L O A"`
	words := x.next(what)
	if len(words) < 6 || len(words) > 10 || words[0] != "aag" && words[0] != "aig" {
		line := strings.Join(words, " ")
		x.fail("found %.40q; expected %s%s", line, what, input.Hint([]byte(line), "aag", "aig"))
		return
	}
	x.binary = words[0] == "aig"
	n := x.parse(words[1:], "a number in "+what)
	n = append(n, make([]int, 9-len(n))...)
	x.header = header{n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]}
	switch defined := x.header.inputs + x.header.latches + x.header.gates; {
	case x.most > mostVariables:
		x.fail("%d variables; the most is %d", x.most, mostVariables)
	case x.header.inputs > mostInputs:
		x.fail("%d inputs; the most is %d", x.header.inputs, mostInputs)
	case defined > x.most || x.binary && defined != x.most:
		x.fail("%d variables for %d inputs, latches and gates", x.most, defined)
	}
}

// readJustice reads how many literals each justice property has, and then those of all.
func (x *reader) readJustice() {
	var sizes []int
	x.each(x.header.justice, func(i int) {
		what := fmt.Sprintf("the number of literals of justice property %d of %d", i+1, x.header.justice)
		words := x.next(what)
		if len(words) != 1 {
			x.fail("found %.40q; expected %s", strings.Join(words, " "), what)
		}
		sizes = append(sizes, append(x.parse(words, what), 0)[0])
	})
	for j, n := range sizes {
		var own []Lit
		x.each(n, func(i int) {
			own = append(own, x.literals(1, 1, fmt.Sprintf("justice property %d, literal", j+1), i, n)...)
		})
		x.justice = append(x.justice, own)
	}
}

// literals reads a line of definition i of n of some kind, of least to most literals.
func (x *reader) literals(least, most int, kind string, i, n int) []Lit {
	form := "one literal"
	if most > 1 {
		form = fmt.Sprintf("%d to %d literals", least, most)
	}
	if least == most && most > 1 {
		form = fmt.Sprintf("%d literals", most)
	}
	what := fmt.Sprintf("%s for %s %d of %d", form, kind, i+1, n)
	words := x.next(what)
	if len(words) < least || len(words) > most {
		x.fail("found %.40q; expected %s", strings.Join(words, " "), what)
	}
	if x.err != nil {
		return make([]Lit, least)
	}
	list := make([]Lit, len(words))
	for k, v := range x.parse(words, what) {
		if list[k] = Lit(v); v/2 > x.most {
			x.fail("literal %d, where the header has variables up to %d", v, x.most)
		}
	}
	return list
}

func (x *reader) readLatch(i int) {
	own, least := Lit(0), 2
	if x.binary {
		own, least = Lit(2*(x.header.inputs+i+1)), 1
	}
	l := x.literals(least, least+1, "latch", i, x.header.latches)
	if !x.binary {
		own, l = l[0], l[1:]
		x.define(own, "a latch")
	}
	latch := Latch{Next: l[0]}
	if len(l) > 1 {
		latch.Reset = l[1]
	}
	if latch.Reset > True && latch.Reset != own {
		x.fail("latch %d begins as literal %d; expected 0, 1 or %d", own, latch.Reset, own)
	}
	x.latches, x.own = append(x.latches, latch), append(x.own, own)
}
