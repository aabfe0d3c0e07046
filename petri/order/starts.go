package order

import (
	"math"
	"math/rand/v2"
	"slices"
)

// This file runs a method for orders from several numberings, and keeps the best result.

// Where a method has a choice between equals it takes the first, so its order depends on the sequence in which the
// vertices and edges are numbered. That of a file is of use where its author had something in mind. From another order
// of the same hypergraph on, the choices follow the structure.

// from returns the best of what method makes of h as it is numbered, as the given sequences number it and at random,
// and from each of these on as long as that becomes better. Better is less by the score of the better direction. Large
// graphs, and those with few vertices, of which the score says little, are left as they are numbered. It costs up to
// twenty-eight times what method costs, less from some thousand pins on.
func (h *Hypergraph) from(method func(*Hypergraph) sequence, seed uint64, starts ...sequence) sequence {
	best := method(h)
	if h.vertices < manyLevels || len(h.pins) > bigWork {
		return best
	}
	least := muchBetter * h.either(best)
	left := startsWork / (len(h.pins) + h.vertices)
	climb := func(s sequence) {
		before := math.Inf(1)
		for range min(left, mostAgain) {
			left--
			got := method(h.renumbered(s))
			for i, v := range got {
				got[i] = s[len(s)-1-int(v)]
			}
			score := h.either(got)
			if score >= before {
				break
			}
			if s, before = got, score; score < least {
				best, least = got, score
			}
		}
	}
	for _, s := range starts {
		climb(s)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range randomStarts {
		s := slices.Clone(best)
		rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		climb(s)
	}
	return best
}

const (
	manyLevels   = 20  // of fewer the score says little
	muchBetter   = 0.8 // times the score as the file numbers it is what others need: scores are rough, authors are not
	mostAgain    = 4   // how often a method goes on from its own order, while that becomes better
	randomStarts = 4
	startsWork   = 150_000 // pins and vertices that all runs of a method may visit
)

// either returns the score of the better direction of s.
func (h *Hypergraph) either(s sequence) float64 { return min(h.score(s), h.score(s.reversed())) }

// renumbered returns h with its vertices numbered from the highest level of s down, and its edges by their first
// vertex.
func (h *Hypergraph) renumbered(s sequence) *Hypergraph {
	number := s.reversed().positions()
	first := make([]int32, h.edgeCount())
	from := make([]int32, h.vertices+1) // by vertex: where the edges begin of which it is the first
	for e := range first {
		first[e] = int32(h.vertices)
		for _, v := range h.edge(int32(e)) {
			first[e] = min(first[e], number[v])
		}
		from[first[e]+1]++
	}
	for v := range h.vertices {
		from[v+1] += from[v]
	}
	edges := make([]int32, h.edgeCount())
	for e, v := range first {
		edges[from[v]] = int32(e)
		from[v]++
	}
	x := NewHypergraph(h.vertices)
	x.edgeFrom = slices.Grow(x.edgeFrom, h.edgeCount())
	x.weights, x.pins = make([]int32, 0, h.edgeCount()), make([]int32, 0, len(h.pins))
	for _, e := range edges {
		from := len(x.pins)
		for _, v := range h.edge(e) {
			x.pins = append(x.pins, number[v])
		}
		slices.Sort(x.pins[from:])
		x.closeEdge(int(h.weights[e]))
	}
	x.index()
	return x
}
