package order

import "brim/petri"

// A hypergraph has a vertex for every component and an edge for every
// transition, which joins the components that the transition takes from, gives
// to or tests. Both directions are stored flat; the edges
// of a vertex are in ascending order.
type hypergraph struct {
	vertices int
	edgeFrom []int32 // edge e joins pins[edgeFrom[e]:edgeFrom[e+1]]
	pins     []int32
	vertFrom []int32 // vertex v is on edges[vertFrom[v]:vertFrom[v+1]]
	edges    []int32
}

func (h *hypergraph) edgeCount() int        { return len(h.edgeFrom) - 1 }
func (h *hypergraph) edge(e int32) []int32  { return h.pins[h.edgeFrom[e]:h.edgeFrom[e+1]] }
func (h *hypergraph) edgesOf(v int) []int32 { return h.edges[h.vertFrom[v]:h.vertFrom[v+1]] }

// componentOf returns the index of each place's component.
func componentOf(net *petri.Net, groups [][]int) []int32 {
	of := make([]int32, len(net.Places))
	for i, g := range groups {
		for _, p := range g {
			of[p] = int32(i)
		}
	}
	return of
}

// newHypergraph returns the hypergraph of the net over the components. An arc to
// a place that no transition changes is left out: its test is decided once and
// for all. O(arcs).
func newHypergraph(net *petri.Net, groups [][]int) *hypergraph {
	of := componentOf(net, groups)
	fixed := net.Fixed()
	h := &hypergraph{
		vertices: len(groups),
		edgeFrom: make([]int32, 1, len(net.Transitions)+1),
		pins:     make([]int32, 0, net.ArcCount()),
	}
	seen := newMarks(len(groups))
	for i := range net.Transitions {
		t := &net.Transitions[i]
		seen.clear()
		for _, arcs := range [...][]petri.Arc{t.Pre, t.Post, t.Inhibit} {
			for _, a := range arcs {
				if !fixed[a.Place] && seen.add(of[a.Place]) {
					h.pins = append(h.pins, of[a.Place])
				}
			}
		}
		h.closeEdge()
	}
	h.index()
	return h
}

// closeEdge ends the edge whose pins were appended last; an edge without pins
// is not kept.
func (h *hypergraph) closeEdge() {
	if end := int32(len(h.pins)); end > h.edgeFrom[len(h.edgeFrom)-1] {
		h.edgeFrom = append(h.edgeFrom, end)
	}
}

// index fills the vertex side from the edge side.
func (h *hypergraph) index() {
	h.vertFrom = make([]int32, h.vertices+1)
	for _, v := range h.pins {
		h.vertFrom[v+1]++
	}
	for v := range h.vertices {
		h.vertFrom[v+1] += h.vertFrom[v]
	}
	h.edges = make([]int32, len(h.pins))
	next := append([]int32(nil), h.vertFrom...)
	for e := range int32(h.edgeCount()) {
		for _, v := range h.edge(e) {
			h.edges[next[v]] = e
			next[v]++
		}
	}
}

// marks is a set of small numbers that is cleared in O(1). Clear it before its
// first use.
type marks struct {
	round []int32
	now   int32
}

func newMarks(n int) *marks { return &marks{round: make([]int32, n)} }

func (m *marks) clear() { m.now++ }

// add reports whether v was not in the set.
func (m *marks) add(v int32) bool {
	if m.round[v] == m.now {
		return false
	}
	m.round[v] = m.now
	return true
}
