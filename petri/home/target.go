package home

import "brim/petri"

// Targets of descents.

// A Target is a set of markings that the net should always be able to reach.
type Target interface {
	// Has reports whether a marking belongs to the target.
	Has(petri.Marking) bool
	// Near returns a marking of the target that can be reached from m, a near one if possible, or nil if it finds none,
	// and the firing sequence that leads there, if it knows it. It guides the search, so nothing depends on it.
	Near(m petri.Marking) (near petri.Marking, path []int)
}

// At returns the target that is one marking.
func At(m petri.Marking) Target { return at(m) }

type at petri.Marking

func (t at) Has(m petri.Marking) bool { return m.Equal(petri.Marking(t)) }

func (t at) Near(petri.Marking) (petri.Marking, []int) { return petri.Marking(t), nil }
