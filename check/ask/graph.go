package ask

import (
	"context"
	"encoding/binary"

	"brim/petri"
)

// The graph of all reachable markings, of nets in which they are few.

// How large a graph may become.
const (
	mostMarkings = 50_000
	mostEdges    = 500_000
	mostTokens   = 16_000_000 // numbers in all markings
)

// An edge is a firing, or a unit of time.
type edge struct{ transition, to int }

// A graph has all reachable markings, the initial one first, with their edges. That of a net with time has its states,
// of which several may have one marking, and edges for units of time.
type graph struct {
	markings []petri.Marking
	edges    [][]edge
	first    []step        // by marking: the firing by which it was found; one from -1 for the first marking
	timed    *systemStates // of a net with time
}

// A step is a firing, seen from its end.
type step struct{ from, transition int }

// explore returns the graph of a net, nil if it is too large or ctx ends. Cost: markings times transitions.
func explore(ctx context.Context, net *petri.Net) *graph {
	g := &graph{}
	index := map[string]int{}
	buffer := make([]byte, 0, 8*len(net.Places))
	add := func(m petri.Marking, by step) int {
		buffer = packed(buffer[:0], m)
		i, ok := index[string(buffer)]
		if !ok {
			i = len(g.markings)
			index[string(buffer)] = i
			g.markings, g.first = append(g.markings, m.Clone()), append(g.first, by)
		}
		return i
	}
	add(net.Initial(), step{-1, -1})
	next := net.Initial()
	edges := 0
	for i := 0; i < len(g.markings); i++ {
		if edges > mostEdges || len(g.markings) > mostMarkings || len(g.markings)*len(net.Places) > mostTokens ||
			ctx.Err() != nil {
			return nil
		}
		var list []edge
		for t := range net.EnabledTransitions(g.markings[i]) {
			if !net.FireInto(next, g.markings[i], t) {
				return nil
			}
			list = append(list, edge{t, add(next, step{i, t})})
		}
		edges += len(list)
		g.edges = append(g.edges, list)
	}
	return g
}

// packed appends a marking in few bytes.
func packed(to []byte, m petri.Marking) []byte {
	for _, n := range m {
		to = binary.AppendUvarint(to, uint64(n))
	}
	return to
}

// trail returns the run to a marking, a shortest one.
func (g *graph) trail(to int) *trail {
	if g.timed == nil {
		return steps(g.markings[0], g.markings[to], g.path(to))
	}
	return trailOf(g.timed.run(g, to))
}

// path returns the transitions of a shortest run to a marking; of a net with time the events of its system.
func (g *graph) path(to int) (steps []int) {
	for ; to > 0; to = g.first[to].from {
		steps = append(steps, g.first[to].transition)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}

// before tells from which markings one with a property can be reached.
func (g *graph) before(holds func(petri.Marking) bool) []bool {
	from := make([][]int, len(g.markings))
	for i, list := range g.edges {
		for _, e := range list {
			from[e.to] = append(from[e.to], i)
		}
	}
	found := make([]bool, len(g.markings))
	var queue []int
	for i, m := range g.markings {
		if found[i] = holds(m); found[i] {
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, k := range from[i] {
			if !found[k] {
				found[k] = true
				queue = append(queue, k)
			}
		}
	}
	return found
}
