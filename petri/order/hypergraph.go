package order

import (
	"fmt"
	"math"
	"slices"

	"brim/petri"
)

// A Hypergraph has vertices, which are to be ordered, and edges that each join some of them and are to be short. For
// the variables of a program without a net: a vertex for each variable, and an edge for each event, constraint or
// whatever else looks at several of them. Build it with NewHypergraph and Add, or with GraphOf.
//
// In this package a vertex stands for a component of a net and an edge for a transition, which joins the
// components that it takes from, gives to or tests. Both directions are stored flat; the edges of a vertex are in
// ascending order.
type Hypergraph struct {
	vertices int
	weights  []int32 // by edge
	edgeFrom []int32 // edge e joins pins[edgeFrom[e]:edgeFrom[e+1]]
	pins     []int32
	vertFrom []int32 // vertex v is on edges[vertFrom[v]:vertFrom[v+1]]; nil until index is called
	edges    []int32
	seen     *marks // the pins of the edge that is being added
}

// MaxWeight is the largest weight of an edge. With it the spans of a million edges over a million vertices add up to
// less than 64 bits.
const MaxWeight = 1 << 20

// NewHypergraph returns a hypergraph with the vertices 0 … vertices−1 and no edges.
func NewHypergraph(vertices int) *Hypergraph {
	if vertices < 0 || vertices > math.MaxInt32 {
		panic(fmt.Sprintf("order: NewHypergraph: %d vertices, expected 0 to %d", vertices, math.MaxInt32))
	}
	return &Hypergraph{vertices: vertices, edgeFrom: make([]int32, 1), seen: newMarks(vertices)}
}

// GraphOf returns the hypergraph of a net: a vertex for each place, by number, and an edge for each transition. Cost:
// O(arcs).
func GraphOf(net *petri.Net) *Hypergraph { return newHypergraph(net, Singles(net)) }

// Add adds an edge. In Force and where Candidates are ranked it counts as much as weight edges of weight 1. A vertex
// that is named twice counts once; an edge without vertices is none. It panics if there is no such vertex, or weight is
// not from 1 to MaxWeight. Cost: O(vertices named).
func (h *Hypergraph) Add(weight int, vertices ...int) {
	if weight < 1 || weight > MaxWeight {
		panic(fmt.Sprintf("order: Hypergraph.Add: weight %d, expected 1 to %d", weight, MaxWeight))
	}
	for _, v := range vertices {
		if v < 0 || v >= h.vertices {
			panic(fmt.Sprintf("order: Hypergraph.Add: vertex %d of %d, which are numbered from 0", v, h.vertices))
		}
	}
	h.seen.clear()
	for _, v := range vertices {
		h.pin(int32(v))
	}
	h.closeEdge(weight)
}

func (h *Hypergraph) edgeCount() int        { return len(h.weights) }
func (h *Hypergraph) edge(e int32) []int32  { return h.pins[h.edgeFrom[e]:h.edgeFrom[e+1]] }
func (h *Hypergraph) edgesOf(v int) []int32 { return h.edges[h.vertFrom[v]:h.vertFrom[v+1]] }

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
func newHypergraph(net *petri.Net, groups [][]int) *Hypergraph {
	of := componentOf(net, groups)
	fixed := net.Fixed()
	h := NewHypergraph(len(groups))
	h.edgeFrom = slices.Grow(h.edgeFrom, len(net.Transitions))
	h.weights, h.pins = make([]int32, 0, len(net.Transitions)), make([]int32, 0, net.ArcCount())
	for i := range net.Transitions {
		t := &net.Transitions[i]
		h.seen.clear()
		for _, arcs := range [...][]petri.Arc{t.Pre, t.Post, t.Inhibit} {
			for _, a := range arcs {
				if !fixed[a.Place] {
					h.pin(of[a.Place])
				}
			}
		}
		h.closeEdge(1)
	}
	h.index()
	return h
}

// pin adds v to the edge that is being added, unless it is there. Before the first, h.seen is cleared.
func (h *Hypergraph) pin(v int32) {
	if h.seen.add(v) {
		h.pins = append(h.pins, v)
	}
}

// closeEdge ends the edge whose pins were appended last; an edge without pins
// is not kept.
func (h *Hypergraph) closeEdge(weight int) {
	switch end := len(h.pins); {
	case end > math.MaxInt32:
		panic(fmt.Sprintf("order: Hypergraph: the edges join %d vertices together, expected %d at most", end,
			math.MaxInt32))
	case int32(end) > h.edgeFrom[len(h.weights)]:
		h.edgeFrom, h.weights, h.vertFrom = append(h.edgeFrom, int32(end)), append(h.weights, int32(weight)), nil
	}
}

// index fills the vertex side from the edge side, unless that is done.
func (h *Hypergraph) index() {
	if h.vertFrom != nil {
		return
	}
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
