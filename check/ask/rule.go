package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"brim/check/model"
	"brim/engine/kripke"
	"brim/petri"
	"brim/petri/extended"
)

// The firing rule of what is asked about: of a place/transition net, or of one with reset arcs and priorities, which is
// a system. About systems all that needs single firings is asked of package extended, and what needs arcs of a net with
// the arcs that take and give tokens alone.

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

// extend prepares a session about a system that was made of a net.
func (s *session) extend() error {
	d := s.model.Document.Clone()
	var err error
	if s.system, err = extended.NewRule(d.Clone()); err != nil {
		return err
	}
	d.Over = nil
	d.Arcs = slices.DeleteFunc(d.Arcs, func(a extended.Arc) bool { return a.Kind == extended.Reset })
	for p := range d.Places {
		d.Places[p].Capacity = extended.Unlimited
	}
	for t := range d.Transitions {
		d.Transitions[t].Priority = 0
	}
	s.arcs, err = d.Plain()
	return err
}

// skeleton returns the net that is asked about; of one that is a system the net with its arcs that take, give and ask
// for tokens.
func (s *session) skeleton() *petri.Net {
	if s.arcs != nil {
		return s.arcs
	}
	return s.model.Net
}

// rule returns the firing rule of a model of the session. Initial markings make no difference.
func (s *session) rule(m *model.Model) rule { return rule{m.Net, s.system} }

// dead reports whether a marking enables no transition.
func (s *session) dead(m *model.Model, at petri.Marking) bool {
	if m.Net != nil {
		return dead(m.Net, at)
	}
	for t := range m.Document.Transitions {
		if s.system.Enabled(at, t) {
			return false
		}
	}
	return true
}

// begunIn returns the system of the same net with another initial marking.
func (s *session) begunIn(m petri.Marking) *model.Model {
	d := s.model.Document.Clone()
	for p := range d.Places {
		d.Places[p].Initial = m[p]
	}
	v, err := model.OfExtended(context.WithoutCancel(s.ctx), d)
	if err != nil {
		panic(fmt.Sprint("ask: a net that was a system: ", err))
	}
	return v
}

// exploreSystem returns the graph of a system, nil if it is too large or ctx ends. If most is positive, a graph with
// more markings is too large.
func exploreSystem(ctx context.Context, m *model.Model, most int) *graph {
	x, err := m.States()
	if err != nil {
		return nil
	}
	states := x.(kripke.Numbers)
	places := states.Size()
	found, err := kripke.Explore(ctx, states, nil, kripke.Limits{States: min(mostMarkings, mostTokens/max(places, 1), cmp.Or(most, mostMarkings))})
	if err != nil || !found.Complete || found.Transitions > mostEdges {
		return nil
	}
	g := &graph{first: make([]step, found.States())}
	var out kripke.Successors
	for i := range found.States() {
		marking := make(petri.Marking, places)
		states.Marking(marking, found.Table.State(i))
		g.markings = append(g.markings, marking)
		if err := states.Successors(found.Table.State(i), &out); err != nil {
			return nil
		}
		var list []edge
		for k := range out.Len() {
			to, _ := found.Table.Find(out.State(k))
			list = append(list, edge{out.Label(k), to})
			if to > i && g.first[to] == (step{}) {
				g.first[to] = step{i, out.Label(k)}
			}
		}
		g.edges = append(g.edges, list)
	}
	return g
}
