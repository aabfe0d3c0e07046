package extended

import (
	"fmt"
	"math"
	"slices"
)

// What a transition asks of its places, without priorities: of each place a number of tokens from an interval.

// A Need is what a transition asks of one place and does to it.
type Need struct {
	Place       int
	Least, Most int64 // with fewer or more tokens it cannot fire; nothing is enough if Least > Most
	Give        int64 // tokens of the output arcs
	Take        int64 // tokens of the input arcs
	Reset       bool  // the place is emptied between the two
}

// Delta returns how many tokens a firing adds to a place without a reset arc.
func (d Need) Delta() int64 { return d.Give - d.Take }

// has reports whether some number of tokens is enough.
func (d Need) has() bool { return d.Least <= d.Most }

// Needs returns what each transition asks of its places, in ascending order, capacities included. The error says that
// the weights of arcs between two nodes have a sum beyond 2^63−1.
func (n *Net) Needs() ([][]Need, error) {
	list := make([][]Need, len(n.Transitions))
	for _, a := range n.Arcs {
		of := &list[a.Transition]
		i, ok := slices.BinarySearchFunc(*of, a.Place, func(d Need, p int) int { return d.Place - p })
		if !ok {
			*of = slices.Insert(*of, i, Need{Place: a.Place, Most: math.MaxInt64})
		}
		d := &(*of)[i]
		switch a.Kind {
		case Input, Output:
			sum := &d.Take
			if a.Kind == Output {
				sum = &d.Give
			}
			if *sum > math.MaxInt64-a.Weight {
				return nil, fmt.Errorf("transition %s, place %s: the sum of the weights of arcs exceeds 64 bits",
					n.Transitions[a.Transition].ID, n.Places[a.Place].ID)
			}
			*sum += a.Weight
		case Read:
			d.Least = max(d.Least, a.Weight)
		case Inhibitor:
			d.Most = min(d.Most, a.Weight-1)
		case Reset:
			d.Reset = true
		}
	}
	for _, of := range list {
		for i := range of {
			d := &of[i]
			d.Least = max(d.Least, d.Take)
			d.limit(n.Places[d.Place].Capacity)
		}
	}
	return list, nil
}

// limit adds what a capacity asks: after a firing the place holds no more tokens than the capacity, or than before.
func (d *Need) limit(capacity int64) {
	switch {
	case capacity == Unlimited:
	case d.Reset && d.Give > capacity:
		d.Least = max(d.Least, d.Give)
	case !d.Reset && d.Delta() > 0:
		d.Most = min(d.Most, capacity-d.Delta())
	}
}

// A way is one way in which a transition cannot fire: the place holds fewer tokens than least, or more than most.
type way struct {
	place       int
	least, most int64 // one of them says nothing: least is 0, or most is 2^63−1
}

// other returns when a way is not open: at least as many tokens, or no more.
func (w way) other() way {
	if w.most == math.MaxInt64 {
		return way{w.place, 0, w.least - 1}
	}
	return way{w.place, w.most + 1, math.MaxInt64}
}

// ways returns the ways in which u cannot fire that are open where t could: it cannot if and only if one of them holds.
func ways(u, t []Need) (list []way) {
	for _, d := range u {
		of := Need{Most: math.MaxInt64}
		if i, ok := slices.BinarySearchFunc(t, d.Place, func(d Need, p int) int { return d.Place - p }); ok {
			of = t[i]
		}
		if !of.has() {
			continue
		}
		if of.Least < d.Least {
			list = append(list, way{d.Place, d.Least, math.MaxInt64})
		}
		if of.Most > d.Most {
			list = append(list, way{d.Place, 0, d.Most})
		}
	}
	return list
}
