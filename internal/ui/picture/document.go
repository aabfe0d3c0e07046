package picture

import (
	"bufio"
	"io"

	"brim/internal/quantity"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Nets as files have them for Graphviz: those with time, with intervals beside transitions and ages along arcs.

// Document draws a net for Graphviz with its capacities, priorities and its time.
func Document(w io.Writer, d *timed.Document) error {
	net, times := d.Net(), TimeTexts(d)
	n := &netPrinter{w: bufio.NewWriter(w)}
	p := &placed{net: net, times: times}
	n.begin(net.Name)
	for i := range net.Places {
		x := &net.Places[i]
		label := placeLabel(called(x.ID, x.Label), x.Initial)
		n.line("  p%d [shape=ellipse, label=%s];", i, dotQuote(below(label, p.placeNote(i))))
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		n.transition(i, below(called(t.ID, t.Label), p.transitionNote(i)))
	}
	for i, a := range net.Arcs {
		weight := ""
		if a.Weight > 1 && a.Kind != extended.Reset {
			weight = quantity.Int(a.Weight)
		}
		n.arc(a, Joined(weight, times.Arcs[i]), map[extended.Kind]string{
			extended.Read: "dir=none", extended.Inhibitor: "arrowhead=odot", extended.Reset: "arrowhead=normalnormal",
		}[a.Kind])
	}
	if d.Arcs != nil {
		for i, a := range d.Arcs.Transports {
			text := times.Transports[i]
			n.arc(extended.Arc{Place: a.From, Transition: a.Transition, Kind: extended.Input}, text[0],
				"arrowhead=diamond")
			n.arc(extended.Arc{Place: a.To, Transition: a.Transition, Kind: extended.Output}, text[1],
				"arrowhead=diamond")
		}
	}
	for _, o := range net.Over {
		n.line("  t%d -> t%d [style=dashed];", o.First, o.Then)
	}
	n.line("}")
	return n.w.Flush() // it keeps the first error of all writes
}

// below writes a note below a label, if there is one.
func below(label, note string) string {
	if note == "" {
		return label
	}
	return label + "\n" + note
}

// arc draws an arc with a text and the attributes of its kind.
func (n *netPrinter) arc(a extended.Arc, text, kind string) {
	list := ""
	if kind != "" {
		list += ", " + kind
	}
	if text != "" {
		list += ", label=" + dotQuote(text)
	}
	if a.Kind == extended.Output {
		n.line("  t%d -> p%d%s;", a.Transition, a.Place, attributes(list))
	} else {
		n.line("  p%d -> t%d%s;", a.Place, a.Transition, attributes(list))
	}
}
