package ctl

import (
	"slices"

	"brim/ctl/syntax"
	"brim/mdd"
)

// EG, and the events that can recur on an infinite path.

// always returns the tuples from which some path of next stays in set, or stays there until it ends in a tuple of ends:
// the greatest Z with Z = set ∩ (before(Z) ∪ ends).
func always(next *mdd.Relation, set, ends mdd.Set) mdd.Set {
	for z := set; ; {
		smaller := next.PreImageWithin(z, z).Union(z.Intersect(ends))
		if smaller.Equal(z) {
			return z
		}
		z = smaller
	}
}

// forever is always for the relation of c. A path that stays in a finite set for ever has, from some tuple on, only
// events that occur infinitely often. So where these are known, the fixed point is computed with fewer events, often
// with none, and saturation finds the way there, for which the fixed point would take as many rounds as the longest
// path has steps.
func (c *Checker) forever(set, ends mdd.Set) mdd.Set {
	if c.Recurring == nil {
		return always(c.next, set, ends)
	}
	return c.next.Inverse().SaturateWithin(c.endless(set).Union(set.Intersect(ends)), set)
}

// Forever returns the tuples from which some path stays in part, which belongs to the universe, for ever, or until it
// ends where paths may end: the set of EG f for the set part of f. Nothing may lead out of the universe.
func (c *Checker) Forever(part mdd.Set) mdd.Set {
	ends := part.Forest().Empty()
	if c.paths == syntax.Maximal {
		ends = c.dead
	}
	return c.forever(part, ends)
}

// Stays reports whether some path stays in part, which belongs to the universe, for ever, or until it ends.
func (c *Checker) Stays(part mdd.Set) bool {
	return c.paths == syntax.Maximal && !part.Intersect(c.dead).IsEmpty() || !c.endless(part).IsEmpty()
}

// A core is what endless has found for a set: all tuples on circles in the set are in the core, by marked events.
type core struct {
	set, core mdd.Set
	events    []bool
}

// mostCores is how many cores are kept, the last ones.
const mostCores = 32

// manyRounds is how many rounds endless tries before it looks for the core of the universe.
const manyRounds = 7

// endless returns tuples from which an infinite path stays in set, such that each infinite path in set comes to one. It
// takes events that cannot recur out of the relation, and shrinks the set by a growing number of rounds between two
// looks at the events. A round takes out the tuples without a successor in the set.
//
// An infinite path in a finite set goes round a circle in the end, and that is a circle of each larger set. So what
// lies outside of the core of a larger set is taken out at once, and of formulas that cut little off the universe only
// the first takes many rounds.
func (c *Checker) endless(set mdd.Set) mdd.Set {
	z, events := set, make([]bool, c.next.Len())
	for e := range events {
		events[e] = true
	}
	for _, k := range c.cores {
		if set.SubsetOf(k.set) {
			z = z.Intersect(k.core)
			for e, yes := range k.events {
				events[e] = events[e] && yes
			}
		}
	}
	for rounds, done := 1, 0; ; rounds *= 2 {
		if z.IsEmpty() || !c.Recur(events, z) {
			z = set.Forest().Empty()
			break
		}
		next := c.next
		if slices.Contains(events, false) {
			next = next.Only(func(e int) bool { return events[e] })
		}
		smaller, ended := shrink(next, z, rounds)
		if z = smaller; ended {
			break
		}
		if done += rounds; done == manyRounds && !set.Equal(c.universe) {
			z = z.Intersect(c.endless(c.universe))
		}
	}
	if len(c.cores) == mostCores {
		c.cores = slices.Delete(c.cores, 0, 1)
	}
	c.cores = append(c.cores, core{set, z, events})
	return z
}

// shrink takes the tuples without a successor in z out of z, so many times at most. It reports whether none is left.
func shrink(next *mdd.Relation, z mdd.Set, rounds int) (smaller mdd.Set, ended bool) {
	for range rounds {
		stuck := next.StuckWithin(z, z)
		if stuck.IsEmpty() {
			return z, true
		}
		z = z.Minus(stuck)
	}
	return z, false
}

// Recur unmarks those events, marked by number, which are found not to occur infinitely often on any path in z. It
// reports whether any are left. Cost: mdd's Leads for each, and that of Recurring.
func (c *Checker) Recur(events []bool, z mdd.Set) bool {
	for changed := true; changed; {
		changed = false
		for e, yes := range events {
			if yes && !c.next.Leads(e, z, z) {
				events[e], changed = false, true
			}
		}
		if c.Recurring == nil || !slices.Contains(events, true) {
			break
		}
		for e, yes := range c.Recurring(events) {
			if events[e] && !yes {
				events[e], changed = false, true
			}
		}
	}
	return slices.Contains(events, true)
}
