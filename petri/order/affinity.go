package order

import "slices"

// Affinity. A transition that touches λ ≥ 2 components gives each pair of them
// the weight 1/(λ−1), so a component's weights to all others add up to the number
// of its transitions that leave it. Transitions with more components than
// widest say little about any pair and are left out.
const widest = 16

// A neighbour is a component that shares transitions with another.
type neighbour struct {
	component int32
	share     float64 // part of what the other exchanges that goes to this one, 0…1
	always    bool    // every transition by which the other exchanges anything is shared
}

// An affinity finds the neighbours of components while these are merged. It sees
// the places as they were when it was made and asks the grouping for their
// present components.
type affinity struct {
	g        *grouping
	h        *hypergraph // over single places
	edges    *marks
	inside   *marks
	weight   []float64
	common   []int32 // transitions shared
	touched  []int32
	distinct []int32
}

func newAffinity(g *grouping) *affinity {
	h := newHypergraph(g.net, Singles(g.net))
	return &affinity{
		g: g, h: h, edges: newMarks(h.edgeCount()), inside: newMarks(h.vertices),
		weight: make([]float64, h.vertices), common: make([]int32, h.vertices),
	}
}

// neighbours appends the neighbours of component c to list, in no order that
// means anything, but always the same.
func (a *affinity) neighbours(list []neighbour, c int32) []neighbour {
	a.edges.clear()
	total := int32(0)
	for _, p := range a.g.members[c] {
		for _, e := range a.h.edgesOf(p) {
			if !a.edges.add(e) {
				continue
			}
			pins := a.h.edge(e)
			if len(pins) > 8*widest {
				total++
				continue
			}
			a.distinct = a.distinct[:0]
			a.inside.clear()
			a.inside.add(c)
			for _, q := range pins {
				if d := a.g.of[q]; a.inside.add(d) {
					a.distinct = append(a.distinct, d)
				}
			}
			if len(a.distinct) == 0 {
				continue
			}
			total++
			if len(a.distinct) > widest {
				continue
			}
			for _, d := range a.distinct {
				if a.weight[d] == 0 {
					a.touched = append(a.touched, d)
				}
				a.weight[d] += 1 / float64(len(a.distinct))
				a.common[d]++
			}
		}
	}
	for _, d := range a.touched {
		list = append(list, neighbour{d, a.weight[d] / float64(total), a.common[d] == total})
		a.weight[d], a.common[d] = 0, 0
	}
	a.touched = a.touched[:0]
	return list
}

// singles joins places that are still alone to the component that an invariant
// or all their transitions tie them to. All choose before the first moves, so
// that equal places do the same.
func (g *grouping) singles() {
	a := newAffinity(g)
	var near []neighbour
	type move struct {
		place int
		to    int32
	}
	var moves []move
	for p := range g.net.Places {
		if g.still[p] || !g.alone(p) || g.bound[p] < 0 || g.bound[p] > g.limits.Tokens {
			continue
		}
		near = a.neighbours(near[:0], int32(p))
		best := neighbour{component: -1}
		for _, n := range near {
			if best.component >= 0 && !g.closer(p, n, best) {
				continue
			}
			if _, ok := g.welcome(p, n.component, n.always); ok {
				best = n
			}
		}
		if best.component >= 0 {
			moves = append(moves, move{p, best.component})
		}
	}
	for _, m := range moves {
		if states, ok := g.welcome(m.place, m.to, true); ok {
			g.join(states, int32(m.place), m.to)
		}
	}
}

// welcome returns the number of local states of component c with place p, and
// whether p may join. Unless p has nothing to do with any other component, it must
// be tied to c by an invariant: the states grow by less than the factor that an
// independent place would bring.
func (g *grouping) welcome(p int, c int32, always bool) (states int, ok bool) {
	if len(g.members[c]) < 2 {
		return 0, false
	}
	before := g.statesOf(c)
	limit := g.limits.States
	if before > limit {
		return 0, false
	}
	if !always {
		limit = min(limit, before*int(g.bound[p]+1)-1)
	}
	states = g.count(g.union(int32(p), c), limit)
	return states, states <= limit
}

// closer reports whether a is a better home for place p than b: by share, then by
// the smaller number of states, then by distance in the net.
func (g *grouping) closer(p int, a, b neighbour) bool {
	switch {
	case a.share > b.share+1e-9 || b.share > a.share+1e-9:
		return a.share > b.share
	case g.statesOf(a.component) != g.statesOf(b.component):
		return g.statesOf(a.component) < g.statesOf(b.component)
	}
	da, db := g.distance(int32(p), a.component), g.distance(int32(p), b.component)
	return da < db || da == db && a.component < b.component
}

// distance is the distance of the closest places of two components in the net.
func (g *grouping) distance(a, b int32) int {
	best := len(g.of)
	for _, p := range g.members[a] {
		i, _ := slices.BinarySearch(g.members[b], p)
		if i < len(g.members[b]) {
			best = min(best, g.members[b][i]-p)
		}
		if i > 0 {
			best = min(best, p-g.members[b][i-1])
		}
	}
	return best
}

// merge joins components of several places of which each prefers the other, in
// rounds, so that all grow alike.
func (g *grouping) merge() {
	a := newAffinity(g)
	choice := make([]int32, len(g.of))
	states := make([]int, len(g.of))
	var near []neighbour
	for merged := true; merged; {
		merged = false
		for c := range choice {
			choice[c] = -1
			if len(g.members[c]) < 2 || g.still[g.members[c][0]] || 2*g.statesOf(int32(c)) > g.limits.States {
				continue
			}
			near = a.neighbours(near[:0], int32(c))
			choice[c], states[c] = g.partner(int32(c), near)
		}
		for c, d := range choice {
			if d < 0 || g.members[c] == nil || g.members[d] == nil || choice[d] >= 0 && choice[d] != int32(c) {
				continue
			}
			g.join(states[c], int32(c), d)
			choice[d] = int32(c)
			merged = true
		}
	}
}

// partner returns the component that c should merge with, or −1, and the number
// of local states of both together.
func (g *grouping) partner(c int32, near []neighbour) (int32, int) {
	best, states := neighbour{component: -1}, 0
	for _, n := range near {
		if n.share < 0.5-1e-9 || len(g.members[n.component]) < 2 {
			continue
		}
		if best.component >= 0 {
			d, e := g.distance(c, n.component), g.distance(c, best.component)
			if n.share < best.share-1e-9 || n.share < best.share+1e-9 && (d > e || d == e && n.component > best.component) {
				continue
			}
		}
		if both := g.count(g.union(c, n.component), g.limits.States); both <= g.limits.States {
			best, states = n, both
		}
	}
	return best.component, states
}
