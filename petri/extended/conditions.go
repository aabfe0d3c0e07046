package extended

import (
	"fmt"
	"math"
	"slices"
)

// What a transition asks of its places, without priorities: of each place a number of tokens from an interval.

// A need is what a transition asks of one place and does to it.
type need struct {
	place       int
	least, most int64 // with fewer or more tokens it cannot fire; nothing is enough if least > most
	give        int64 // tokens of the output arcs
	take        int64 // tokens of the input arcs
	reset       bool  // the place is emptied between the two
}

// delta returns how many tokens a firing adds to a place without a reset arc.
func (d need) delta() int64 { return d.give - d.take }

// has reports whether some number of tokens is enough.
func (d need) has() bool { return d.least <= d.most }

// needs returns what each transition asks of its places, in ascending order, capacities included. The error says that
// the weights of arcs between two nodes have a sum beyond 2^63−1.
func (n *Net) needs() ([][]need, error) {
	list := make([][]need, len(n.Transitions))
	for _, a := range n.Arcs {
		of := &list[a.Transition]
		i, ok := slices.BinarySearchFunc(*of, a.Place, func(d need, p int) int { return d.place - p })
		if !ok {
			*of = slices.Insert(*of, i, need{place: a.Place, most: math.MaxInt64})
		}
		d := &(*of)[i]
		switch a.Kind {
		case Input, Output:
			sum := &d.take
			if a.Kind == Output {
				sum = &d.give
			}
			if *sum > math.MaxInt64-a.Weight {
				return nil, fmt.Errorf("transition %s, place %s: the sum of the weights of arcs exceeds 64 bits",
					n.Transitions[a.Transition].ID, n.Places[a.Place].ID)
			}
			*sum += a.Weight
		case Read:
			d.least = max(d.least, a.Weight)
		case Inhibitor:
			d.most = min(d.most, a.Weight-1)
		case Reset:
			d.reset = true
		}
	}
	for _, of := range list {
		for i := range of {
			d := &of[i]
			d.least = max(d.least, d.take)
			d.limit(n.Places[d.place].Capacity)
		}
	}
	return list, nil
}

// limit adds what a capacity asks: after a firing the place holds no more tokens than the capacity, or than before.
func (d *need) limit(capacity int64) {
	switch {
	case capacity == Unlimited:
	case d.reset && d.give > capacity:
		d.least = max(d.least, d.give)
	case !d.reset && d.delta() > 0:
		d.most = min(d.most, capacity-d.delta())
	}
}

// A way is one way in which a transition cannot fire: the place holds fewer tokens than least, or more than most.
type way struct {
	place       int
	least, most int64 // one of them says nothing: least is 0, or most is 2^63−1
}

// ways returns the ways in which u cannot fire that are open where t could: it cannot if and only if one of them holds.
func ways(u, t []need) (list []way) {
	for _, d := range u {
		of := need{most: math.MaxInt64}
		if i, ok := slices.BinarySearchFunc(t, d.place, func(d need, p int) int { return d.place - p }); ok {
			of = t[i]
		}
		if !of.has() {
			continue
		}
		if of.least < d.least {
			list = append(list, way{d.place, d.least, math.MaxInt64})
		}
		if of.most > d.most {
			list = append(list, way{d.place, 0, d.most})
		}
	}
	return list
}
