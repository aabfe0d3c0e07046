package siphon

import (
	"slices"

	"brim/petri"
)

// The flow relation of a net, and the largest siphon within a set of places.

// A Kind says which sets are meant.
type Kind uint8

const (
	Siphons Kind = iota // each transition that gives to the set takes from it
	Traps               // each transition that takes from the set gives to it
)

func (k Kind) String() string { return [...]string{"siphons", "traps"}[k] }

// Is reports whether the places are a set of the kind; the empty set is one. Cost: O(places + arcs).
func (k Kind) Is(net *petri.Net, places []int) bool {
	return len(k.Largest(net, places)) == len(places)
}

// Largest returns the largest set of the kind that contains none but the given places, which must differ, in
// ascending order. Cost: O(places + arcs).
func (k Kind) Largest(net *petri.Net, within []int) []int {
	g := newGraph(net, k)
	return g.sorted(g.largest(g.indices(within)))
}

// A graph is the flow relation of a net without weights, and room for the search within sets of places. The traps of
// a net are the siphons of the net with all arcs reversed, so there is code for siphons only.
type graph struct {
	takes, gives [][]int32 // by transition: places
	into, out    [][]int32 // by place: the transitions that give to it, and those that take from it

	count  []int32 // by transition: how many places of the present set it takes from; 0 between calls
	inside []bool  // by place: it is in the present set; false between calls
	gone   []int32 // places that have left the set
	work   int64   // places of sets that largest has looked at
	left   int64   // places that searches for siphons of one size may still try
}

// newGraph returns the flow relation of a net, with all arcs reversed for traps.
func newGraph(net *petri.Net, k Kind) *graph {
	g := &graph{
		takes: make([][]int32, len(net.Transitions)), gives: make([][]int32, len(net.Transitions)),
		into: make([][]int32, len(net.Places)), out: make([][]int32, len(net.Places)),
		count: make([]int32, len(net.Transitions)), inside: make([]bool, len(net.Places)), left: nearbyWork,
	}
	for t := range net.Transitions {
		pre, post := net.Transitions[t].Pre, net.Transitions[t].Post
		if k == Traps {
			pre, post = post, pre
		}
		g.takes[t], g.gives[t] = make([]int32, len(pre)), make([]int32, len(post))
		for i, a := range pre {
			g.takes[t][i] = int32(a.Place)
			g.out[a.Place] = append(g.out[a.Place], int32(t))
		}
		for i, a := range post {
			g.gives[t][i] = int32(a.Place)
			g.into[a.Place] = append(g.into[a.Place], int32(t))
		}
	}
	return g
}

// largest returns the largest siphon within a set of places; it may overwrite the set. A place leaves the set as soon
// as a transition gives to it that takes from no place of the set. Cost: the arcs at the places of the set.
func (g *graph) largest(set []int32) []int32 {
	for _, p := range set {
		g.inside[p] = true
		for _, t := range g.out[p] {
			g.count[t]++
		}
	}
	g.gone = g.gone[:0]
	g.work += int64(len(set))
	leave := func(p int32) {
		if g.inside[p] {
			g.inside[p] = false
			g.gone = append(g.gone, p)
		}
	}
	for _, p := range set {
		if slices.ContainsFunc(g.into[p], func(t int32) bool { return g.count[t] == 0 }) {
			leave(p)
		}
	}
	for i := 0; i < len(g.gone); i++ {
		for _, t := range g.out[g.gone[i]] {
			if g.count[t]--; g.count[t] == 0 {
				for _, p := range g.gives[t] {
					leave(p)
				}
			}
		}
	}
	kept := set[:0]
	for _, p := range set {
		if g.inside[p] {
			kept = append(kept, p)
			g.inside[p] = false
			for _, t := range g.out[p] {
				g.count[t] = 0
			}
		}
	}
	return kept
}

// smallest returns a siphon within a siphon that is good, where no smaller one in it is; what contains a good siphon
// must be good itself. It tries to do without half of the places, then a quarter, and at last without each one.
// Cost: about the places of the result × the arcs at those of the set; stop ends it early, with a larger result.
func (g *graph) smallest(set []int32, good func([]int32) bool, stop func() bool) []int32 {
	for part := max(1, len(set)/2); part > 0; part /= 2 {
		for i := 0; i < len(set); {
			if stop() {
				return set
			}
			end := min(i+part, len(set))
			less := g.largest(append(slices.Clone(set[:i]), set[end:]...))
			if !good(less) {
				i = end
				continue
			}
			kept := 0
			for _, p := range set[:i] {
				if kept < len(less) && less[kept] == p {
					kept++
				}
			}
			set, i = less, kept
		}
	}
	return set
}

// around returns a siphon with a place, within a siphon that has it: for each transition that gives to it and takes
// from no place of it, one of its input places is added. It need not be minimal, but is small where few are needed.
// Cost: the places of the large siphon, and the arcs at those of the small one.
func (g *graph) around(place int32, within []int32) []int32 {
	for _, p := range within {
		g.inside[p] = true
	}
	set, in := []int32{place}, map[int32]bool{place: true}
	for i := 0; i < len(set); i++ {
		for _, t := range g.into[set[i]] {
			if slices.ContainsFunc(g.takes[t], func(p int32) bool { return in[p] }) {
				continue
			}
			at := slices.IndexFunc(g.takes[t], func(p int32) bool { return g.inside[p] })
			set = append(set, g.takes[t][at])
			in[g.takes[t][at]] = true
		}
	}
	for _, p := range within {
		g.inside[p] = false
	}
	return set
}

// indices converts a list of places.
func (g *graph) indices(places []int) []int32 {
	list := make([]int32, len(places))
	for i, p := range places {
		list[i] = int32(p)
	}
	return list
}

// all lists all places.
func (g *graph) all() []int32 {
	list := make([]int32, len(g.into))
	for p := range list {
		list[p] = int32(p)
	}
	return list
}

// sorted converts a set to indices in ascending order.
func (g *graph) sorted(set []int32) []int {
	list := make([]int, len(set))
	for i, p := range set {
		list[i] = int(p)
	}
	slices.Sort(list)
	return list
}
