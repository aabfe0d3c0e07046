package order

import (
	"cmp"
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
	pos, at := start.positions(), slices.Clone(start) // each the inverse of the other
	total := h.total()
	centre := make([]float64, h.edgeCount())
	best, bestSpan := slices.Clone(start), h.centres(pos, centre)
	if h.vertices < 2 {
		return best, bestSpan
	}
	keys, sorted := make([]place, h.vertices), newSorter(h.vertices)
	for stale := 0; rounds > 0 && stale < patience; rounds-- {
		for i, v := range at {
			mean := float64(i)
			if edges := h.edgesOf(int(v)); len(edges) > 0 {
				mean = 0
				for _, e := range edges {
					mean += centre[e]
				}
				mean /= total[v]
			}
			keys[i] = place{mean, v}
		}
		moved := false
		for i, k := range sorted.sort(keys) {
			if at[i] != k.vertex {
				moved = true
				at[i], pos[k.vertex] = k.vertex, int32(i)
			}
		}
		if !moved {
			break
		}
		stale++
		if span := h.centres(pos, centre); span < bestSpan {
			stale, bestSpan = 0, span
			copy(best, at)
		}
	}
	return best, bestSpan
}

// centres computes the centre of gravity of each edge, times its weight, and returns the sum of the spans. O(pins).
func (h *Hypergraph) centres(pos []int32, centre []float64) (spans int64) {
	from := h.edgeFrom[0]
	for e, w := range h.weights {
		end := h.edgeFrom[e+1]
		pins := h.pins[from:end]
		from = end
		lo := pos[pins[0]]
		hi, sum := lo, int64(lo)
		for _, v := range pins[1:] {
			p := pos[v]
			lo, hi, sum = min(lo, p), max(hi, p), sum+int64(p)
		}
		centre[e] = float64(sum) / float64(len(pins)) * float64(w)
		spans += int64(w) * int64(hi-lo+1)
	}
	return spans
}

// A place is a vertex on its way to a new position.
type place struct {
	at     float64
	vertex int32
}

// A sorter sorts places from 0 to below n, so many, in nearly linear time: the whole part of a place is its bucket.
// Equal places stay in their sequence.
type sorter struct {
	ends []int32 // by bucket: where it begins, then where it ends
	out  []place
}

func newSorter(n int) *sorter { return &sorter{make([]int32, n+1), make([]place, n)} }

// sort returns the sorted list, which is valid until the next call.
func (s *sorter) sort(list []place) []place {
	clear(s.ends)
	for i := range list {
		s.ends[int(list[i].at)+1]++
	}
	for i := range list {
		s.ends[i+1] += s.ends[i]
	}
	for i := range list {
		end := &s.ends[int(list[i].at)]
		s.out[*end] = list[i]
		*end++
	}
	start := int32(0)
	for _, end := range s.ends[:len(list)] {
		s.arrange(s.out[start:end])
		start = end
	}
	return s.out
}

// arrange sorts a bucket.
func (s *sorter) arrange(list []place) {
	const few = 32
	if len(list) > few {
		slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.at, b.at) })
		return
	}
	for i := 1; i < len(list); i++ {
		x, k := list[i], i
		for ; k > 0 && list[k-1].at > x.at; k-- {
			list[k] = list[k-1]
		}
		list[k] = x
	}
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
