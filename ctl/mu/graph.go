package mu

import "slices"

// An Edge of a graph leads from a state to another one; all are numbers from 0 on.
type Edge struct{ From, Label, To int32 }

// A Graph is a finite transition system without its atoms.
type Graph struct {
	first  []int32 // by state, where its edges begin; one more at the end
	edges  []Edge  // by state, those of a state in the order given
	played int64   // bytes of the largest game
}

// Played returns about how much memory the largest call of Holds or Sat took, in bytes.
func (g *Graph) Played() int64 { return g.played }

// Bytes returns the memory of a graph with these numbers of states and edges.
func Bytes(states, edges int) int64 { return 8*int64(states) + 12*int64(edges) }

// NewGraph returns the graph with this number of states and these edges. It does not keep the slice.
func NewGraph(states int, edges []Edge) *Graph {
	g := &Graph{first: slices.Repeat([]int32{0}, states+1), edges: slices.Repeat([]Edge{{}}, len(edges))}
	for _, e := range edges {
		g.first[e.From+1]++
	}
	for s := range states {
		g.first[s+1] += g.first[s]
	}
	next := slices.Clone(g.first)
	for _, e := range edges {
		g.edges[next[e.From]] = e
		next[e.From]++
	}
	return g
}

// States returns the number of states.
func (g *Graph) States() int { return len(g.first) - 1 }

// From returns the edges from a state. The slice must not be changed.
func (g *Graph) From(s int) []Edge { return g.edges[g.first[s]:g.first[s+1]] }

// Atoms reports whether the atom with a number, of those that Bound.Atoms lists, holds in a state of a graph.
type Atoms func(atom, state int) bool
