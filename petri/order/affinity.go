package order

import (
	"cmp"
	"slices"
)

// Affinity. A transition that touches λ ≥ 2 components gives each pair of them
// the weight 1/(λ−1), so a component's weights to all others add up to the number
// of its transitions that leave it. Transitions with more components than
// widest say little about any pair and are left out.
const widest = 16

// minAffinity is the least share of a place's transitions that it has in common with
// a component for it to join: below that the place is a resource of many.
const minAffinity = 0.2

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
	h        *Hypergraph // over single places
	edges    *marks
	inside   *marks
	weight   []float64
	common   []int32 // transitions shared
	touched  []int32
	distinct []int32
}

// newAffinity returns the affinity of g, the components of which are single places.
func newAffinity(g *grouping, singles [][]int) *affinity {
	h := newHypergraph(g.net, singles)
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
	var near []neighbour
	type move struct {
		place        int
		to           int32
		size, states int // of the component then, with the place
	}
	var moves []move
	for p := range g.net.Places {
		if g.still[p] || !g.alone(p) || g.bound[p] < 0 || g.bound[p] > g.limits.Tokens {
			continue
		}
		near = g.affinity.neighbours(near[:0], int32(p))
		best, states := neighbour{component: -1}, 0
		for _, n := range near {
			if n.share < minAffinity || best.component >= 0 && !g.closer(p, n, best) {
				continue
			}
			if all, ok := g.welcome(p, n.component, n.always); ok {
				best, states = n, all
			}
		}
		if best.component >= 0 {
			moves = append(moves, move{p, best.component, len(g.members[best.component]), states})
		}
	}
	for _, m := range moves {
		states, ok := m.states, true
		if len(g.members[m.to]) != m.size { // another place was faster
			states, ok = g.welcome(m.place, m.to, true)
		}
		if ok {
			g.join(states, int32(m.place), m.to)
		}
	}
}

// shared reports whether two of the places belong to different components, each
// tied to its own by all of its transitions.
func (g *grouping) shared(places []int) bool {
	var near []neighbour
	home := int32(-1)
	for _, p := range places {
		near = g.affinity.neighbours(near[:0], int32(p))
		for _, n := range near {
			if !n.always || n.component == home {
				continue
			}
			if _, ok := g.welcome(p, n.component, true); ok {
				if home >= 0 {
					return true
				}
				home = n.component
				break
			}
		}
	}
	return false
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

// merge joins pairs of components of several places that have more to do with
// each other than with the rest, the closest pairs first, in rounds so that all
// grow alike. It stops before the diagram degenerates into a list of states. It
// reports whether there were any.
func (g *grouping) merge() (any bool) {
	const rounds = 8 // each doubles what it can, and components hold few states
	const fewest = 4 // levels that must remain
	levels := 0
	for _, m := range g.members {
		if m != nil && !g.still[m[0]] {
			levels++
		}
	}
	type pair struct {
		a, b     int32
		share    float64
		distance int
	}
	var pairs []pair
	var near []neighbour
	matched := make([]bool, len(g.of))
	refused := make([]int32, len(g.of)) // most pairs come twice, once from each side
	for range rounds {
		pairs = pairs[:0]
		for c := range int32(len(g.members)) {
			if !g.mergeable(c) {
				continue
			}
			near = g.affinity.neighbours(near[:0], c)
			for _, n := range near {
				if n.share > 0.5-1e-9 && g.mergeable(n.component) {
					pairs = append(pairs, pair{c, n.component, n.share, g.distance(c, n.component)})
				}
			}
		}
		slices.SortFunc(pairs, func(x, y pair) int {
			return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.distance, y.distance),
				cmp.Compare(min(x.a, x.b), min(y.a, y.b)), cmp.Compare(max(x.a, x.b), max(y.a, y.b)))
		})
		clear(matched)
		merged := false
		for _, p := range pairs {
			a, b := min(p.a, p.b), max(p.a, p.b)
			if matched[a] || matched[b] || refused[a] == b || levels <= fewest {
				continue
			}
			if states := g.count(g.union(a, b), g.limits.States); states <= g.limits.States {
				g.join(states, a, b)
				matched[a], matched[b], merged = true, true, true
				levels--
			} else {
				refused[a] = b
			}
		}
		if !merged {
			break
		}
		any = true
		clear(refused)
	}
	return any
}

// mergeable reports whether component c holds several places and could hold more.
func (g *grouping) mergeable(c int32) bool {
	return len(g.members[c]) > 1 && !g.still[g.members[c][0]] && g.statesOf(c) < g.limits.States
}
