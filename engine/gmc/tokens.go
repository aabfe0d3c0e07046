package gmc

import (
	"context"
	"fmt"
	"math/bits"

	"brim/petri/structure"

	"github.com/dalzilio/rudd"
)

// This file has numbers of tokens in binary, and the diagrams of ranges of them.

// mostTokens is the largest bound of a place.
const mostTokens = 1 << 20

// mostOf returns the most tokens of each place: its capacity, where places without one are promised to have no more
// than tokens.
func mostOf(facts *structure.Profile, tokens int64) ([]int64, error) {
	capacities, err := facts.CapacitiesWithin(context.Background(), tokens)
	if err != nil {
		return nil, err
	}
	most := make([]int64, len(capacities))
	for p, c := range capacities {
		if most[p] = c.Most; c.Most > mostTokens {
			return nil, fmt.Errorf("place %s may hold %d tokens; the most is %d", facts.Net().Places[p].Name, c.Most,
				mostTokens)
		}
	}
	return most, nil
}

// A number is a place as a number in binary: its bits from the lowest on, which is at the top of the diagrams.
type number struct {
	d    *diagrams
	from []int // variables
	to   []int // those after a step; nil if that is of no interest
}

// width returns the number of bits for numbers up to most.
func width(most int64) int { return bits.Len64(uint64(most)) }

// between returns the function that is true where the number x is in least, …, most, and after the step x + delta. Both
// are numbers of the width, so that arithmetic modulo a power of two is right. The diagram has a few nodes for each
// bit.
func (x number) between(least, most, delta int64) rudd.Node {
	if least > most {
		return x.d.False()
	}
	type rest struct {
		bit         int
		carry       uint64
		above, upTo bool // what the lower bits say of x ≥ least and of x ≤ most
	}
	done := map[rest]rudd.Node{}
	var from func(r rest) rudd.Node
	from = func(r rest) rudd.Node {
		if r.bit == len(x.from) {
			// Where least or most has more bits, x is smaller.
			return x.d.From(least>>r.bit == 0 && r.above && (most>>r.bit > 0 || r.upTo))
		}
		if n, ok := done[r]; ok {
			return n
		}
		var values [2]rudd.Node
		for v := range uint64(2) {
			next := r
			next.bit++
			if l := uint64(least) >> r.bit & 1; l != v {
				next.above = v > l
			}
			if m := uint64(most) >> r.bit & 1; m != v {
				next.upTo = v < m
			}
			sum := v + uint64(delta)>>r.bit&1 + r.carry
			next.carry = sum >> 1
			values[v] = from(next)
			if x.to != nil {
				values[v] = x.d.and(x.d.literal(x.to[r.bit], sum&1 == 1), values[v])
			} else {
				next.carry = 0
			}
		}
		n := x.d.ite(x.d.Ithvar(x.from[r.bit]), values[1], values[0])
		done[r] = n
		return n
	}
	return from(rest{above: true, upTo: true})
}
