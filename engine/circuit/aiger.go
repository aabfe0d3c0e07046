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
// signal has, too. The error is a *malformed.Error, which uses name, or that of r; it may say that properties of
// infinite runs (justice, fairness) are not supported.
func Read(r io.Reader, name string) (*Circuit, error) {
	x := &reader{Reader: bufio.NewReader(r), file: name, defined: map[int]bool{0: true}}
	if err := x.read(); err != nil {
		return nil, err
	}
	return x.circuit()
}

// A reader reads a file. Literals are those of the file until circuit brings them into order.
type reader struct {
	*bufio.Reader
	file   string
	line   int // the one that was read last
	binary bool
	header
	inputs                    []Lit
	latches                   []Latch // without names
	own                       []Lit   // of latches
	outputs, bad, constraints []Lit
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
func (x *reader) next(what string) ([]string, error) {
	line, err := x.text()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	x.line++
	text := string(line)
	switch {
	case text == "":
		return nil, x.wrong("the file ends; expected %s", what)
	case !strings.HasSuffix(text, "\n"):
		return nil, x.wrong("the file ends inside of a line, %.40q; expected %s", text, what)
	}
	return strings.Fields(text), nil
}

// numbers reads a line of least to most numbers.
func (x *reader) numbers(least, most int, what string) ([]int, error) {
	words, err := x.next(what)
	if err != nil {
		return nil, err
	}
	if len(words) < least || len(words) > most {
		return nil, x.wrong("found %.40q; expected %s", strings.Join(words, " "), what)
	}
	return x.parse(words, what)
}

func (x *reader) parse(words []string, what string) ([]int, error) {
	list := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 31)
		if err != nil {
			return nil, x.wrong("found %.40q; expected %s", w, what)
		}
		list[i] = int(n)
	}
	return list, nil
}

// literal checks a literal.
func (x *reader) literal(n int) (Lit, error) {
	if n/2 > x.most {
		return 0, x.wrong("literal %d, where the header has variables up to %d", n, x.most)
	}
	return Lit(n), nil
}

// define notes the literal that a line of a text defines.
func (x *reader) define(l Lit, kind string) error {
	if l.Negated() || x.defined[l.Var()] {
		return x.wrong("the literal of %s is %d; expected an even number, not 0, that no other line defines", kind, l)
	}
	x.defined[l.Var()] = true
	return nil
}

func (x *reader) read() error {
	if err := x.readHeader(); err != nil {
		return err
	}
	for i := range x.header.inputs {
		own := Lit(2 * (i + 1))
		if !x.binary {
			l, err := x.literals(1, 1, "input", i, x.header.inputs)
			if err != nil {
				return err
			}
			own = l[0]
			if err := x.define(own, "an input"); err != nil {
				return err
			}
		}
		x.inputs = append(x.inputs, own)
	}
	for i := range x.header.latches {
		if err := x.readLatch(i); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		to   *[]Lit
		n    int
		what string
	}{{&x.outputs, x.header.outputs, "output"}, {&x.bad, x.header.bad, "bad state"}, {&x.constraints, x.header.constraints, "constraint"}} {
		for i := range list.n {
			l, err := x.literals(1, 1, list.what, i, list.n)
			if err != nil {
				return err
			}
			*list.to = append(*list.to, l[0])
		}
	}
	if err := x.readGates(); err != nil {
		return err
	}
	return x.readNames()
}

// Limits of what a header may promise. Inputs of a binary file take no room in it, so nothing else would bound them.
const (
	mostVariables = 1 << 30
	mostInputs    = 1 << 20
)

func (x *reader) readHeader() error {
	const what = `a header "aag M I L O A" or "aig M I L O A"`
	words, err := x.next(what)
	switch {
	case err != nil:
		return err
	case len(words) < 6 || len(words) > 10 || words[0] != "aag" && words[0] != "aig":
		line := strings.Join(words, " ")
		return x.wrong("found %.40q; expected %s%s", line, what, input.Hint([]byte(line), "aag", "aig"))
	}
	x.binary = words[0] == "aig"
	n, err := x.parse(words[1:], "a number in "+what)
	if err != nil {
		return err
	}
	n = append(n, make([]int, 9-len(n))...)
	x.header = header{n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]}
	switch defined := x.header.inputs + x.header.latches + x.header.gates; {
	case x.most > mostVariables:
		return x.wrong("%d variables; the most is %d", x.most, mostVariables)
	case x.header.inputs > mostInputs:
		return x.wrong("%d inputs; the most is %d", x.header.inputs, mostInputs)
	case defined > x.most || x.binary && defined != x.most:
		return x.wrong("%d variables for %d inputs, latches and gates", x.most, defined)
	case x.justice > 0 || x.fairness > 0:
		return x.wrong("the file has %d justice and %d fairness properties, which are not supported; expected bad states or outputs", x.justice, x.fairness)
	}
	return nil
}

// literals reads a line of definition i of n of some kind.
func (x *reader) literals(least, most int, kind string, i, n int) ([]Lit, error) {
	form := "one literal"
	if most > 1 {
		form = fmt.Sprintf("%d to %d literals", least, most)
	}
	if least == most && most > 1 {
		form = fmt.Sprintf("%d literals", most)
	}
	numbers, err := x.numbers(least, most, fmt.Sprintf("%s for %s %d of %d", form, kind, i+1, n))
	if err != nil {
		return nil, err
	}
	list := make([]Lit, len(numbers))
	for k, v := range numbers {
		if list[k], err = x.literal(v); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (x *reader) readLatch(i int) error {
	own, least := Lit(0), 2
	if x.binary {
		own, least = Lit(2*(x.header.inputs+i+1)), 1
	}
	l, err := x.literals(least, least+1, "latch", i, x.header.latches)
	if err != nil {
		return err
	}
	if !x.binary {
		own, l = l[0], l[1:]
		if err := x.define(own, "a latch"); err != nil {
			return err
		}
	}
	latch := Latch{Next: l[0]}
	if len(l) > 1 {
		latch.Reset = l[1]
	}
	if latch.Reset > True && latch.Reset != own {
		return x.wrong("latch %d begins as literal %d; expected 0, 1 or %d", own, latch.Reset, own)
	}
	x.latches, x.own = append(x.latches, latch), append(x.own, own)
	return nil
}
