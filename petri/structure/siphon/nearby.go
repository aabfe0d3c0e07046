package siphon

import (
	"context"
	"slices"
)

// Siphons of few places, place by place: a transition that gives to a place of the set, and takes from none, needs one
// of its input places in the set. Trying them all finds each small siphon, at a cost that depends on the number of
// places just once, where a solver that counts places has to show for all of them together that none is smaller.

const (
	nearbyWork = 1 << 22 // places that are tried in all
	nearbyTurn = 1 << 12 // places that are tried between looks at the context
)

// A nearby is a search for siphons of one size.
type nearby struct {
	*graph
	ctx   context.Context
	size  int
	set   []int32
	bar   []int32 // by place: how many reasons there are not to try it
	found func(set []int32) bool
}

// ofSize calls found with each siphon of so many places that contains no siphon of fewer, and perhaps with others of
// the size, until that returns false. It reports whether it has tried everything within the work that is left. bar is
// above 0 for places that are in no siphon. Cost: the places × (the input places of a transition) ^ size.
func (g *graph) ofSize(ctx context.Context, among []int32, bar []int32, size int, found func(set []int32) bool) bool {
	n := &nearby{graph: g, ctx: ctx, size: size, bar: bar, found: found}
	all := true
	barred := 0
	for _, p := range among {
		if all = n.try(p, 0, 0); !all {
			break
		}
		bar[p]++ // sets with this place are known now
		barred++
	}
	for _, p := range among[:barred] {
		bar[p]--
	}
	return all
}

// try adds a place and goes on with transition k of those that give to place i of the set. It returns false to end the
// search.
func (n *nearby) try(p int32, i, k int) bool {
	if n.left--; n.left < 0 || n.left%nearbyTurn == 0 && n.ctx.Err() != nil {
		return false
	}
	n.set = append(n.set, p)
	for _, t := range n.out[p] {
		n.count[t]++
	}
	goesOn := n.extend(i, k)
	n.set = n.set[:len(n.set)-1]
	for _, t := range n.out[p] {
		n.count[t]--
	}
	return goesOn
}

// extend looks for the first transition that needs an input place in the set, and tries them one after the other: with
// each one all sets that have none of those before.
func (n *nearby) extend(i, k int) bool {
	for ; i < len(n.set); i, k = i+1, 0 {
		into := n.into[n.set[i]]
		for k < len(into) && n.count[into[k]] > 0 {
			k++
		}
		if k == len(into) {
			continue
		}
		if len(n.set) == n.size {
			return true
		}
		goesOn, tried := true, []int32(nil)
		for _, p := range n.takes[into[k]] {
			if n.bar[p] > 0 {
				continue
			}
			if goesOn = n.try(p, i, k); !goesOn {
				break
			}
			n.bar[p]++
			tried = append(tried, p)
		}
		for _, p := range tried {
			n.bar[p]--
		}
		return goesOn
	}
	return len(n.set) < n.size || n.found(n.set)
}

// A known is a list of minimal siphons in which subsets of a set are found soon.
type known struct {
	sets  [][]int32
	first map[int32][]int // by the smallest place
}

// add adds a set, with its places in ascending order.
func (k *known) add(set []int32) {
	k.first[set[0]] = append(k.first[set[0]], len(k.sets))
	k.sets = append(k.sets, set)
}

// within reports whether one of the siphons is in a set with its places in ascending order.
func (k *known) within(set []int32) bool {
	for _, p := range set {
		for _, i := range k.first[p] {
			all := !slices.ContainsFunc(k.sets[i], func(x int32) bool {
				_, in := slices.BinarySearch(set, x)
				return !in
			})
			if all {
				return true
			}
		}
	}
	return false
}
