// Package scc finds the strongly connected components of a finite directed graph, by Tarjan's algorithm [Tar72].
//
// The graph is given in compressed form: one list of all edges, and for each node where its edges begin in the list.
// The search keeps a stack of its own, so the depth of a graph is no concern, and allocates a few arrays once, nothing
// for a node or an edge. Cost: O(nodes + edges) in time; 16 bytes a node, and 8 for each node of the longest path.
package scc

// A Graph has nodes 0 to len(First)-2. The edges of node v lead to To[First[v]:First[v+1]]. There are less than 2³²−1
// nodes, and less than 2³² edges.
type Graph struct {
	First, To []uint32
}

// New returns the graph with n nodes whose edges next yields for each node.
func New(n int, next func(v int, yield func(w int))) Graph {
	g := Graph{First: make([]uint32, 1, n+1)}
	for v := range n {
		next(v, func(w int) { g.To = append(g.To, uint32(w)) })
		g.First = append(g.First, uint32(len(g.To)))
	}
	return g
}

// Components are the strongly connected components of a graph, numbered so that each edge that leaves a component leads
// to one with a smaller number.
type Components struct {
	Of      []uint32 // by node: the number of its component
	members []uint32 // all nodes, component after component
	ends    []uint32 // by component: where its members end
}

// Len returns the number of components.
func (c *Components) Len() int { return len(c.ends) }

// Members returns the nodes of component i, in no particular order. They are not to be changed.
func (c *Components) Members(i int) []uint32 {
	begin := uint32(0)
	if i > 0 {
		begin = c.ends[i-1]
	}
	return c.members[begin:c.ends[i]]
}

// Find returns the components of g. It calls stop for each node and edge, if it is not nil; once stop returns true, the
// search ends and Find returns nil.
//
// Nodes are numbered as a depth-first search meets them. low[v] is the least number of a node on the stack that is
// known to be reached from v: the first node of a component is the one whose low stays its own number, and when the
// search leaves that node, the component is what lies above it on the stack.
func Find(g Graph, stop func() bool) *Components {
	n := max(len(g.First)-1, 0)
	s := search{
		g: g, c: &Components{Of: make([]uint32, n), members: make([]uint32, 0, n)},
		low: make([]uint32, n), stack: make([]uint32, 0, n),
	}
	for root := range n {
		if s.low[root] != 0 {
			continue
		}
		for s.enter(uint32(root)); len(s.path) > 0; s.step() {
			if stop != nil && stop() {
				return nil
			}
		}
	}
	return s.c
}

// known is the low of a node whose component is complete.
const known = 1<<32 - 1

// A search is the state of Find. Until its component is complete, Of of a node has the number of the node.
type search struct {
	g     Graph
	c     *Components
	low   []uint32 // 0 is a node that the search has not met
	path  []frame  // from the root to where the search is
	stack []uint32 // nodes that were met and whose components are not complete
	met   uint32   // nodes met so far
}

// A frame is a node on the path and its next edge.
type frame struct{ node, edge uint32 }

// enter meets node v.
func (s *search) enter(v uint32) {
	s.met++
	s.low[v], s.c.Of[v] = s.met, s.met
	s.stack = append(s.stack, v)
	s.path = append(s.path, frame{v, s.g.First[v]})
}

// step follows the next edge of the last node on the path, or leaves that node.
func (s *search) step() {
	f := &s.path[len(s.path)-1]
	v := f.node
	if f.edge < s.g.First[v+1] {
		w := s.g.To[f.edge]
		f.edge++
		if s.low[w] == 0 {
			s.enter(w)
		} else if s.low[w] != known {
			s.low[v] = min(s.low[v], s.low[w])
		}
		return
	}
	s.path = s.path[:len(s.path)-1]
	if len(s.path) > 0 {
		before := s.path[len(s.path)-1].node
		s.low[before] = min(s.low[before], s.low[v])
	}
	if s.low[v] == s.c.Of[v] {
		s.complete(v)
	}
}

// complete takes the component of v, its first node, off the stack.
func (s *search) complete(v uint32) {
	number := uint32(len(s.c.ends))
	for last := uint32(known); last != v; {
		last = s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.low[last], s.c.Of[last] = known, number
		s.c.members = append(s.c.members, last)
	}
	s.c.ends = append(s.c.ends, uint32(len(s.c.members)))
}
