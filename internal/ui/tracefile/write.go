package tracefile

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/ui/trace"
)

// Writing traces in the three forms.

// Write writes a trace in a form. XML and lists have one path: the outermost that the witness has. m is the model that
// it is of.
func (t *Trace) Write(w io.Writer, form Form, m *check.Model) error {
	b := bufio.NewWriter(w)
	switch form {
	case JSON:
		e := json.NewEncoder(b)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		if err := e.Encode(t); err != nil {
			return err
		}
	case XML:
		t.writeXML(b, m)
	default:
		t.writeList(b)
	}
	return b.Flush()
}

// Bare reports whether the XML and list forms leave out parts of the trace: what stands inside of other paths.
func (t *Trace) Bare() bool { return len(t.outermost().Branches) == 0 }

// outermost returns the first witness with steps, the whole one if none has any.
func (t *Trace) outermost() *trace.Witness {
	if w := withSteps(t.Witness); w != nil {
		return w
	}
	return t.Witness
}

func withSteps(w *trace.Witness) *trace.Witness {
	if len(w.Steps) > 0 {
		return w
	}
	for _, b := range w.Branches {
		if found := withSteps(b); found != nil {
			return found
		}
	}
	return nil
}

// writeList writes the steps, one a line.
func (t *Trace) writeList(w io.Writer) {
	p := t.outermost()
	if t.Formula != "" {
		fmt.Fprintf(w, "# %s: %s %s\n", oneLine(t.Model), oneLine(t.Formula), t.says())
	}
	for i, f := range p.Steps {
		if p.Loop != nil && *p.Loop == i {
			fmt.Fprintln(w, "loop")
		}
		line := text(f)
		if f.Delay == 0 {
			line = word(line)
		}
		fmt.Fprintln(w, line)
	}
	if p.Dead {
		fmt.Fprintln(w, "deadlock")
	}
}

// word writes a name of a line so that it is read as one: with quotes where it could be something else.
func word(s string) string {
	odd := strings.ContainsAny(s, "\"#\n\r\\\ufeff") || strings.TrimSpace(s) != s || isDelay(s)
	if odd || s == "loop" || s == "deadlock" || s == "" || s[0] == '{' || s[0] == '<' ||
		strings.HasPrefix(s, "Trace:") {
		quoted, _ := json.Marshal(s) // of a text it does not fail
		return string(quoted)
	}
	return s
}

// isDelay reports whether a name without quotes would be read as a delay.
func isDelay(name string) bool {
	units, ok := strings.CutPrefix(name, wait)
	return ok && isNumber(units)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// writeXML writes the steps of the outermost path in TAPAAL's form: each transition with the tokens that it consumes
// or, in a coloured net, with the ids of the colours of its variables. A loop of a delay is a delay for ever.
func (t *Trace) writeXML(w io.Writer, m *check.Model) {
	p, x := t.outermost(), (*index)(nil)
	if m.Unfolding != nil {
		x = newIndex(m)
	}
	fmt.Fprintln(w, "<trace>")
	for i, f := range p.Steps {
		loop := p.Loop != nil && *p.Loop == i
		switch {
		case f.Delay > 0 && loop && i == len(p.Steps)-1:
			fmt.Fprintln(w, "\t<delay>forever</delay>")
			continue
		case loop:
			fmt.Fprintln(w, "\t<loop/>")
		}
		if f.Delay > 0 {
			fmt.Fprintf(w, "\t<delay>%d</delay>\n", f.Delay)
			continue
		}
		writeFiring(w, m, x, f)
	}
	if p.Dead {
		fmt.Fprintln(w, "\t<deadlock/>")
	}
	fmt.Fprintln(w, "</trace>")
}

// writeFiring writes the firing of a transition in TAPAAL's form.
func writeFiring(w io.Writer, m *check.Model, x *index, f trace.Firing) {
	name := f.Transition
	if f.Coloured != "" {
		name = f.Coloured
	}
	fmt.Fprintf(w, "\t<transition id=\"%s\">\n", escaped(name))
	if f.Coloured != "" {
		fmt.Fprintln(w, "\t\t<bindings>")
		binding := f.Binding
		if x != nil {
			if k, err := x.transition(f); err == nil {
				binding = naming.IDs(m.Unfolding, k)
			}
		}
		for _, v := range slices.Sorted(maps.Keys(binding)) {
			fmt.Fprintf(w, "\t\t\t<variable id=\"%s\">\n\t\t\t\t<color>%s</color>\n\t\t\t</variable>\n",
				escaped(v), escaped(binding[v]))
		}
		fmt.Fprintln(w, "\t\t</bindings>")
	}
	for _, x := range f.Takes {
		for _, age := range x.Ages {
			fmt.Fprintf(w, "\t\t<token place=\"%s\" age=\"%d\"/>\n", escaped(x.Place), age)
		}
	}
	if m.Net != nil && f.Coloured == "" {
		if k, ok := m.Net.TransitionIndex(f.Transition); ok {
			for _, a := range m.Net.Transitions[k].Pre {
				for range min(a.Weight, mostTokens) {
					fmt.Fprintf(w, "\t\t<token place=\"%s\" age=\"0\"/>\n", escaped(m.Net.Places[a.Place].Name))
				}
			}
		}
	}
	fmt.Fprintln(w, "\t</transition>")
}

// mostTokens is how many tokens of one arc are written one by one.
const mostTokens = 1000

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // which fails if the writer does
	return b.String()
}
