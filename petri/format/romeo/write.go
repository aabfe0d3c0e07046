package romeo

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"brim/petri/extended"
	"brim/petri/timed"
)

// The writer.

// Write writes a net. The error says what the format does not have, or is that of w: capacities, priorities, ages, weak
// semantics, atomic memory, open ends. Labels, final markings, silent transitions, bends and the name of the net are
// left out. Cost: linear.
func Write(w io.Writer, d *timed.Document) error {
	if err := fits(d); err != nil {
		return fmt.Errorf("romeo: net %s: %w", d.Net().Name, err)
	}
	net, b := d.Net(), bufio.NewWriter(w)
	fmt.Fprintf(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TPN name=\"%s\">\n", text(net.Name))
	for i := range net.Places {
		p := &net.Places[i]
		fmt.Fprintf(b,
			"  <place id=\"%d\" label=\"%s\" initialMarking=\"%d\" eft=\"0\" lft=\"inf\">%s"+
				"<scheduling gamma=\"0\" omega=\"0\"/></place>\n",
			i+1, text(p.ID), p.Initial, graphics(p.At))
	}
	for i := range net.Transitions {
		t, interval := &net.Transitions[i], timed.Always()
		if d.Timed != nil {
			interval = d.Timed.Intervals[i]
		}
		last := "inf"
		if interval.High != timed.Infinite {
			last = strconv.FormatInt(interval.High, 10)
		}
		fmt.Fprintf(b, "  <transition id=\"%d\" label=\"%s\" eft=\"%d\" lft=\"%s\" obs=\"1\">%s</transition>\n",
			i+1, text(t.ID), interval.Low, last, graphics(t.At))
	}
	names := map[extended.Kind]string{}
	for name, kind := range kinds {
		names[kind] = name
	}
	for _, a := range net.Arcs {
		fmt.Fprintf(b,
			"  <arc place=\"%d\" transition=\"%d\" type=\"%s\" weight=\"%d\"><nail xnail=\"0\" ynail=\"0\"/></arc>\n",
			a.Place+1, a.Transition+1, names[a.Kind], a.Weight)
	}
	fmt.Fprintln(b, "</TPN>")
	return b.Flush()
}

// fits says what of a document the format does not have.
func fits(d *timed.Document) error {
	if err := d.Check(); err != nil {
		return err
	}
	net := d.Net()
	switch {
	case d.Arcs != nil:
		return errors.New("it is a timed-arc net")
	case net.HasPriorities():
		return errors.New("some transition has priority over another")
	case d.Timed != nil && (d.Timed.Weak || d.Timed.Memory != timed.Intermediate):
		return errors.New("the semantics of time is not strong and intermediate")
	}
	if d.Timed != nil {
		for t, i := range d.Timed.Intervals {
			if !i.Closed() {
				return fmt.Errorf("the interval of transition %q has an open end", net.Transitions[t].ID)
			}
		}
	}
	for i := range net.Places {
		if net.Places[i].Capacity != extended.Unlimited {
			return fmt.Errorf("place %q has a capacity", net.Places[i].ID)
		}
	}
	return nil
}

// graphics returns the position of a node.
func graphics(at *extended.Point) string {
	if at == nil {
		return ""
	}
	return fmt.Sprintf("<graphics color=\"0\"><position x=\"%s\" y=\"%s\"/>"+
		"<deltaLabel deltax=\"20\" deltay=\"20\"/></graphics>",
		strconv.FormatFloat(at.X, 'f', -1, 64), strconv.FormatFloat(at.Y, 'f', -1, 64))
}

// text returns a text as an attribute has it.
func text(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder returns no error
	return b.String()
}
