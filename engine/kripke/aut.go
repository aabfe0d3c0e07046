package kripke

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"brim/internal/input"
	"brim/malformed"
)

const (
	mostListed = 1 << 30 // states, and transitions
	longLine   = 1 << 20 // bytes
	longShown  = 60      // characters of a line in a message

	byteOrderMark = "\ufeff" // some editors begin a file with it

	// mostIdle is how many states a file may have beyond those that its transitions can reach. States take room in an
	// LTS and none in the file, so nothing else would bound them.
	mostIdle = 1 << 20
)

// ReadAUT reads a graph in the Aldebaran format:
//
//	des (INITIAL, TRANSITIONS, STATES)
//	(FROM, "LABEL", TO)
//
// with one line for each transition. A label may stand without quotes. Quotes inside need no escape, since a label
// reaches to the last comma of its line. Blanks around the parts and empty lines do not matter. Files with far more
// states than transitions are refused. name is the name of the graph and that of the file in errors. What is wrong with
// the text is an *malformed.Error; a failure of r itself is wrapped.
func ReadAUT(r io.Reader, name string) (*LTS, error) {
	x := &autReader{name: name, labels: map[string]int{}, in: bufio.NewScanner(r)}
	x.in.Buffer(make([]byte, 0, 1<<16), longLine)
	edges, err := x.read()
	if err != nil {
		return nil, err
	}
	return NewLTS(name, x.states, x.initial, x.names, edges)
}

// ReadAUTFile reads the Aldebaran file at path; see ReadAUT. Reading ends with the context.
func ReadAUTFile(ctx context.Context, path string) (*LTS, error) {
	file, err := input.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadAUT(file, path)
}

// An autReader is where the reader of a file is.
type autReader struct {
	name   string
	in     *bufio.Scanner
	line   int
	labels map[string]int
	names  []string

	initial, transitions, states int
	headerLine                   int
}

func (x *autReader) errorf(format string, args ...any) error {
	return malformed.Line(x.name, max(x.line, 1), format, args...)
}

// next returns the next line that is not empty, without blanks around it; ok is false at the end.
func (x *autReader) next() (text string, ok bool, err error) {
	for x.in.Scan() {
		x.line++
		text = x.in.Text()
		if x.line == 1 {
			text = strings.TrimPrefix(text, byteOrderMark)
		}
		if text = strings.TrimSpace(text); text != "" {
			return text, true, nil
		}
	}
	switch err := x.in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		x.line++
		return "", false, x.errorf("a line of more than %d bytes", longLine)
	case err != nil:
		return "", false, fmt.Errorf("cannot read %s: %w", x.name, err)
	}
	return "", false, nil
}

// read reads the whole file and returns the edges. It compares the numbers of transitions and states in the header with
// what the file has, and allocates only as the lines come.
func (x *autReader) read() ([]Edge, error) {
	text, ok, err := x.next()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, x.errorf("the file is empty; expected des (INITIAL, TRANSITIONS, STATES)")
	}
	if err := x.header(text); err != nil {
		return nil, err
	}
	var edges []Edge // not made with room for all: the header may lie
	for {
		text, ok, err := x.next()
		switch {
		case err != nil:
			return nil, err
		case ok && len(edges) == x.transitions:
			return nil, x.errorf("transition %d, where the header speaks of %d", len(edges)+1, x.transitions)
		case ok:
			e, err := x.edge(text)
			if err != nil {
				return nil, err
			}
			edges = append(edges, e)
		case len(edges) < x.transitions:
			return nil, x.errorf("the file ends after %d of %d transitions", len(edges), x.transitions)
		case x.states > len(edges)+1+mostIdle:
			x.line = x.headerLine
			return nil, x.errorf("the number of states is %d and that of transitions %d; expected at most %d states "+
				"more than can be reached",
				x.states, len(edges), mostIdle)
		default:
			return edges, nil
		}
	}
}

