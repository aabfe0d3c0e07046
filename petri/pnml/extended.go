package pnml

import (
	"context"
	"io"
	"strings"

	"brim/internal/input"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/extended"
	"brim/petri/timed"
)

// This file puts together what is read: a place/transition net, or, where that has no room for what the file says, an
// extended one.

// A Document is the net of a file. One of the fields is set.
type Document struct {
	Plain    *petri.Net
	Coloured *coloured.Net
	// Extended is a net with capacities, reset arcs, priorities or final markings, or with time. It has no positions
	// and no units.
	Extended *timed.Document
}

// ReadDocument is ReadAny for a net of any kind.
func ReadDocument(r io.Reader, file string) (*Document, error) {
	return readDocument(r, file, reader{any: true, whole: true})
}

// ReadDocumentFile is ReadDocument of the file at path. Reading ends with the context.
func ReadDocumentFile(ctx context.Context, path string) (*Document, error) {
	f, err := input.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadDocument(f, path)
}

// ReadExtended is Read for all that extended nets and nets with time have: capacities, reset arcs, priorities, final
// markings, silent transitions, and the positions of nodes and the bends of arcs where a drawing has them. The arcs
// stay those of the file, in its order. Units are checked and left out.
func ReadExtended(r io.Reader, file string) (*timed.Document, error) {
	d, err := readDocument(r, file, reader{whole: true, drawn: true})
	if err != nil {
		return nil, err
	}
	return d.Extended, nil
}

// begin begins the net called name.
func (r *reader) begin(name string) {
	r.name, r.b = name, petri.NewBuilder(name)
	if r.drawn {
		r.ext = &extended.Net{Name: name}
	}
}

// extend goes over to an extended net, because of what is in that line. What was read until then is its beginning, and
// the Builder has its names only.
func (r *reader) extend(line int) error {
	if r.ext != nil {
		return nil
	}
	net, err := r.b.Net()
	if err != nil {
		return r.Errorf(r.netLine, "%v", err)
	}
	r.extendedLine, r.ext = line, extended.Of(net)
	r.ext.Arcs = append(r.ext.Arcs, r.reads...)
	for _, t := range r.silents {
		r.ext.Transitions[t].Silent = true
	}
	r.b = petri.NewBuilder(r.name)
	for i := range net.Places {
		r.b.Place(net.Places[i].Name, net.Places[i].Initial)
	}
	for i := range net.Transitions {
		r.b.Transition(net.Transitions[i].Name)
	}
	return nil
}

// addPlace adds a place, which stands in that line.
func (r *reader) addPlace(p extended.Place, line int) error {
	if p.Capacity != extended.Unlimited {
		if err := r.extend(line); err != nil {
			return err
		}
	}
	i := r.b.Place(p.ID, p.Initial)
	r.places = append(r.places, p.Initial)
	r.lines[aPlace] = append(r.lines[aPlace], line)
	if r.ext == nil {
		r.b.AliasPlace(i, p.Label)
		return nil
	}
	p.Label = label(p.Label, p.ID)
	r.ext.Places = append(r.ext.Places, p)
	return nil
}

// addTransition adds a transition.
func (r *reader) addTransition(t extended.Transition, when firing) {
	i := r.b.Transition(t.ID)
	r.lines[aTransition] = append(r.lines[aTransition], when.line)
	if when.timed != "" || when.priority != 0 {
		when.transition = i
		r.firings = append(r.firings, when)
	}
	if r.ext == nil {
		r.b.AliasTransition(i, t.Label)
		if t.Silent {
			r.silents = append(r.silents, i)
		}
		return
	}
	t.Label = label(t.Label, t.ID)
	r.ext.Transitions = append(r.ext.Transitions, t)
}

// label returns the label of the node called id, which is empty if it says the same.
func label(text, id string) string {
	if text = strings.TrimSpace(text); text == strings.TrimSpace(id) {
		return ""
	}
	return text
}

// addArc adds an arc. Read arcs of a net that has no reset arcs until then wait for its end, since a read arc is a pair
// of arcs only where no other arc empties the place.
func (r *reader) addArc(a extended.Arc, line int) error {
	if a.Kind == extended.Reset {
		if err := r.extend(line); err != nil {
			return err
		}
	}
	switch {
	case r.ext != nil:
		r.ext.Arcs = append(r.ext.Arcs, a)
	case a.Kind == extended.Output:
		r.b.Out(a.Transition, a.Place, a.Weight)
	case a.Kind == extended.Input:
		r.b.In(a.Transition, a.Place, a.Weight)
	case a.Kind == extended.Inhibitor:
		r.b.Inhibit(a.Transition, a.Place, a.Weight)
	default:
		r.reads = append(r.reads, a)
	}
	return nil
}

// finish completes a net at the end of the document: it resolves references, connects the arcs that waited for their
// ends, and adds what speaks of the whole net.
func (r *reader) finish() (*Document, error) {
	if err := r.resolveReferences(); err != nil {
		return nil, err
	}
	for _, a := range r.pending {
		if err := r.connect(a, true); err != nil {
			return nil, err
		}
	}
	for _, step := range []func() error{r.order, r.addPriorities, r.addFinals, r.addUnits, r.addDelays} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if r.ext == nil {
		for _, a := range r.reads {
			r.b.Read(a.Transition, a.Place, a.Weight)
		}
		net, err := r.b.Net()
		if err != nil {
			return nil, r.Errorf(r.netLine, "%v", err)
		}
		return &Document{Plain: net}, nil
	}
	r.replace()
	if err := r.ext.Check(); err != nil {
		return nil, r.Errorf(r.netLine, "%v", err)
	}
	if r.whole {
		d := &timed.Document{Untimed: r.ext}
		switch {
		case r.ages != nil:
			d = &timed.Document{Arcs: r.ages}
		case r.times != nil:
			d = &timed.Document{Timed: r.times}
		}
		if d.Untimed == nil {
			if err := d.Check(); err != nil {
				return nil, r.Errorf(r.netLine, "%v", err)
			}
		}
		if r.times != nil {
			d = d.Simple() // a subprocess may stand for all that has intervals
		}
		return &Document{Extended: d}, nil
	}
	net, err := r.ext.Plain()
	if err != nil {
		return nil, r.Errorf(r.extendedLine, "%v", err)
	}
	return &Document{Plain: net}, nil
}

// addUnits adds the units of an NUPN.
func (r *reader) addUnits() error {
	if r.nupn == nil {
		return nil
	}
	units, err := r.units()
	if err != nil {
		return err
	}
	if r.ext != nil {
		units.Safe = false // a promise about another net
		r.ext.Units = units
		return nil
	}
	units.Doubt = r.doubt(units)
	units.Safe = units.Safe && units.Doubt == ""
	r.b.Units(units)
	return nil
}
