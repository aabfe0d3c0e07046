package order

import (
	"math/rand/v2"
	"slices"
)

// A sequence lists the components of a partition from the lowest level up.
type sequence []int32

// identity returns 0, 1, …, n−1 from the top level down, the order of the file.
func identity(n int) sequence {
	s := make(sequence, n)
	for i := range s {
		s[i] = int32(n - 1 - i)
	}
	return s
}

// positions returns where each component stands.
func (s sequence) positions() []int32 {
	pos := make([]int32, len(s))
	for i, v := range s {
		pos[v] = int32(i)
	}
	return pos
}

func (s sequence) reversed() sequence {
	r := slices.Clone(s)
	slices.Reverse(r)
	return r
}

// sums returns the sums over the edges, by weight, of the spans and of the tops, as in Metrics. O(pins).
func (h *Hypergraph) sums(pos []int32) (spans, tops int64) {
	for e, w := range h.weights {
		lo, hi := h.extent(int32(e), pos)
		spans += int64(w) * int64(hi-lo+1)
		tops += int64(w) * int64(hi+1)
	}
	return spans, tops
}

// span returns the sum of the spans.
func (h *Hypergraph) span(pos []int32) int64 {
	spans, _ := h.sums(pos)
	return spans
}

// total returns by vertex the weight of its edges. O(pins).
func (h *Hypergraph) total() []float64 {
	total := make([]float64, h.vertices)
	for e, w := range h.weights {
		for _, v := range h.edge(int32(e)) {
			total[v] += float64(w)
		}
	}
	return total
}

// extent returns the lowest and the highest position of edge e.
func (h *Hypergraph) extent(e int32, pos []int32) (lo, hi int32) {
	pins := h.edge(e)
	lo = pos[pins[0]]
	hi = lo
	for _, v := range pins[1:] {
		lo, hi = min(lo, pos[v]), max(hi, pos[v])
	}
	return lo, hi
}

// Force returns the vertices in an order with short edges by the method FORCE [AMS03], the lowest level first. It
// starts with vertex 0 on the highest level and the others below by number, so it helps if vertices with near numbers
// share edges. Candidates has this order among others. It ends after the given number of rounds, or when several in a
// row bring nothing. Cost: O(rounds · (pins + n·log n)) for n vertices, where an edge has a pin for each of its
// vertices.
func (h *Hypergraph) Force(rounds int) []int {
	h.index()
	best, _ := h.force(identity(h.vertices), rounds)
	list := make([]int, len(best))
	for i, v := range best {
		list[i] = int(v)
	}
	return list
}

// force returns a sequence with a small sum of spans and that sum, at most the
// start's: every vertex moves to the mean of the centres of gravity of its edges,
// all at once, again and again [AMS03]. Edges count by their weights. It ends after the given number of rounds
// or when several in a row bring nothing.
//
// The sum may rise for a few rounds; unlike some implementations this one keeps
// the best sequence seen and not the last one. O(rounds · (pins + n log n)).
func (h *Hypergraph) force(start sequence, rounds int) (sequence, int64) {
	const patience = 10
	pos := start.positions()
	best, bestSpan := slices.Clone(start), h.span(pos)
	if h.vertices < 2 {
		return best, bestSpan
	}
	total := h.total()
	centre := make([]float64, h.edgeCount()) // times the weight
	keys := make([]place, h.vertices)
	for stale := 0; rounds > 0 && stale < patience; rounds-- {
		for e := range centre {
			var sum int64
			pins := h.edge(int32(e))
			for _, v := range pins {
				sum += int64(pos[v])
			}
			centre[e] = float64(sum) / float64(len(pins)) * float64(h.weights[e])
		}
		for v := range keys {
			at := float64(pos[v])
			if edges := h.edgesOf(v); len(edges) > 0 {
				at = 0
				for _, e := range edges {
					at += centre[e]
				}
				at /= total[v]
			}
			keys[v] = place{at, pos[v], int32(v)}
		}
		slices.SortFunc(keys, func(a, b place) int {
			switch {
			case a.at < b.at || a.at == b.at && a.old < b.old:
				return -1
			default:
				return 1
			}
		})
		moved := false
		for i, k := range keys {
			moved = moved || pos[k.vertex] != int32(i)
			pos[k.vertex] = int32(i)
		}
		if !moved {
			break
		}
		stale++
		if span := h.span(pos); span < bestSpan {
			stale, bestSpan = 0, span
			for v, i := range pos {
				best[i] = int32(v)
			}
		}
	}
	return best, bestSpan
}

// A place is a vertex on its way to a new position.
type place struct {
	at     float64
	old    int32
	vertex int32
}

// forceBest returns the best of force from the given start and from some random
// ones. It spends about work pin visits.
func (h *Hypergraph) forceBest(start sequence, seed uint64, starts, work int) sequence {
	rounds := max(3, min(200, work/(len(h.pins)+16*h.vertices+1)))
	best, bestSpan := h.force(start, rounds)
	work -= rounds * (len(h.pins) + 16*h.vertices)
	rng := rand.New(rand.NewPCG(seed, 0))
	for ; starts > 0 && work > 0; starts-- {
		s := slices.Clone(start)
		rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		if got, span := h.force(s, rounds); span < bestSpan {
			best, bestSpan = got, span
		}
		work -= rounds * (len(h.pins) + 16*h.vertices)
	}
	return best
}
