package tracefile

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/internal/ui/trace"
	"brim/internal/xmlscan"
	"brim/malformed"
)

// Reading traces in TAPAAL's form.

// readXML reads TAPAAL's form.
func readXML(text []byte, file string) (*Trace, error) {
	s, err := xmlscan.New(bytes.NewReader(text), file, xmlscan.Config{Root: "trace", Depth: mostDepth, Latin1: true})
	if err != nil {
		return nil, err
	}
	x := xmlReader{s, ofSteps()}
	root, err := s.Root()
	switch {
	case errors.Is(err, io.EOF):
		return nil, malformed.Line(file, 1, "there is no element; expected <trace>")
	case err != nil:
		return nil, err
	case root.Name != "trace":
		return nil, s.Errorf(s.Line(), "found <%s>; expected <trace>", root.Name)
	}
	if err := s.Each(x.part); err != nil {
		return nil, err
	}
	if el, err := s.Root(); err == nil {
		return nil, s.Errorf(s.Line(), "found <%s> behind </trace>; expected the end", el.Name)
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return x.t, x.t.closed(file)
}

// An xmlReader reads the parts of a trace.
type xmlReader struct {
	*xmlscan.Scanner
	t *Trace
}

// part reads a child of <trace>, a transition with its tokens or the binding of its variables, a delay, <loop/> or
// <deadlock/>, and adds it to the trace. Markings, which verifypn writes for coloured nets, are skipped.
func (x xmlReader) part(el xmlscan.Element) error {
	w, line := x.t.Witness, x.Line()
	switch el.Name {
	case "marking":
	case "delay":
		return x.delay(line)
	case "loop":
		if w.Loop != nil {
			return x.Errorf(line, "found a second <loop>; expected one")
		}
		w.Loop = new(len(w.Steps))
	case "deadlock":
		w.Dead = true
	case "transition":
		id, ok := el.Attr("id")
		switch {
		case !ok:
			return x.Errorf(line, "found <transition> without an id; expected one")
		case w.Dead || x.t.forever:
			return x.Errorf(line, "found <transition> behind <deadlock> or a delay for ever; expected the end")
		}
		f, taken := trace.Firing{Transition: id}, []token{}
		err := x.Each(func(el xmlscan.Element) error {
			switch el.Name {
			case "token":
				place, _ := el.Attr("place")
				age, _ := el.Attr("age")
				older, _ := el.Attr("greaterThanOrEqual")
				if older != "" && older != "true" && older != "false" {
					return x.Errorf(x.Line(), "the attribute greaterThanOrEqual of <token> is %s; expected true or "+
						"false", printable.Quote(older))
				}
				taken = append(taken, token{place, age, older == "true"})
			case "bindings":
				f.Binding = map[string]string{}
				return x.Each(func(el xmlscan.Element) error { return x.variable(el, f.Binding) })
			}
			return x.Skip()
		})
		if err != nil {
			return err
		}
		if f.Binding != nil {
			f.Coloured, f.Transition = f.Transition, ""
		}
		w.Steps, x.t.lines, x.t.taken = append(w.Steps, f), append(x.t.lines, line), append(x.t.taken, taken)
		return nil
	default:
		return x.Errorf(line, "found <%s> in <trace>; expected <transition>, <delay>, <loop>, <deadlock> or <marking>",
			el.Name)
	}
	return x.Skip()
}

// delay reads a number of units of time, or that time passes for ever. verifydtapn writes 0 units, too.
func (x xmlReader) delay(line int) error {
	content, err := x.Content()
	if err != nil {
		return err
	}
	text := strings.TrimSpace(string(content))
	switch w := x.t.Witness; {
	case w.Dead || x.t.forever:
		return x.Errorf(line, "found <delay> behind <deadlock> or a delay for ever; expected the end")
	case text == "forever" && w.Loop != nil:
		return x.Errorf(line, "found a delay for ever behind <loop>; expected one of both")
	case text == "forever":
		x.t.forever = true
		return nil
	}
	units, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || units < 0:
		return x.Errorf(line, "found a delay of %.80q; expected a number of whole units, or forever", text)
	case units == 0:
		return nil
	}
	w := x.t.Witness
	w.Steps, x.t.lines = append(w.Steps, trace.Firing{Delay: units}), append(x.t.lines, line)
	x.t.taken = append(x.t.taken, nil)
	return nil
}

// variable reads the colour of one.
func (x xmlReader) variable(el xmlscan.Element, binding map[string]string) error {
	line := x.Line()
	id, ok := el.Attr("id")
	if el.Name != "variable" || !ok {
		return x.Errorf(line, "found <%s> in <bindings>; expected <variable> with an id", el.Name)
	}
	if _, twice := binding[id]; twice {
		return x.Errorf(line, "found a second <variable> %s; expected one", id)
	}
	found := false
	err := x.Each(func(el xmlscan.Element) error {
		if el.Name != "color" || found {
			return x.Errorf(x.Line(), "found <%s> in <variable>; expected one <color>", el.Name)
		}
		text, err := x.Content()
		binding[id], found = string(text), true
		return err
	})
	if err == nil && !found {
		err = x.Errorf(line, "<variable> %s has no <color>", id)
	}
	return err
}
