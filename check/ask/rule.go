package ask

import (
	"context"
	"fmt"
	"slices"

	"brim/check/model"
	"brim/petri"
	"brim/petri/extended"
	"brim/petri/timed"
)

// The firing rule of what is asked about: of a place/transition net, or of one with reset arcs and priorities, which is
// a system. About systems all that needs single firings is asked of package extended, and what needs arcs of a net with
// the arcs that take and give tokens alone; so is a net with time, whose runs package model replays.

// A rule fires transitions.
type rule struct {
	net *petri.Net     // nil for systems
	of  *extended.Rule // of systems
}

// fire returns the marking after t fired in m; ok is false if it cannot.
func (r rule) fire(m petri.Marking, t int) (next petri.Marking, ok bool) {
	if r.net != nil {
		next = m.Clone()
		return next, r.net.Enabled(m, t) && r.net.FireInto(next, m, t)
	}
	next, err := r.of.Fire(m, t)
	return next, err == nil
}

// enabled reports whether t can fire in m.
func (r rule) enabled(m petri.Marking, t int) bool {
	if r.net != nil {
		return r.net.Enabled(m, t)
	}
	return r.of.Enabled(m, t)
}

// replay returns the marking after some steps; ok is false if one cannot be fired.
func (r rule) replay(m petri.Marking, steps []int) (end petri.Marking, ok bool) {
	if r.net != nil {
		m = m.Clone()
	}
	for _, t := range steps {
		switch {
		case r.net == nil:
			if m, ok = r.fire(m, t); !ok {
				return nil, false
			}
		case !r.net.Enabled(m, t) || r.net.Fire(m, t) != nil:
			return nil, false
		}
	}
	return m, true
}

// extend prepares a session about a net that a file has, or about one with time.
func (s *session) extend() error {
	d := s.model.Document
	if d == nil {
		return nil
	}
	var err error
	switch {
	case s.model.TimedArcs != nil:
		d = s.model.TimedArcs.Ageless()
	case s.model.Timed == nil && s.model.Net == nil:
		if s.system, err = extended.NewRule(d.Clone()); err != nil {
			return err
		}
	}
	s.arcs, err = bare(d)
	return err
}

// bare returns the net with its arcs that take, give and ask for tokens alone.
func bare(d *extended.Net) (*petri.Net, error) {
	d = d.Clone()
	d.Over = nil
	d.Arcs = slices.DeleteFunc(d.Arcs,
		func(a extended.Arc) bool { return a.Kind == extended.Reset || a.Kind == extended.Inhibitor })
	for p := range d.Places {
		d.Places[p].Capacity = extended.Unlimited
	}
	for t := range d.Transitions {
		d.Transitions[t].Priority = 0
	}
	return d.Plain()
}

// skeleton returns the net that is asked about; of another model the net with its arcs that take, give and ask for
// tokens.
func (s *session) skeleton() *petri.Net {
	if s.model.Net != nil {
		return s.model.Net
	}
	return s.arcs
}

// flowing returns the net whose arcs tell where cases flow. Capacities and priorities, which a place/transition net has
// as further arcs, are left out.
func (s *session) flowing() *petri.Net {
	if s.arcs != nil {
		return s.arcs
	}
	return s.model.Net
}

// rule returns the firing rule of a model of the session. Initial markings make no difference.
func (s *session) rule(m *model.Model) rule { return rule{m.Net, s.system} }

// stuck reports whether a run ends where no transition can fire any more, in a net with time however long one waits.
func (s *session) stuck(m *model.Model, r *trail) bool {
	switch {
	case r.timed != nil:
		return r.timed.Deadlock
	case m.Net != nil:
		for range m.Net.EnabledTransitions(r.end) {
			return false
		}
		return true
	}
	for t := range m.Document.Transitions {
		if s.system.Enabled(r.end, t) {
			return false
		}
	}
	return true
}

// begunIn returns the model of the same net with another initial marking.
func (s *session) begunIn(m petri.Marking) *model.Model {
	d := &timed.Document{Untimed: s.model.Document}
	if s.model.HasTime() {
		d = &timed.Document{Timed: s.model.Timed, Arcs: s.model.TimedArcs}
	}
	d = d.Clone()
	for p := range d.Net().Places {
		d.Net().Places[p].Initial = m[p]
	}
	var v *model.Model
	var err error
	switch {
	case d.Timed != nil:
		v, err = model.OfTimed(d.Timed)
	case d.Arcs != nil:
		v, err = model.OfTimedArcs(d.Arcs)
	default:
		v, err = model.OfExtended(context.WithoutCancel(s.ctx), d.Net())
	}
	if err != nil {
		panic(fmt.Sprint("ask: a net that was a model: ", err))
	}
	return v
}
