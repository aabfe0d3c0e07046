package format

import (
	"fmt"
	"io"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Nets as a format can hold them, and what is lost on the way.

// A Loss says in a sentence what a file in a format will not have, or have in another form.
type Loss struct {
	Text      string
	Behaviour bool // the net of the file behaves differently
}

// Fit returns a document as the format can hold it, and what that changed. The document itself stays as it is. Errors
// are those of Check.
func (f *Format) Fit(d *timed.Document) (*timed.Document, []Loss, error) {
	if err := d.Check(); err != nil {
		return nil, nil, err
	}
	x := &fitting{f: f, doc: d.Clone()}
	x.time()
	x.capacities()
	x.priorities()
	x.resets()
	x.inhibitors()
	x.reads()
	x.merge()
	x.weights()
	x.decorations()
	x.title()
	if f.adapt != nil {
		before := x.net.Clone()
		f.adapt(x.doc)
		if n := placed(x.net) - placed(before); n > 0 {
			x.note("%s", plural(n, "node without a position gets one", "nodes without a position get one"))
		}
		if n := joined(before, x.net); n > 0 {
			x.note("%s", plural(n, "label of several lines is written in one",
				"labels of several lines are written in one"))
		}
	}
	return x.doc, x.losses, nil
}

// Write writes a document that fits the format, such as Fit makes; the error says what does not fit, or is that of w.
func (f *Format) Write(w io.Writer, d *timed.Document) error {
	if f.write == nil {
		return fmt.Errorf("files in the format %s are read, but not written", f.Name)
	}
	if lacking := featuresOf(d) &^ f.Holds; lacking != 0 {
		return fmt.Errorf("the format %s has no place for %v", f.Name, lacking)
	}
	return f.write(w, d.Simple())
}

// A fitting is one run of Fit.
type fitting struct {
	f      *Format
	doc    *timed.Document
	net    *extended.Net // that of doc
	losses []Loss
}

// placed returns how many nodes have a position.
func placed(net *extended.Net) (n int) {
	for i := range net.Places {
		if net.Places[i].At != nil {
			n++
		}
	}
	for i := range net.Transitions {
		if net.Transitions[i].At != nil {
			n++
		}
	}
	return n
}

// joined returns how many labels of several lines have others after.
func joined(before, after *extended.Net) (n int) {
	other := func(before, after string) {
		if before = strings.TrimSpace(before); strings.ContainsAny(before, "\r\n") && before != after {
			n++
		}
	}
	for i := range before.Places {
		other(before.Places[i].Label, after.Places[i].Label)
	}
	for i := range before.Transitions {
		other(before.Transitions[i].Label, after.Transitions[i].Label)
	}
	return n
}

// lacks reports whether the document has something of the features that the format has not.
func (x *fitting) lacks(of Features) bool { return featuresOf(x.doc)&of&^x.f.Holds != 0 }

// note adds what is written in another form, or left out without a change of behaviour.
func (x *fitting) note(format string, args ...any) {
	x.losses = append(x.losses, Loss{Text: fmt.Sprintf(format, args...)})
}

// lost adds what changes the behaviour.
func (x *fitting) lost(format string, args ...any) {
	x.losses = append(x.losses, Loss{Text: fmt.Sprintf(format, args...), Behaviour: true})
}

// featuresOf returns what a document has.
func featuresOf(d *timed.Document) Features { return netFeatures(d.Net()) | timesOf(d) }

// netFeatures returns what a net has beside time.
func netFeatures(net *extended.Net) (f Features) {
	for i := range net.Places {
		p := &net.Places[i]
		f |= when(p.Capacity != extended.Unlimited, Capacities) | when(p.Label != "", Labels) | when(p.At != nil,
			Positions)
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		f |= when(t.Priority != net.Transitions[0].Priority, Numbers) | when(t.Label != "", Labels) |
			when(t.At != nil, Positions) | when(t.Silent, Silent)
	}
	kinds := [...]Features{extended.Read: Reads, extended.Inhibitor: Inhibitors, extended.Reset: Resets}
	for _, a := range net.Arcs {
		f |= kinds[a.Kind] | when(a.Weight > 1, Weights) | when(len(a.Via) > 0, Bends)
	}
	return f | when(len(net.Over) > 0, Pairs) | when(len(net.Finals) > 0, Finals) | when(net.Name != "", Title)
}

func when(is bool, f Features) Features {
	if is {
		return f
	}
	return 0
}

// decorations leaves out what has no bearing on the behaviour, and renames.
func (x *fitting) decorations() {
	net := x.net
	if changed, old, now := x.f.names(net).rename(net, x.f.Holds&Labels != 0); changed > 0 {
		x.note("%s: %s is now %s", plural(changed, "name does not fit the format and is replaced",
			"names do not fit the format and are replaced"), printable.Quote(old), printable.Quote(now))
	}
	if x.lacks(Finals) {
		x.note("%s left out", plural(len(net.Finals), "final marking is", "final markings are"))
		net.Finals = nil
	}
	if x.lacks(Labels) {
		n := 0
		for i := range net.Places {
			n += count(&net.Places[i].Label, "")
		}
		for i := range net.Transitions {
			n += count(&net.Transitions[i].Label, "")
		}
		x.note("%s left out", plural(n, "label is", "labels are"))
	}
	if x.lacks(Silent) {
		n := 0
		for i := range net.Transitions {
			n += count(&net.Transitions[i].Silent, false)
		}
		x.note("that %s silent is left out", plural(n, "transition is", "transitions are"))
	}
	if x.lacks(Positions) {
		n := 0
		for i := range net.Places {
			n += count(&net.Places[i].At, nil)
		}
		for i := range net.Transitions {
			n += count(&net.Transitions[i].At, nil)
		}
		x.note("%s left out", plural(n, "position of a node is", "positions of nodes are"))
	}
	if x.lacks(Bends) {
		n := 0
		straight := func(via *[]extended.Point) {
			if *via != nil {
				*via = nil
				n++
			}
		}
		for i := range net.Arcs {
			straight(&net.Arcs[i].Via)
		}
		if d := x.doc.Arcs; d != nil {
			for i := range d.Transports {
				straight(&d.Transports[i].Before)
				straight(&d.Transports[i].After)
			}
		}
		x.note("the bends of %s left out", plural(n, "arc are", "arcs are"))
	}
}

// count sets a value to nothing and returns 1 if it was something.
func count[T comparable](value *T, nothing T) int {
	if *value == nothing {
		return 0
	}
	*value = nothing
	return 1
}

func (x *fitting) title() {
	if x.lacks(Title) {
		x.net.Name = ""
	}
}

// plural returns a number with one of two phrases.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
