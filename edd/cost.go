package edd

import (
	"fmt"
	"math"
	"slices"

	"brim/mdd"
)

// The costs of events, and the classes of events that cost the same.

// costs has the costs of the events of a relation. Where each costs 1 there are no lists.
type costs struct {
	byEvent []uint32
	byChain []uint32 // of equal events the least
	least   uint32   // of all events, MaxUint32 if there is none
}

// newCosts calls cost for each event of r; nil stands for a cost of 1.
func newCosts(r *mdd.Relation, cost func(event int) int) costs {
	if cost == nil {
		return costs{least: 1}
	}
	c := costs{byEvent: make([]uint32, r.Len()), byChain: make([]uint32, r.Chains()), least: math.MaxUint32}
	for i := range c.byChain {
		c.byChain[i] = math.MaxUint32
	}
	for event := range c.byEvent {
		given := cost(event)
		if given < 0 || given >= Infinity {
			panic(fmt.Sprintf("edd: NewWeighted: event %d costs %d, expected 0 to %d", event, given, Infinity-1))
		}
		x, chain := uint32(given), r.ChainOf(event)
		c.byEvent[event], c.byChain[chain] = x, min(c.byChain[chain], x)
		c.least = min(c.least, x)
	}
	return c
}

// of returns what the cheapest event with the given chain costs.
func (c *costs) of(chain mdd.Chain) uint32 {
	if c.byChain == nil {
		return 1
	}
	return c.byChain[chain]
}

// ofEvent returns what the event of the given number costs.
func (c *costs) ofEvent(event int) uint32 {
	if c.byEvent == nil {
		return 1
	}
	return c.byEvent[event]
}

// A class has the events that cost the same.
type class struct {
	cost   int
	events []int         // their numbers, ascending
	r      *mdd.Relation // of these events, in this order; nil if there are too many classes
}

// maxClasses bounds the number of different costs for which the events of one cost are a relation: relations take
// operations of the forest of sets, and room for each level. Beyond that number images are computed event by event.
const maxClasses = 64

// classes returns the events by their costs, ascending. They are made when first used.
func (z *Saturator) classes() []class {
	if z.byCost != nil {
		return z.byCost
	}
	byCost := map[uint32][]int{}
	for event := range z.events {
		cost := z.costs.ofEvent(event)
		byCost[cost] = append(byCost[cost], event)
	}
	for cost, events := range byCost {
		c := class{cost: int(cost), events: events}
		switch {
		case len(byCost) == 1:
			c.r = z.r
		case len(byCost) <= maxClasses, cost == 0:
			c.r = z.r.Only(func(event int) bool { return z.costs.ofEvent(event) == cost })
		}
		z.byCost = append(z.byCost, c)
	}
	slices.SortFunc(z.byCost, func(a, b class) int { return a.cost - b.cost })
	return z.byCost
}

// image returns the tuples that one event of a class leads to from a tuple of s.
func (z *Saturator) image(c *class, s mdd.Set) mdd.Set {
	if c.r != nil {
		return c.r.Image(s)
	}
	image := z.f.sets.Empty()
	for _, event := range c.events {
		image = image.Union(z.r.ImageOf(event, s))
	}
	return image
}
