package equation

import (
	"math"
	"math/big"
	"slices"

	"brim/petri/equation/certificate"
)

// This file refines the state equation by traps and by orders of first firings.

// addTrap looks for a trap [EM00] that is empty in the solution and has a token at first, and adds it to what is known.
// Inhibitor arcs and weights do not matter: see certificate.Trap. Cost: the arcs.
func (q *search) addTrap() bool {
	if len(q.traps) >= mostTraps {
		return false
	}
	net := q.net
	in := make([]bool, len(net.Places))
	marked := false
	for p := range in {
		in[p] = q.tokens(p) < 0.5
		marked = marked || in[p] && net.Places[p].Initial > 0
	}
	if !marked {
		return false
	}
	q.greatestTrap(in)
	start := -1
	for p := range in {
		if in[p] && net.Places[p].Initial > 0 {
			start = p
			break
		}
	}
	if start < 0 {
		return false
	}
	// A part of it is as good, and says more: for each transition that takes from the part, one place that it gives to.
	part, list := make([]bool, len(in)), []int32{int32(start)}
	part[start] = true
	for i := 0; i < len(list); i++ {
		for _, t := range q.takers()[list[i]] {
			place := -1
			for _, a := range net.Transitions[t].Post {
				if part[a.Place] {
					place = -1
					break
				}
				if in[a.Place] && place < 0 {
					place = a.Place
				}
			}
			if place >= 0 {
				part[place] = true
				list = append(list, int32(place))
			}
		}
	}
	f := &fact{trap: list}
	f.sum = q.overPlaces(slices.Sorted(slices.Values(list)))
	q.traps = append(q.traps, f)
	return true
}

// greatestTrap takes places away until the set is a trap.
func (s *System) greatestTrap(in []bool) {
	gives := make([]int32, len(s.net.Transitions)) // how many places of the set it gives to
	var queue []int
	for t := range s.net.Transitions {
		for _, a := range s.net.Transitions[t].Post {
			if in[a.Place] {
				gives[t]++
			}
		}
	}
	drop := func(t int) {
		for _, a := range s.net.Transitions[t].Pre {
			if in[a.Place] {
				in[a.Place] = false
				queue = append(queue, a.Place)
			}
		}
	}
	for t, n := range gives {
		if n == 0 {
			drop(t)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, t := range s.givers()[queue[0]] {
			if gives[t]--; gives[t] == 0 {
				drop(int(t))
			}
		}
	}
}

// order returns a split that the solution violates: transitions that fire, of which none can be the first to. See
// certificate.Order. nil says that there is none.
func (q *search) order() *node {
	fires := func(t int32) bool { x := q.class[t]; return x < 0 && q.alive[t] || x >= 0 && q.tableau.Value(x) > 1e-6 }
	q.hopes.look(fires)
	for x, list := range q.members {
		if q.tableau.Value(int32(x)) <= 1e-6 {
			continue
		}
		able := false
		for _, t := range list {
			able = able || q.hopes.fires[t]
		}
		if !able {
			n := &node{}
			n.raised, n.lowered = q.hopes.still()
			return n
		}
	}
	return nil
}

// byOrder splits node n into the two cases of an order of first firings: either none of the causes, the transitions
// that change one of the places in question first, fires, and then those that need such a change are blocked; or some
// cause fires. It proves both.
func (q *search) byOrder(n *node, d depths) (*node, error) {
	raised, lowered := make([]bool, len(q.net.Places)), make([]bool, len(q.net.Places))
	for _, p := range n.raised {
		raised[p] = true
	}
	for _, p := range n.lowered {
		lowered[p] = true
	}
	// A firing is blocked if all its transitions are, and a cause if one of them is.
	var blocked, causes []int32
	for x, list := range q.members {
		all, any := true, false
		for _, t := range list {
			stuck, cause := false, false
			for e := range q.net.Transitions[t].Effects() {
				initial := q.net.Places[e.Place].Initial
				stuck = stuck || raised[e.Place] && e.Min > initial || lowered[e.Place] && e.Below > 0 &&
					e.Below <= initial
				cause = cause || raised[e.Place] && e.Delta > 0 || lowered[e.Place] && e.Delta < 0
			}
			all, any = all && stuck, any || cause && !stuck
		}
		if all {
			blocked = append(blocked, int32(x))
		}
		if any {
			causes = append(causes, int32(x))
		}
	}
	return q.split(n, d, 2, func(i int, a *added) (first *conflict) {
		f := &fact{blank: i == 0}
		a.facts = []*fact{f}
		if i == 1 {
			v := q.overFirings(causes)
			if !q.tableau.Bound(v, false, 1, f) {
				return q.tableau.Clash(v)
			}
			return nil
		}
		for _, x := range blocked {
			if !q.tableau.Bound(x, true, 0, f) && first == nil {
				first = q.tableau.Clash(x)
			}
		}
		return first
	})
}

// fraction returns a split at a number that is no integer: of a place, or else of a firing. nil says that there is
// none.
func (q *search) fraction() *node {
	for p := range q.net.Places {
		if x := q.tokens(p); fractional(x) {
			return &node{cut: &certificate.Cut{Places: []certificate.Term{{Index: p, Weight: 1}}, At: floor(x)}}
		}
	}
	for x, list := range q.members {
		if v := q.tableau.Value(int32(x)); fractional(v) {
			c := &certificate.Cut{At: floor(v)}
			for _, t := range list {
				c.Transitions = append(c.Transitions, certificate.Term{Index: int(t), Weight: 1})
			}
			return &node{cut: c}
		}
	}
	return nil
}

// fractional reports whether x is none of the integers that fit, nor close to one.
func fractional(x float64) bool {
	return math.Abs(x) < 1<<53 && math.Abs(x-math.Round(x)) > 1e-5+1e-9*math.Abs(x)
}

func floor(x float64) *big.Int { return big.NewInt(int64(math.Floor(x))) }

// byCut proves both cases of a cut.
func (q *search) byCut(n *node, d depths) (*node, error) {
	at, v := n.cut.At.Int64(), int32(0)
	if n.cut.Places != nil {
		p := n.cut.Places[0].Index
		v = q.place(p)
		at -= q.net.Places[p].Initial
	} else {
		v = q.class[n.cut.Transitions[0].Index]
	}
	return q.split(n, d, 2, func(i int, a *added) *conflict {
		f := &fact{}
		a.facts = []*fact{f}
		if i == 0 && !q.tableau.Bound(v, true, at, f) || i == 1 && !q.tableau.Bound(v, false, at+1, f) {
			return q.tableau.Clash(v)
		}
		return nil
	})
}
