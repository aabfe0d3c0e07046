package format

import (
	"cmp"
	"math"
	"slices"

	"brim/petri/extended"
	"brim/petri/timed"
)

// What bears on the behaviour of a net that is made to fit a format: written in another way if the format has one.

// capacities says capacities by inhibitor arcs, if the format has those and not the former.
func (x *fitting) capacities() {
	if !x.lacks(Capacities) {
		return
	}
	n := 0
	for i := range x.net.Places {
		if x.net.Places[i].Capacity != extended.Unlimited {
			n++
		}
	}
	if x.f.Holds&Inhibitors != 0 && x.inhibited() {
		x.note("%s written as inhibitor arcs", plural(n, "capacity is", "capacities are"))
	} else {
		x.lost("%s left out", plural(n, "capacity is", "capacities are"))
	}
	for i := range x.net.Places {
		x.net.Places[i].Capacity = extended.Unlimited
	}
}

// inhibited replaces capacities by inhibitor arcs; false if that is not possible.
func (x *fitting) inhibited() bool {
	if x.doc.Timed == nil {
		return x.plain(unordered)
	}
	return x.guarded()
}

// unordered takes the priorities from a net.
func unordered(net *extended.Net) {
	net.Over = nil
	for i := range net.Transitions {
		net.Transitions[i].Priority = 0
	}
}

// plain replaces the arcs by those of the place/transition net of a part of the net, which without makes; false if
// there is none, as in nets with reset arcs. Bends of arcs are lost.
func (x *fitting) plain(without func(*extended.Net)) bool {
	c := x.net.Clone()
	without(c)
	p, err := c.Plain()
	if err != nil {
		return false
	}
	x.net.Arcs = extended.Of(p).Arcs
	return true
}

// priorities says priorities by numbers as pairs, or pairs as numbers, or both by arcs.
func (x *fitting) priorities() {
	if featuresOf(x.doc)&Numbers == 0 { // all numbers are the same, so they say nothing
		for t := range x.net.Transitions {
			x.net.Transitions[t].Priority = 0
		}
	}
	if x.lacks(Numbers) && x.f.Holds&Pairs != 0 {
		x.pairs()
	}
	if x.lacks(Pairs) && x.f.Holds&Numbers != 0 {
		x.numbers()
	}
	if !x.lacks(Numbers | Pairs) {
		return
	}
	if x.f.Holds&(Inhibitors|Weights) == Inhibitors|Weights && x.doc.Timed == nil && x.plain(func(*extended.Net) {}) {
		x.note("the priorities of transitions are written as read and inhibitor arcs")
	} else {
		x.lost("the priorities of transitions are left out")
	}
	unordered(x.net)
}

// pairs says priorities by numbers as pairs: of each transition over those of the next smaller number.
func (x *fitting) pairs() {
	net := x.net
	order := make([]int, len(net.Transitions))
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(net.Transitions[b].Priority, net.Transitions[a].Priority)
	})
	var above, level []int
	for i, t := range order {
		if i > 0 && net.Transitions[t].Priority != net.Transitions[order[i-1]].Priority {
			above, level = level, nil
		}
		for _, u := range above {
			net.Over = append(net.Over, extended.Priority{First: u, Then: t})
		}
		level = append(level, t)
	}
	for t := range net.Transitions {
		net.Transitions[t].Priority = 0
	}
	x.note("priorities by number are written as pairs of transitions")
}

// mostOrdered is the largest number of transitions whose pairs are compared with numbers, which is quadratic.
const mostOrdered = 2000

// numbers says priorities by pairs as numbers, if the pairs are those of some numbers: then each transition has as its
// number that of the transitions below it, and is above exactly those with a smaller one.
func (x *fitting) numbers() {
	net := x.net
	if len(net.Transitions) > mostOrdered {
		return
	}
	below := closure(net)
	size := make([]int64, len(below))
	for t := range below {
		for _, is := range below[t] {
			if is {
				size[t]++
			}
		}
	}
	for t := range below {
		for u := range below {
			if (size[t] > size[u]) != below[t][u] {
				return
			}
		}
	}
	for t := range net.Transitions {
		net.Transitions[t].Priority = size[t]
	}
	net.Over = nil
	x.note("priorities by pairs are written as numbers")
}

// closure returns for each two transitions whether the first has priority over the second.
func closure(net *extended.Net) [][]bool {
	direct := make([][]int, len(net.Transitions))
	for _, o := range net.Over {
		direct[o.First] = append(direct[o.First], o.Then)
	}
	for t := range net.Transitions {
		for u := range net.Transitions {
			if net.Transitions[t].Priority > net.Transitions[u].Priority {
				direct[t] = append(direct[t], u)
			}
		}
	}
	below := make([][]bool, len(net.Transitions))
	for t := range below {
		below[t] = make([]bool, len(net.Transitions))
		for todo := []int{t}; len(todo) > 0; {
			last := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, u := range direct[last] {
				if !below[t][u] {
					below[t][u] = true
					todo = append(todo, u)
				}
			}
		}
	}
	return below
}

