package order

import "slices"

// Bandwidth methods see the bipartite graph of components and transitions as a
// sparse symmetric matrix and look for an order of both that keeps its entries
// near the diagonal; the components are then read off. Reordering the bipartite
// ("total") graph beats reordering components alone [MP16].
//
// Vertices of the bipartite graph: the components 0…n−1, then the edges of the
// hypergraph n…n+m−1.
type bipartite struct{ *Hypergraph }

func (b bipartite) size() int { return b.vertices + b.edgeCount() }

// adjacent returns the neighbours of v without the offset n: the edges of a
// component, the components of an edge.
func (b bipartite) adjacent(v int32) (list []int32, offset int32) {
	if int(v) < b.vertices {
		return b.edgesOf(int(v)), int32(b.vertices)
	}
	return b.edge(v - int32(b.vertices)), 0
}

func (b bipartite) degree(v int32) int {
	list, _ := b.adjacent(v)
	return len(list)
}

// distances fills dist with the number of steps from root to every vertex of its
// connected part and appends that part to queue in the order of discovery. dist
// must be −1 there.
func (b bipartite) distances(root int32, dist []int32, queue []int32) []int32 {
	head := len(queue)
	dist[root] = 0
	queue = append(queue, root)
	for ; head < len(queue); head++ {
		v := queue[head]
		list, off := b.adjacent(v)
		for _, w := range list {
			if dist[w+off] < 0 {
				dist[w+off] = dist[v] + 1
				queue = append(queue, w+off)
			}
		}
	}
	return queue
}

// ends returns two vertices of v's connected part that are about as far from each
// other as any [GPS76], and leaves the distances from the second in dist.
func (b bipartite) ends(v int32, dist []int32) (start, end int32, part []int32) {
	reset := func() {
		for _, w := range part {
			dist[w] = -1
		}
		part = part[:0]
	}
	start = v
	part = b.distances(start, dist, part)
	for range 4 {
		far := dist[part[len(part)-1]]
		end = part[len(part)-1]
		for i := len(part) - 1; i >= 0 && dist[part[i]] == far; i-- {
			if b.degree(part[i]) < b.degree(end) {
				end = part[i]
			}
		}
		reset()
		part = b.distances(end, dist, part)
		if dist[part[len(part)-1]] <= far {
			break
		}
		start, end = end, start
	}
	return start, end, part
}

// eachPart calls order for every connected part and concatenates the components
// among what it returns. Vertices without neighbours come first, on the lowest
// levels.
func (b bipartite) eachPart(order func(start, end int32, part, dist []int32) []int32) sequence {
	dist := make([]int32, b.size())
	for v := range dist {
		dist[v] = -1
	}
	s := make(sequence, 0, b.vertices)
	for v := range int32(b.vertices) {
		if b.degree(v) == 0 {
			s = append(s, v)
			dist[v] = 0
		}
	}
	for v := range int32(b.vertices) {
		if dist[v] >= 0 {
			continue
		}
		start, end, part := b.ends(v, dist)
		for _, w := range order(start, end, part, dist) {
			if int(w) < b.vertices {
				s = append(s, w)
			}
		}
	}
	return s
}

// cuthillMcKee returns the reverse Cuthill–McKee order [CM69]: breadth first from
// one end, vertices of low degree first, and backwards. O(pins · log).
func (h *Hypergraph) cuthillMcKee() sequence {
	b := bipartite{h}
	seen := make([]bool, b.size())
	return b.eachPart(func(start, _ int32, part, _ []int32) []int32 {
		out := make([]int32, 0, len(part))
		out, seen[start] = append(out, start), true
		for i := 0; i < len(out); i++ {
			from := len(out)
			list, off := b.adjacent(out[i])
			for _, w := range list {
				if !seen[w+off] {
					seen[w+off] = true
					out = append(out, w+off)
				}
			}
			slices.SortStableFunc(out[from:], func(x, y int32) int { return b.degree(x) - b.degree(y) })
		}
		slices.Reverse(out)
		return out
	})
}

// sloan returns Sloan's order for a small profile and wavefront [Slo89]: number
// next the vertex that is far from the end and adds few new ones to the front.
// O(pins · log).
func (h *Hypergraph) sloan() sequence {
	const far, front = 1, 2 // weights of the two aims, Sloan's own choice
	b := bipartite{h}
	state := make([]byte, b.size())
	priority := make([]int32, b.size())
	return b.eachPart(func(start, _ int32, part, dist []int32) []int32 {
		for _, v := range part {
			priority[v] = far*dist[v] - front*int32(b.degree(v)+1)
		}
		out := make([]int32, 0, len(part))
		var q frontier
		raise := func(v int32) {
			priority[v] += front
			if state[v] == inactive {
				state[v] = waiting
			}
			q.push(candidate{priority[v], v})
		}
		state[start] = waiting
		q.push(candidate{priority[start], start})
		for len(q) > 0 {
			c := q.pop()
			v := c.vertex
			if state[v] == numbered || c.priority != priority[v] {
				continue
			}
			activate := func(v int32) { // v enters the front: its neighbours come closer
				state[v] = active
				list, off := b.adjacent(v)
				for _, w := range list {
					if state[w+off] != numbered {
						raise(w + off)
					}
				}
			}
			if state[v] == waiting {
				activate(v)
			}
			state[v] = numbered
			out = append(out, v)
			list, off := b.adjacent(v)
			for _, w := range list {
				if state[w+off] == waiting {
					raise(w + off)
					activate(w + off)
				}
			}
		}
		return out
	})
}

// States of a vertex in sloan.
const (
	inactive = iota // far from all that is numbered
	waiting         // next to an active vertex
	active          // next to a numbered vertex: in the front
	numbered
)
