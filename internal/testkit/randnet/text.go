package randnet

import (
	"fmt"
	"strconv"
	"strings"

	"brim/malformed"
	"brim/petri"
)

// Nets as lines of text, to be kept as test data.

// Text returns net as lines of text, the form in which nets that once failed are
// kept:
//
//	p NAME INITIAL
//	t NAME pre: PLACE WEIGHT … post: PLACE WEIGHT … inh: PLACE WEIGHT …
//
// Places come first, everything in the order of the net. The name of the net and
// its units are not written. Text panics if the name of a place or transition is
// empty or holds white space.
func Text(net *petri.Net) string {
	var b strings.Builder
	for i := range net.Places {
		p := &net.Places[i]
		fmt.Fprintf(&b, "p %s %d\n", word(p.Name), p.Initial)
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		fmt.Fprintf(&b, "t %s", word(t.Name))
		for _, list := range []struct {
			label string
			arcs  []petri.Arc
		}{{" pre:", t.Pre}, {" post:", t.Post}, {" inh:", t.Inhibit}} {
			b.WriteString(list.label)
			for _, a := range list.arcs {
				fmt.Fprintf(&b, " %s %d", word(net.Places[a.Place].Name), a.Weight)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func word(name string) string {
	if len(strings.Fields(name)) != 1 || strings.TrimSpace(name) != name {
		panic(fmt.Sprintf("randnet: Text: name %q is not one word", name))
	}
	return name
}

// ParseText reads what Text writes and calls the net name. Empty lines and lines
// that begin with # are skipped; a place must be declared above the transitions
// that use it, and must not be called post: or inh: to be used. The error names
// the net and the line.
func ParseText(name, text string) (*petri.Net, error) {
	r := reader{b: petri.NewBuilder(name), places: map[string]int{}}
	line := 0
	for s := range strings.Lines(text) {
		line++
		if err := r.line(strings.Fields(s)); err != nil {
			return nil, malformed.Line(name, line, "%v", err)
		}
	}
	net, err := r.b.Net()
	if err != nil {
		return nil, malformed.Line(name, 0, "%v", err)
	}
	return net, nil
}

// A reader builds the net line by line.
type reader struct {
	b      *petri.Builder
	places map[string]int
}

func (r *reader) line(fields []string) error {
	if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
		return nil
	}
	switch kind := fields[0]; {
	case kind == "p" && len(fields) == 3:
		initial, err := number(fields[2])
		if err != nil {
			return err
		}
		r.places[fields[1]] = r.b.Place(fields[1], initial)
		return nil
	case kind == "t" && len(fields) >= 2:
		return r.arcs(r.b.Transition(fields[1]), fields[2:])
	case kind == "p":
		return fmt.Errorf("a place needs a name and a number of tokens, here are %d words", len(fields)-1)
	case kind == "t":
		return fmt.Errorf("a transition needs a name")
	default:
		return fmt.Errorf("line begins with %q, expected p, t or #", kind)
	}
}

// arcs reads the arc lists of transition t.
func (r *reader) arcs(t int, fields []string) error {
	var add func(t, p int, weight int64)
	for len(fields) > 0 {
		switch fields[0] {
		case "pre:":
			add, fields = r.b.In, fields[1:]
			continue
		case "post:":
			add, fields = r.b.Out, fields[1:]
			continue
		case "inh:":
			add, fields = r.b.Inhibit, fields[1:]
			continue
		}
		if add == nil {
			return fmt.Errorf("expected pre:, post: or inh: before %q", fields[0])
		}
		p, ok := r.places[fields[0]]
		if !ok {
			return fmt.Errorf("no place %q above this line", fields[0])
		}
		if len(fields) < 2 {
			return fmt.Errorf("arc to place %q has no weight", fields[0])
		}
		weight, err := number(fields[1])
		if err != nil {
			return err
		}
		add(t, p, weight)
		fields = fields[2:]
	}
	return nil
}

func number(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number of 64 bits", s)
	}
	return n, nil
}