// resets leaves out reset arcs if the format has none.
func (x *fitting) resets() { x.drop(extended.Reset, Resets, "reset arc is", "reset arcs are") }

// inhibitors leaves out inhibitor arcs if the format has none.
func (x *fitting) inhibitors() {
	x.drop(extended.Inhibitor, Inhibitors, "inhibitor arc is", "inhibitor arcs are")
}

func (x *fitting) drop(kind extended.Kind, of Features, one, many string) {
	if !x.lacks(of) {
		return
	}
	before := len(x.net.Arcs)
	x.keep(func(a extended.Arc) bool { return a.Kind != kind })
	x.lost("%s left out", plural(before-len(x.net.Arcs), one, many))
}

// A pair is a place and a transition.
type pair struct{ p, t int }

// merge makes one arc of those of a kind between the same two nodes, unless the format has bends by which a drawing
// tells them apart; TAPAAL's formats, those with ages, refuse several in any case. Weights of input and output arcs add
// up, of read arcs the largest counts, of inhibitor arcs the smallest. Of input arcs that take tokens of different ages
// the first is kept, which changes the behaviour.
func (x *fitting) merge() {
	if x.f.Holds&(Bends|Ages) == Bends {
		return
	}
	type key struct {
		pair
		extended.Kind
		timed.Interval
	}
	first, i, n := make(map[key]int, len(x.net.Arcs)), -1, 0
	x.keep(func(a extended.Arc) bool {
		i++
		k := key{pair{a.Place, a.Transition}, a.Kind, x.age(i)}
		at, ok := first[k]
		if ok && merged(&x.net.Arcs[at], a) {
			return false
		}
		first[k] = n
		n++
		return true
	})
	if x.doc.Arcs != nil {
		x.single()
	}
}

// single leaves out all input arcs between the same two nodes but the first.
func (x *fitting) single() {
	seen, n := map[pair]bool{}, 0
	x.keep(func(a extended.Arc) bool {
		at := pair{a.Place, a.Transition}
		if a.Kind == extended.Input && seen[at] {
			n++
			return false
		}
		seen[at] = seen[at] || a.Kind == extended.Input
		return true
	})
	if n == 0 {
		return
	}
	x.lost("%s left out: the format has one from a place to a transition", plural(n, "input arc is", "input arcs are"))
	if x.doc = x.doc.Simple(); x.doc.Untimed != nil { // only those arcs had ages
		x.net = x.doc.Untimed
		x.merge()
	}
}

// merged adds b to an arc a of its kind between the same two nodes, and reports whether one weight can say both.
func merged(a *extended.Arc, b extended.Arc) bool {
	switch a.Kind {
	case extended.Read:
		a.Weight = max(a.Weight, b.Weight)
	case extended.Inhibitor:
		a.Weight = min(a.Weight, b.Weight)
	case extended.Input, extended.Output:
		if a.Weight > math.MaxInt64-b.Weight {
			return false
		}
		a.Weight += b.Weight
	}
	return true
}

// reads says read arcs by input and output arcs, if the format has no read arcs: beside input arcs between the same two
// nodes as many more as are asked for, and output arcs that give them back, unless a reset arc empties the place.
func (x *fitting) reads() {
	if !x.lacks(Reads) {
		return
	}
	most, takes, resets := map[pair]int64{}, map[pair]int64{}, map[pair]bool{}
	var order []pair
	n := 0
	for _, a := range x.net.Arcs {
		at := pair{a.Place, a.Transition}
		switch a.Kind {
		case extended.Read:
			n++
			if most[at] == 0 {
				order = append(order, at)
			}
			most[at] = max(most[at], a.Weight)
		case extended.Input:
			takes[at] += min(a.Weight, math.MaxInt64-takes[at])
		case extended.Reset:
			resets[at] = true
		}
	}
	x.keep(func(a extended.Arc) bool { return a.Kind != extended.Read })
	for _, at := range order {
		more := most[at] - takes[at]
		if more <= 0 {
			continue
		}
		x.net.Arcs = append(x.net.Arcs, extended.Arc{Place: at.p, Transition: at.t, Kind: extended.Input, Weight: more})
		if !resets[at] {
			x.net.Arcs = append(x.net.Arcs, extended.Arc{Place: at.p, Transition: at.t, Kind: extended.Output,
				Weight: more})
		}
	}
	say := x.note
	if x.doc.Timed != nil && x.doc.Timed.Memory == timed.Intermediate {
		say = x.lost // such arcs stop the clocks of other transitions that need the tokens
	}
	say("%s written as arcs that take tokens and give them back", plural(n, "read arc is", "read arcs are"))
}

// weights writes 1 for all weights if the format has none.
func (x *fitting) weights() {
	if !x.lacks(Weights) {
		return
	}
	n := 0
	for i := range x.net.Arcs {
		n += count(&x.net.Arcs[i].Weight, 1)
	}
	x.lost("the weights of %s left out", plural(n, "arc are", "arcs are"))
}
