package pnml

import (
	"slices"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/extended"
	"brim/petri/timed"
)

// This file reads the subprocesses of WoPeD, a tool for workflow nets. Its operators, such as an XOR split, need no
// code here: it writes each as the places and transitions that it means, with a toolspecific part that says what they
// are in its drawing.
//
// A subprocess is a transition that stands for a net, which "is to be inserted instead of this placeholder" [EF08].
// That net is inside of a page that has the id of the transition. Those of its places that have the id of a place
// outside are that place.

// subprocess reads the net that is inside of the page called id, and puts it in the place of the transition called so.
func (r *reader) subprocess(id string) error {
	line := r.Line()
	t, ok := r.b.TransitionIndex(id)
	if !ok || slices.Contains(r.replaced, t) {
		return r.Errorf(line, "page %s has a net inside; expected a transition of that id before it, which has one "+
			"such page, as WoPeD writes subprocesses",
			printable.Quote(id))
	}
	if err := r.extend(line); err != nil {
		return err
	}
	r.replaced = append(r.replaced, t)
	r.inside++
	err := r.page()
	r.inside--
	return err
}

// isBorder reports whether el, a place inside of a subprocess, is a place outside of it.
func (r *reader) isBorder(el xmlscan.Element) bool {
	id, _ := el.Attr("id")
	_, known := r.b.PlaceIndex(id)
	return known
}

// replace takes the transitions out of the net that subprocesses stand for.
func (r *reader) replace() {
	if len(r.replaced) == 0 {
		return
	}
	at := make([]int, len(r.ext.Transitions)) // −1 for those that go
	for _, t := range r.replaced {
		at[t] = -1
	}
	var left []extended.Transition
	var intervals []timed.Interval
	for t, transition := range r.ext.Transitions {
		if at[t] == 0 {
			at[t] = len(left)
			left = append(left, transition)
			if r.times != nil {
				intervals = append(intervals, r.times.Intervals[t])
			}
		}
	}
	r.ext.Transitions = left
	if r.times != nil {
		r.times.Intervals = intervals
	}
	r.ext.Arcs = slices.DeleteFunc(r.ext.Arcs, func(a extended.Arc) bool { return at[a.Transition] < 0 })
	for i := range r.ext.Arcs {
		r.ext.Arcs[i].Transition = at[r.ext.Arcs[i].Transition]
	}
	r.ext.Over = slices.DeleteFunc(r.ext.Over,
		func(o extended.Priority) bool { return at[o.First] < 0 || at[o.Then] < 0 })
	for i := range r.ext.Over {
		o := &r.ext.Over[i]
		o.First, o.Then = at[o.First], at[o.Then]
	}
}
