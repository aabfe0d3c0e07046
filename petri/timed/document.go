package timed

import (
	"errors"
	"slices"

	"brim/petri/extended"
)

// Nets as files have them, with or without time.

// A Document is the net of a file. Exactly one of its fields is set.
type Document struct {
	Untimed *extended.Net
	Timed   *Net    // a time Petri net
	Arcs    *ArcNet // a timed-arc net
}

// Net returns the net with its drawing and without its time. It is the document's own, not a copy; transport arcs are
// not in it.
func (d *Document) Net() *extended.Net {
	switch {
	case d.Timed != nil:
		return d.Timed.Net
	case d.Arcs != nil:
		return d.Arcs.Net
	}
	return d.Untimed
}

// WithoutTime returns the net of a document without time. Otherwise the error says which kind of time it has.
func (d *Document) WithoutTime() (*extended.Net, error) {
	switch {
	case d.Timed != nil:
		return nil, errors.New("this is a time Petri net; expected a net without time")
	case d.Arcs != nil:
		return nil, errors.New("this is a timed-arc net; expected a net without time")
	}
	return d.Untimed, nil
}

// Check returns an error that says what is wrong with the net.
func (d *Document) Check() error {
	switch {
	case d.Timed != nil && d.Arcs == nil && d.Untimed == nil:
		return d.Timed.Check()
	case d.Arcs != nil && d.Timed == nil && d.Untimed == nil:
		return d.Arcs.Check()
	case d.Untimed != nil && d.Timed == nil && d.Arcs == nil:
		return d.Untimed.Check()
	}
	return errors.New("a document has one net")
}

// Clone returns a copy that shares no memory with d.
func (d *Document) Clone() *Document {
	switch {
	case d.Timed != nil:
		n := *d.Timed
		n.Net, n.Intervals = n.Net.Clone(), slices.Clone(n.Intervals)
		return &Document{Timed: &n}
	case d.Arcs != nil:
		n := *d.Arcs
		n.Net, n.Ages, n.Transports = n.Net.Clone(), slices.Clone(n.Ages), slices.Clone(n.Transports)
		n.Invariants, n.Urgent = slices.Clone(n.Invariants), slices.Clone(n.Urgent)
		for i := range n.Transports {
			t := &n.Transports[i]
			t.Before, t.After = slices.Clone(t.Before), slices.Clone(t.After)
		}
		return &Document{Arcs: &n}
	}
	return &Document{Untimed: d.Untimed.Clone()}
}

// Simple returns the document without time if its time says nothing: if no transition and no token ever has to wait or
// to hurry. Then its markings follow each other as without time, but for delays. Otherwise it returns d itself. The
// result shares memory with d.
func (d *Document) Simple() *Document {
	switch {
	case d.Timed != nil && !slices.ContainsFunc(d.Timed.Intervals, waits):
		return &Document{Untimed: d.Timed.Net}
	case d.Arcs != nil && d.Arcs.idle():
		return &Document{Untimed: d.Arcs.Ageless()}
	}
	return d
}

// waits reports whether some time is not in the interval. The mark of an open end says nothing where there is none.
func waits(i Interval) bool { return i.Low > 0 || i.LowOpen || i.High != Infinite }

// idle reports whether the net asks nothing of ages and has no urgent transitions.
func (n *ArcNet) idle() bool {
	return !slices.ContainsFunc(n.Ages, waits) && !slices.Contains(n.Urgent, true) &&
		!slices.ContainsFunc(n.Transports, func(a Transport) bool { return waits(a.Ages) }) &&
		!slices.ContainsFunc(n.Invariants, func(b Bound) bool { return b.Most != Infinite })
}

// Ageless returns the net whose tokens have no ages: without intervals, invariants and urgency, and with an input and
// an output arc for each transport arc. It shares memory with n.
func (n *ArcNet) Ageless() *extended.Net {
	net := *n.Net
	net.Arcs = slices.Clip(net.Arcs)
	for _, a := range n.Transports {
		net.Arcs = append(net.Arcs,
			extended.Arc{Place: a.From, Transition: a.Transition, Kind: extended.Input, Weight: a.Weight,
				Via: a.Before},
			extended.Arc{Place: a.To, Transition: a.Transition, Kind: extended.Output, Weight: a.Weight, Via: a.After})
	}
	return &net
}
