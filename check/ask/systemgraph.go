package ask

import (
	"cmp"
	"context"
	"slices"

	"brim/check/model"
	"brim/engine/kripke"
	"brim/engine/ticks"
	"brim/petri"
)

// The graph of a system: of a net with reset arcs or priorities or, with a node for each state, of a net with time.

// exploreSystem returns the graph of a system or of a net with time, nil if it is too large, ctx ends, or there is no
// system of the net. If most is positive, a graph with more states is too large.
func exploreSystem(ctx context.Context, m *model.Model, most int) *graph {
	inner, transition := m, func(event int) int { return event }
	if m.HasTime() {
		var err error
		if inner, _, err = m.Compile(ctx, nil); err != nil {
			return nil
		}
		transition = inner.TransitionOf
	}
	x, err := inner.States()
	if err != nil {
		return nil
	}
	states := x.(kripke.Numbers)
	places := len(m.Outline().Places)
	limits := kripke.Limits{States: min(mostMarkings, mostTokens/max(states.Size(), 1), cmp.Or(most, mostMarkings))}
	found, err := kripke.Explore(ctx, states, nil, limits)
	if err != nil || !found.Complete || found.Transitions > mostEdges {
		return nil
	}
	g := &graph{first: slices.Repeat([]step{{-1, -1}}, found.States())}
	if m.HasTime() {
		g.timed = &systemStates{inner, found.Table}
	}
	var out kripke.Successors
	for i := range found.States() {
		marking := make(petri.Marking, places)
		if m.HasTime() {
			marking = inner.MarkingIn(found.Table.State(i))
		} else {
			states.Marking(marking, found.Table.State(i))
		}
		g.markings = append(g.markings, marking)
		if err := states.Successors(found.Table.State(i), &out); err != nil {
			return nil
		}
		var list []edge
		for k := range out.Len() {
			to, _ := found.Table.Find(out.State(k))
			list = append(list, edge{transition(out.Label(k)), to})
			if to > 0 && g.first[to].from < 0 {
				g.first[to] = step{i, out.Label(k)}
			}
		}
		g.edges = append(g.edges, list)
	}
	return g
}

// systemStates are the nodes of the graph of a net with time.
type systemStates struct {
	model *model.Model // the system
	table *kripke.Table
}

// run returns a shortest path of firings and units of time to a state as a run of the net.
func (x *systemStates) run(g *graph, to int) *model.TimedRun {
	var nodes []int
	p := &kripke.Path{Loop: model.NoLoop, Labels: g.path(to)}
	for ; to > 0; to = g.first[to].from {
		nodes = append(nodes, to)
	}
	p.States = append(p.States, x.table.State(0))
	for i := len(nodes) - 1; i >= 0; i-- {
		p.States = append(p.States, x.table.State(nodes[i]))
	}
	run, err := x.model.TimedRun(p)
	if err != nil {
		panic("ask: a run of a net with time: " + err.Error())
	}
	return run
}

// fires reports whether the edge is a firing, not a unit of time.
func (e edge) fires() bool { return e.transition != ticks.Tick }

// tooMany says why there is no graph of all markings.
func (s *session) tooMany(m *model.Model) string {
	if s.grows(m, firstGrowing) != nil {
		return "the net is unbounded, so there are infinitely many markings"
	}
	if m.HasTime() {
		if _, _, err := m.Compile(s.ctx, nil); err != nil {
			return err.Error()
		}
		return "there are too many states to look at each of them"
	}
	return "there are too many markings to look at each of them"
}