// header reads the first line.
func (x *autReader) header(text string) error {
	x.headerLine = x.line
	rest, ok := strings.CutPrefix(text, "des")
	inner, ok2 := brackets(strings.TrimSpace(rest))
	parts := strings.Split(inner, ",")
	if !ok || !ok2 || len(parts) != 3 {
		return x.errorf("found %s; expected des (INITIAL, TRANSITIONS, STATES)%s", shown(text),
			input.Hint([]byte(text), "des"))
	}
	for i, what := range []struct {
		to   *int
		name string
	}{{&x.initial, "the initial state"}, {&x.transitions, "the number of transitions"},
		{&x.states, "the number of states"}} {
		n, err := x.number(parts[i], what.name)
		if err != nil {
			return err
		}
		*what.to = n
	}
	switch {
	case x.states == 0:
		return x.errorf("no states; expected 1 at least")
	case x.initial >= x.states:
		return x.errorf("the initial state is %d, which is not there: there are %d states, from 0 on", x.initial,
			x.states)
	}
	return nil
}

// edge reads the line of a transition.
func (x *autReader) edge(text string) (e Edge, err error) {
	inner, ok := brackets(text)
	first, last := strings.IndexByte(inner, ','), strings.LastIndexByte(inner, ',')
	if !ok || first == last {
		return e, x.errorf(`found %s; expected (FROM, "LABEL", TO)`, shown(text))
	}
	if e.From, err = x.state(inner[:first], "from"); err != nil {
		return e, err
	}
	if e.To, err = x.state(inner[last+1:], "to"); err != nil {
		return e, err
	}
	label := strings.TrimSpace(inner[first+1 : last])
	switch quoted := strings.HasPrefix(label, `"`); {
	case quoted && (len(label) < 2 || !strings.HasSuffix(label, `"`)):
		return e, x.errorf("the label %s has no closing quote", shown(label))
	case quoted:
		label = label[1 : len(label)-1]
	case label == "":
		return e, x.errorf("no label in %s", shown(text))
	}
	if !utf8.ValidString(label) {
		return e, x.errorf("the label %s is not UTF-8", shown(label))
	}
	n, ok := x.labels[label]
	if !ok {
		n = len(x.names)
		label = strings.Clone(label) // not the line around it
		x.labels[label] = n
		x.names = append(x.names, label)
	}
	e.Label = n
	return e, nil
}

// state reads the number of a state on one side of a transition.
func (x *autReader) state(text, side string) (int, error) {
	n, err := x.number(text, "the state "+side+" which a transition leads")
	if err == nil && n >= x.states {
		err = x.errorf("a transition %s state %d, which is not there: there are %d states, from 0 on", side, n,
			x.states)
	}
	return n, err
}

// number reads a number that is not negative.
func (x *autReader) number(text, what string) (int, error) {
	text = strings.TrimSpace(text)
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && n > mostListed:
		return 0, x.errorf("%s is %s; expected %d at most", what, shown(text), mostListed)
	case err != nil:
		return 0, x.errorf("%s is %s; expected a number that is not negative", what, shown(text))
	}
	return int(n), nil
}

// brackets returns what stands between the brackets around text.
func brackets(text string) (inner string, ok bool) {
	inner, ok = strings.CutPrefix(text, "(")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(inner, ")")
}

// shown quotes a text for a message, at most its beginning.
func shown(text string) string {
	if r := []rune(text); len(r) > longShown {
		text = string(r[:longShown]) + "…"
	}
	return strconv.Quote(text)
}

// WriteAUT writes l in the Aldebaran format, so that ReadAUT returns the same graph: the transitions by their states,
// and labels that occur.
func WriteAUT(w io.Writer, l *LTS) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "des (%d,%d,%d)\n", l.initial[0], l.Transitions(), l.States())
	for s := range l.States() {
		for i := l.first[s]; i < l.first[s+1]; i++ {
			fmt.Fprintf(b, "(%d,\"%s\",%d)\n", s, l.labels[l.label[i]], l.to[i])
		}
	}
	return b.Flush()
}
