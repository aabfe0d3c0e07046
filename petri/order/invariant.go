package order

import (
	"slices"

	"brim/petri/structure"
)

// longest is the greatest number of places of a flow that says something about
// who should sit next to whom.
const longest = 1000

// withFlows returns h with one more edge for every flow, so that a span metric
// also draws the places of a flow together (FORCE-P of [ADB+18]).
func (h *Hypergraph) withFlows(of []int32, flows []structure.Semiflow) *Hypergraph {
	x := NewHypergraph(h.vertices)
	x.edgeFrom, x.weights, x.pins = slices.Clone(h.edgeFrom), slices.Clone(h.weights), slices.Clone(h.pins)
	for i := range flows {
		if len(flows[i].Places) > longest {
			continue
		}
		x.seen.clear()
		for _, p := range flows[i].Places {
			x.pin(of[p])
		}
		x.closeEdge(1)
	}
	x.index()
	return x
}

// chain returns an order made edge by edge: the next edge is the one with the
// greatest part of its vertices already placed, and its other vertices follow
// those. Applied to the edges of flows this is the chaining of semiflows of
// [ADB+18]; vertices on no edge come last. O(pins · log).
func (h *Hypergraph) chain() sequence {
	s := make(sequence, 0, h.vertices)
	placed := make([]bool, h.vertices)
	count := make([]int32, h.edgeCount())
	done := make([]bool, h.edgeCount())
	var q frontier
	rate := func(e int32) candidate {
		return candidate{int32(int64(count[e]) << 20 / int64(len(h.edge(e)))), e}
	}
	for e := range count {
		q.push(rate(int32(e)))
	}
	for len(q) > 0 {
		c := q.pop()
		if done[c.vertex] || c != rate(c.vertex) {
			continue
		}
		done[c.vertex] = true
		for _, v := range h.edge(c.vertex) {
			if placed[v] {
				continue
			}
			placed[v] = true
			s = append(s, v)
			for _, e := range h.edgesOf(int(v)) {
				count[e]++
				if !done[e] {
					q.push(rate(e))
				}
			}
		}
	}
	for v := range placed {
		if !placed[v] {
			s = append(s, int32(v))
		}
	}
	return s.reversed()
}
