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

// endless returns tuples from which an infinite path stays in set, such that each infinite path in set comes to one. It
// takes events that cannot recur out of the relation, and shrinks the set by a growing number of rounds between two
// looks at the events.
func (c *Checker) endless(set mdd.Set) mdd.Set {
	events := make([]bool, c.next.Len())
	for e := range events {
		events[e] = true
	}
	z := set
	for rounds := 1; ; rounds *= 2 {
		if z.IsEmpty() || !c.Recur(events, z) {
			return set.Forest().Empty()
		}
		next := c.next
		if slices.Contains(events, false) {
			next = next.Only(func(e int) bool { return events[e] })
		}
		for range rounds {
			smaller := next.PreImageWithin(z, z)
			if smaller.Equal(z) {
				return z
			}
			z = smaller
		}
	}
}

// Recur unmarks those events, marked by number, which are found not to occur infinitely often on any path in z. It
// reports whether any are left. Cost: an image of z for each, and that of Recurring.
func (c *Checker) Recur(events []bool, z mdd.Set) bool {
	for changed := true; changed; {
		changed = false
		for e, yes := range events {
			if yes && c.next.ImageOf(e, z).Intersect(z).IsEmpty() {
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
