package structure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"brim/petri"
)

// This file explores small parts of a net that depend on nothing else.

// A Part is a set of places that depend on no others: each transition that changes one of them takes only from them.
// The rest of the net can read them, no more, so all markings of the net are, on these places, markings of the part
// alone. Inhibitor arcs are ignored, so the part may have others as well.
//
// Invariant: markings are in the sequence of Places, and none is below another one.
type Part struct {
	Places   []int // ascending
	markings []petri.Marking
}

const (
	mostPartPlaces   = 8
	mostPartMarkings = 500
	mostPartFirings  = 1 << 20 // of all parts
	mostPartBox      = 10_000  // vectors among which Least looks
)

// findParts returns small parts of a net, with at most eight places and 500 markings: places with all that they depend
// on. Cost: the arcs of the net for each place of a part, and a limited number of firings.
func findParts(ctx context.Context, net *petri.Net) (list []*Part) {
	makers := make([][]int, len(net.Places)) // by place: the transitions that change it
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			if e.Delta != 0 {
				makers[e.Place] = append(makers[e.Place], t)
			}
		}
	}
	done := make([]bool, len(net.Places))
	firings := mostPartFirings
	for p := range net.Places {
		if ctx.Err() != nil || firings <= 0 {
			break
		}
		if done[p] || len(makers[p]) == 0 {
			continue
		}
		x := &Part{Places: dependencies(net, makers, p)}
		if x.Places == nil || !x.explore(net, makers, &firings) {
			continue
		}
		for _, q := range x.Places {
			done[q] = true
		}
		list = append(list, x)
	}
	return list
}

// dependencies returns p and all places on which it depends, nil if they are too many.
func dependencies(net *petri.Net, makers [][]int, p int) []int {
	places := []int{p}
	for i := 0; i < len(places); i++ {
		for _, t := range makers[places[i]] {
			for _, a := range net.Transitions[t].Pre {
				if slices.Contains(places, a.Place) {
					continue
				}
				if places = append(places, a.Place); len(places) > mostPartPlaces {
					return nil
				}
			}
		}
	}
	slices.Sort(places)
	return places
}

// explore finds the markings of the part, and reports whether they are few.
func (x *Part) explore(net *petri.Net, makers [][]int, firings *int) bool {
	var changing []int
	start := make(petri.Marking, len(x.Places))
	for i, p := range x.Places {
		changing, start[i] = append(changing, makers[p]...), net.Places[p].Initial
	}
	slices.Sort(changing)
	x.markings = []petri.Marking{start}
	seen := map[string]bool{fmt.Sprint(start): true}
	changing = slices.Compact(changing)
	for i := 0; i < len(x.markings); i++ {
		for _, t := range changing {
			next := x.fire(&net.Transitions[t], x.markings[i])
			if *firings--; next == nil {
				continue
			}
			if key := fmt.Sprint(next); !seen[key] {
				if seen[key] = true; len(x.markings) == mostPartMarkings || slices.Max(next) > math.MaxInt32 {
					return false
				}
				x.markings = append(x.markings, next)
			}
		}
	}
	var largest []petri.Marking
	for i, m := range x.markings {
		if !slices.ContainsFunc(x.markings,
			func(n petri.Marking) bool { return !n.Equal(x.markings[i]) && above(n, m) }) {
			largest = append(largest, m)
		}
	}
	x.markings = largest
	return true
}

// fire returns the marking of the part after a firing, nil if it does not enable the transition.
func (x *Part) fire(t *petri.Transition, m petri.Marking) petri.Marking {
	next := m.Clone()
	for e := range t.Effects() {
		if i, in := slices.BinarySearch(x.Places, e.Place); in {
			if m[i] < e.Min {
				return nil
			}
			next[i] += e.Delta
		}
	}
	return next
}

// above reports whether m has at least the tokens of n in each place.
func above(m, n petri.Marking) bool {
	for i := range m {
		if m[i] < n[i] {
			return false
		}
	}
	return true
}

// Allows reports whether a reachable marking may have some levels, by what the part knows of those in its places.
func (x *Part) Allows(levels ...Level) bool {
	least := make(petri.Marking, len(x.Places))
	for _, l := range levels {
		if i, in := slices.BinarySearch(x.Places, l.Place); in {
			least[i] = max(least[i], l.Tokens)
		}
	}
	return slices.ContainsFunc(x.markings, func(m petri.Marking) bool { return above(m, least) })
}

// Least returns the least combinations of levels that the part does not allow: a marking that has none of them is below
// one of the part. No firing leads from such a marking to another one. It is nil if they are too many.
func (x *Part) Least() (list [][]Level) {
	box := x.most()
	size := 1
	for i := range box {
		if box[i]++; box[i] >= int64(mostPartBox/size) {
			return nil
		}
		size *= int(box[i]) + 1
	}
	v := make([]Level, len(x.Places))
	for n := range size {
		rest := int64(n)
		var levels []Level
		for i, p := range x.Places {
			v[i] = Level{p, rest % (box[i] + 1)}
			rest /= box[i] + 1
			if v[i].Tokens > 0 {
				levels = append(levels, v[i])
			}
		}
		if !x.Allows(v...) && !slices.ContainsFunc(v,
			func(l Level) bool { return l.Tokens > 0 && !x.allowsBelow(v, l) }) {
			list = append(list, levels)
		}
	}
	return list
}

// allowsBelow reports whether the part allows levels with one token less in the place of one of them.
func (x *Part) allowsBelow(v []Level, l Level) bool {
	less := slices.Clone(v)
	less[slices.Index(less, l)].Tokens--
	return x.Allows(less...)
}

// most returns the most tokens of each place of the part.
func (x *Part) most() petri.Marking {
	most := make(petri.Marking, len(x.Places))
	for _, m := range x.markings {
		for i, k := range m {
			most[i] = max(most[i], k)
		}
	}
	return most
}
