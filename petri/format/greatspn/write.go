package greatspn

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"brim/petri/extended"
)

// This file writes project files.

// reserved are words of the editor's language for expressions, which it refuses as names of nodes.
var reserved = []string{"E", "A", "X", "G", "F", "U", "EX", "EF", "EG", "AX", "AF", "AG", "CN", "If", "when", "ever",
	"Card",
	"All", "Subclass", "en", "bounds", "deadlock", "ndeadlock", "initial", "possibly", "impossibly", "invariantly", "I",
	"Uniform",
	"Triangular", "Erlang", "TruncatedExp", "Pareto", "has_deadlock", "quasi_liveness", "stable_marking", "liveness",
	"onesafe", "S",
	"true", "false", "True", "False", "and", "or", "not", "in", "is", "mod", "div", "min", "max", "floor", "ceil",
	"circular",
	"inf", "Infinite"}

// IsName reports whether GreatSPN takes the name for a node: letters and digits of ASCII and underlines, and no word of
// its language.
func IsName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && !slices.Contains(reserved, name)
}

// WriteProject writes a project file with one net, which ReadProject turns into an equal net. Transitions of priority 0
// are timed, with rate 1, others are immediate; if a priority is negative, the least one counts as 0. Nodes without a
// position are put into rows, places above transitions.
//
// The error says what the format cannot hold, or is that of w: names, see IsName, capacities, read and reset arcs,
// pairs of priorities. Labels, final markings and silent transitions are left out.
func WriteProject(w io.Writer, net *extended.Net) error {
	if err := fits(net); err != nil {
		return fmt.Errorf("greatspn: WriteProject: net %s: %w", net.Name, err)
	}
	p := &printer{bufio.NewWriterSize(w, 1<<16)}
	name := net.Name
	if name == "" {
		name = "net"
	}
	p.WriteString(xml.Header)
	p.tag("", "project", ">", "name", name, "version", "121")
	p.tag("  ", "gspn", ">", "name", name)
	p.WriteString("    <nodes>\n")
	for i := range net.Places {
		place := &net.Places[i]
		at := place.At
		if at == nil {
			at = &extended.Point{X: float64(100 * (i + 1)), Y: 100}
		}
		attrs := []string{"name", place.ID, "x", grid(at.X/unit - 1), "y", grid(at.Y/unit - 1)}
		if place.Initial > 0 {
			attrs = append(attrs, "marking", strconv.FormatInt(place.Initial, 10))
		}
		p.tag("      ", "place", "/>", attrs...)
	}
	least := int64(0)
	for i := range net.Transitions {
		least = min(least, net.Transitions[i].Priority)
	}
	for i := range net.Transitions {
		p.transition(&net.Transitions[i], i, least)
	}
	p.WriteString("    </nodes>\n    <edges>\n")
	for i := range net.Arcs {
		p.arc(net, &net.Arcs[i])
	}
	p.WriteString("    </edges>\n  </gspn>\n</project>\n")
	return p.Flush()
}

// fits says why a project file cannot hold the net.
func fits(net *extended.Net) error {
	if err := net.Check(); err != nil {
		return err
	}
	taken := map[string]bool{}
	named := func(id string) error {
		if !IsName(id) || taken[id] {
			return fmt.Errorf("%q is no name of a node, or of two; expected letters, digits and underlines", id)
		}
		taken[id] = true
		return nil
	}
	for i := range net.Places {
		if err := named(net.Places[i].ID); err != nil {
			return err
		}
		if net.Places[i].Capacity != extended.Unlimited {
			return fmt.Errorf("place %s has a capacity", net.Places[i].ID)
		}
	}
	for i := range net.Transitions {
		if err := named(net.Transitions[i].ID); err != nil {
			return err
		}
	}
	least, most := int64(0), int64(0)
	for i := range net.Transitions {
		least, most = min(least, net.Transitions[i].Priority), max(most, net.Transitions[i].Priority)
	}
	if most > math.MaxInt64+least {
		return fmt.Errorf("the priorities %d and %d are too far apart", least, most)
	}
	for _, a := range net.Arcs {
		if a.Kind == extended.Read || a.Kind == extended.Reset {
			return fmt.Errorf("transition %s has a read or reset arc", net.Transitions[a.Transition].ID)
		}
	}
	if len(net.Over) > 0 {
		return fmt.Errorf("transition %s has priority over another by a pair", net.Transitions[net.Over[0].First].ID)
	}
	return nil
}

type printer struct{ *bufio.Writer }

// tag writes a line with a start tag, whose attributes are names and values by turns.
func (p *printer) tag(indent, element, end string, attrs ...string) {
	p.WriteString(indent + "<" + element)
	for i := 0; i < len(attrs); i += 2 {
		p.WriteString(" " + attrs[i] + `="`)
		xml.EscapeText(p, []byte(attrs[i+1]))
		p.WriteString(`"`)
	}
	p.WriteString(end + "\n")
}

func (p *printer) transition(t *extended.Transition, i int, least int64) {
	at := t.At
	if at == nil {
		at = &extended.Point{X: float64(100 * (i + 1)), Y: 200}
	}
	kind, half := "EXP", 0.45
	var priority []string
	if t.Priority > least {
		kind, half = "IMM", 0.15
		priority = []string{"priority", strconv.FormatInt(t.Priority-least, 10)}
	}
	attrs := []string{"name", t.ID, "type", kind, "x", grid(at.X/unit - half), "y", grid(at.Y/unit - 1)}
	p.tag("      ", "transition", "/>", append(attrs, priority...)...)
}

func (p *printer) arc(net *extended.Net, a *extended.Arc) {
	tail, head := net.Places[a.Place].ID, net.Transitions[a.Transition].ID
	kind := "INPUT"
	switch a.Kind {
	case extended.Output:
		kind, tail, head = "OUTPUT", head, tail
	case extended.Inhibitor:
		kind = "INHIBITOR"
	}
	attrs := []string{"head", head, "kind", kind, "tail", tail}
	if a.Weight != 1 {
		attrs = append(attrs, "mult", strconv.FormatInt(a.Weight, 10))
	}
	if len(a.Via) == 0 {
		p.tag("      ", "arc", "/>", attrs...)
		return
	}
	p.tag("      ", "arc", ">", attrs...)
	for _, at := range a.Via {
		p.tag("        ", "point", "/>", "x", grid(at.X/unit), "y", grid(at.Y/unit))
	}
	p.WriteString("      </arc>\n")
}

// grid returns a coordinate as text, to a millionth.
func grid(x float64) string { return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64) }
