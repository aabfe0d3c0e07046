package coloured

import (
	"math"
	"math/bits"
)

// This file checks that numbers of tokens of a term fit into 64 bits and that no difference is negative.

// positive reports whether the numbers of tokens of a term without variables fit into 64 bits and no difference in it
// is negative. The term that was given is at fault if not.
func (c *checker) positive(given, t *Term) bool {
	if c.b.net.size(t) < 0 {
		return c.overflow(given)
	}
	d := differences{net: &c.b.net, work: &c.b.work}
	ok := d.check(t)
	switch {
	case c.b.work <= 0:
		c.fail(given, "what initial markings subtract has too many colours; expected less than %d steps to "+
			"compare them", maxWork)
	case !ok:
		c.fail(given, "%s is subtracted %d times more than it is there; expected a marking that is not negative",
			c.b.colourText(d.sort, d.colour), d.lacks)
	}
	return ok && c.b.work > 0
}

// overflow notes that a term has too many tokens, and returns false.
func (c *checker) overflow(given *Term) bool {
	_, ok := c.fail(given, "the term has more than 2^63−1 tokens; expected fewer")
	return ok
}

// size returns the number of tokens of a term, subtrahends not subtracted, or −1 if that is more than 2^63−1: an upper
// bound for every binding. The subtrahends have to fit as well.
func (n *Net) size(t *Term) int64 {
	switch t.Op {
	case All:
		return n.Sorts[t.Sort].Size
	case Tuple, Times:
		size := int64(1)
		if t.Op == Times {
			size = t.Value
		}
		for _, a := range t.Args {
			size = times(size, n.size(a))
		}
		return size
	case Sum:
		size := int64(0)
		for _, a := range t.Args {
			size = plus(size, n.size(a))
		}
		return size
	case Difference:
		size := n.size(t.Args[0])
		for _, a := range t.Args[1:] {
			if n.size(a) < 0 {
				return -1
			}
		}
		return size
	}
	return 1
}

// times returns x·y, or −1 if that is above 2^63−1 or one of them is −1.
func times(x, y int64) int64 {
	if x < 0 || y < 0 {
		return -1
	}
	high, low := bits.Mul64(uint64(x), uint64(y))
	if high > 0 || low > math.MaxInt64 {
		return -1
	}
	return int64(low)
}

// plus returns x+y, or −1 if that is above 2^63−1 or one of them is −1.
func plus(x, y int64) int64 {
	if x < 0 || y < 0 || x > math.MaxInt64-y {
		return -1
	}
	return x + y
}

// maxWork is how many steps a Builder may take to look for differences below zero, a second at most.
const maxWork = 20_000_000

// differences looks for differences below zero in terms without variables whose numbers of tokens fit into 64 bits:
// for each colour that is subtracted, it counts how often the term has it. So what it is subtracted from may have any
// number of colours.
type differences struct {
	net           *Net
	work          *int // steps left
	sort          int  // what was found
	colour, lacks int64
}

// check reports whether no difference in t is negative.
func (d *differences) check(t *Term) bool {
	for _, a := range t.Args {
		if !d.check(a) {
			return false
		}
	}
	if t.Op != Difference {
		return true
	}
	for _, a := range t.Args[1:] {
		if !d.each(a, func(colour int64) bool {
			n := d.count(t, colour)
			if n < 0 {
				d.sort, d.colour, d.lacks = t.Sort, colour, -n
			}
			return n >= 0
		}) {
			return false
		}
	}
	return true
}

// each calls yield for each colour that t can have, and maybe for some that it has not, until yield returns false. It
// returns false if that happened or the allowed work is used up.
func (d *differences) each(t *Term, yield func(colour int64) bool) bool {
	if *d.work--; *d.work <= 0 {
		return false
	}
	switch t.Op {
	case All:
		for c := range d.net.Sorts[t.Sort].Size {
			if !yield(c) {
				return false
			}
		}
		return true
	case Times, Difference:
		return d.each(t.Args[0], yield)
	case Sum:
		for _, a := range t.Args {
			if !d.each(a, yield) {
				return false
			}
		}
		return true
	case Tuple:
		return d.tuples(t, 0, 0, yield)
	}
	return yield(d.value(t))
}

// tuples is each for the tuples that begin with a number of components, which have been chosen.
func (d *differences) tuples(t *Term, i int, prefix int64, yield func(colour int64) bool) bool {
	if i == len(t.Args) {
		return yield(prefix)
	}
	size := d.net.Sorts[t.Args[i].Sort].Size
	return d.each(t.Args[i], func(c int64) bool { return d.tuples(t, i+1, prefix*size+c, yield) })
}

// count returns how often t has a colour under the present binding; a negative number says that the allowed work is
// used up. It follows the structure of t, without listing any multiset.
func (d *differences) count(t *Term, colour int64) int64 {
	if *d.work--; *d.work <= 0 {
		return -1
	}
	n := int64(0)
	switch t.Op {
	case All:
		return 1
	case Times:
		return t.Value * d.count(t.Args[0], colour)
	case Sum:
		for _, a := range t.Args {
			n += d.count(a, colour)
		}
		return n
	case Difference:
		n = d.count(t.Args[0], colour)
		for _, a := range t.Args[1:] {
			n -= d.count(a, colour)
		}
		return n
	case Tuple:
		n = 1
		for i := len(t.Args) - 1; i >= 0; i-- {
			size := d.net.Sorts[t.Args[i].Sort].Size
			n *= d.count(t.Args[i], colour%size)
			colour /= size
		}
		return n
	}
	if d.value(t) == colour {
		return 1
	}
	return 0
}

// value returns the colour that a term without variables is.
func (d *differences) value(t *Term) int64 {
	size := d.net.Sorts[t.Sort].Size
	switch t.Op {
	case Successor:
		return (d.value(t.Args[0]) + 1) % size
	case Predecessor:
		return (d.value(t.Args[0]) + size - 1) % size
	}
	return t.Value // a Colour: what else is one colour is no initial marking
}
