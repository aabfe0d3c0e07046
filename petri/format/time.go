package format

import (
	"slices"

	"brim/petri/extended"
	"brim/petri/timed"
)

// What becomes of the time of a net that is made to fit a format.

// time leaves out what of time the format has not, which changes the behaviour. A time that says nothing is left out
// first.
func (x *fitting) time() {
	x.doc = x.doc.Simple()
	switch n := x.doc; {
	case n.Timed != nil && x.lacks(Intervals):
		waits := 0
		for _, i := range n.Timed.Intervals {
			if i != timed.Always() {
				waits++
			}
		}
		x.lost("%s left out", plural(waits, "interval of time is", "intervals of time are"))
		x.doc = &timed.Document{Untimed: n.Timed.Net}
	case n.Arcs != nil && x.lacks(Ages):
		x.lost("the ages of tokens, with all that depends on them, are left out")
		x.doc = &timed.Document{Untimed: n.Arcs.Ageless()}
	}
	x.net = x.doc.Net()
	if n := x.doc.Timed; n != nil && x.lacks(Semantics) {
		if n.Weak {
			x.lost("that transitions may miss their intervals is left out")
		}
		if n.Memory == timed.Atomic {
			x.lost("that clocks go on between taking and giving tokens is left out")
		}
		n.Weak, n.Memory = false, timed.Intermediate
	}
	if x.lacks(OpenEnds) {
		x.lost("intervals with open ends get closed ones")
		x.closeEnds()
		x.doc = x.doc.Simple() // some intervals say nothing now
		x.net = x.doc.Net()
	}
}

// closeEnds adds to all intervals and invariants the ends that they lack.
func (x *fitting) closeEnds() {
	closed := func(i *timed.Interval) { i.LowOpen, i.HighOpen = false, false }
	if n := x.doc.Timed; n != nil {
		for i := range n.Intervals {
			closed(&n.Intervals[i])
		}
	}
	if n := x.doc.Arcs; n != nil {
		for i := range n.Ages {
			closed(&n.Ages[i])
		}
		for i := range n.Transports {
			closed(&n.Transports[i].Ages)
		}
		for p := range n.Invariants {
			n.Invariants[p].Open = false
		}
	}
}

// timesOf returns what of time a document has.
func timesOf(d *timed.Document) (f Features) {
	if d = d.Simple(); d.Timed != nil {
		f |= Intervals | when(d.Timed.Weak || d.Timed.Memory == timed.Atomic, Semantics)
		for _, i := range d.Timed.Intervals {
			f |= when(!i.Closed(), OpenEnds)
		}
	}
	if n := d.Arcs; n != nil {
		f |= Ages
		for _, i := range n.Ages {
			f |= when(!i.Closed(), OpenEnds)
		}
		for _, a := range n.Transports {
			f |= when(!a.Ages.Closed(), OpenEnds) | when(a.Weight > 1, Weights) | when(len(a.Before)+len(a.After) > 0,
				Bends)
		}
		for _, b := range n.Invariants {
			f |= when(b.Open && b.Most != timed.Infinite, OpenEnds)
		}
	}
	return f
}

// guarded adds inhibitor arcs that say what the capacities say, and nothing else: in a net with time read arcs are not
// the same as pairs of arcs, which a place/transition net has for them. It reports false, and adds nothing, where a
// capacity says something else.
func (x *fitting) guarded() bool {
	all, err := x.net.Needs()
	if err != nil {
		return false
	}
	var more []extended.Arc
	for t, needs := range all {
		for _, d := range needs {
			most := x.net.Places[d.Place].Capacity
			switch {
			case most == extended.Unlimited, !d.Reset && d.Delta() <= 0, d.Reset && d.Give <= most:
				continue
			case d.Reset || most < d.Delta():
				return false
			}
			more = append(more, extended.Arc{
				Place: d.Place, Transition: t, Kind: extended.Inhibitor, Weight: most - d.Delta() + 1,
			})
		}
	}
	x.net.Arcs = append(x.net.Arcs, more...)
	return true
}

// keep leaves out all arcs but those that keep names, with the ages of the tokens that they take.
func (x *fitting) keep(keeps func(a extended.Arc) bool) {
	n, to := x.doc.Arcs, 0
	for i, a := range x.net.Arcs {
		if !keeps(a) {
			continue
		}
		if x.net.Arcs[to] = a; n != nil {
			n.Ages[to] = n.Ages[i]
		}
		to++
	}
	x.net.Arcs = slices.Delete(x.net.Arcs, to, len(x.net.Arcs))
	if n != nil {
		n.Ages = n.Ages[:to]
	}
}

// age returns the ages of the tokens that arc i takes.
func (x *fitting) age(i int) timed.Interval {
	if n := x.doc.Arcs; n != nil {
		return n.Ages[i]
	}
	return timed.Always()
}
