package oracle

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"brim/petri/coloured"
)

// Multisets, and the meaning of terms and guards.

// A Bag is a multiset of colours: how often each of them is in it, never 0. Bags are shared, so nobody may change one
// that he has not made.
type Bag map[int64]int64

// size returns the number of tokens in b, and false if 64 bits cannot count them.
func (b Bag) size() (int64, bool) {
	sum := int64(0)
	for _, n := range b {
		if n > math.MaxInt64-sum {
			return 0, false
		}
		sum += n
	}
	return sum, true
}

// covers reports whether b has each colour at least as often as c has.
func (b Bag) covers(c Bag) bool {
	for colour, n := range c {
		if b[colour] < n {
			return false
		}
	}
	return true
}

// without returns b without c, which it covers.
func (b Bag) without(c Bag) Bag {
	rest := Bag{}
	for colour, n := range b {
		if n > c[colour] {
			rest[colour] = n - c[colour]
		}
	}
	return rest
}

// with returns b and c together, and false if 64 bits cannot count a colour.
func (b Bag) with(c Bag) (Bag, bool) {
	sum := Bag{}
	maps.Copy(sum, b)
	for colour, n := range c {
		if n > math.MaxInt64-sum[colour] {
			return nil, false
		}
		sum[colour] += n
	}
	return sum, true
}

// only returns the colour of a bag that has one colour once. It panics on others: a Builder lets none stand where one
// colour is asked for.
func (b Bag) only() int64 {
	for colour, n := range b {
		if len(b) == 1 && n == 1 {
			return colour
		}
	}
	panic(fmt.Sprintf("oracle: multiset %v, expected one colour", b))
}

// An assignment gives terms and guards of a coloured net their meaning.
type assignment struct {
	net    *coloured.Net
	colour map[int64]int64 // by variable

	// Of the terms so far: one of them takes away what is not there, so it has no meaning; one has more than 2^63−1 of
	// a colour.
	negative, tooMany bool
}

// bag evaluates the term t to a multiset of colours, by recursion on its structure; nil stands for the empty multiset.
// It notes in a if a difference took away more than there was, or if a number exceeded 63 bits.
func (a *assignment) bag(t *coloured.Term) Bag {
	if t == nil {
		return Bag{}
	}
	args := make([]Bag, len(t.Args))
	for i, arg := range t.Args {
		args[i] = a.bag(arg)
	}
	size := a.net.Sorts[t.Sort].Size
	switch t.Op {
	case coloured.Colour:
		return Bag{t.Value: 1}
	case coloured.Bound:
		return Bag{a.colour[t.Value]: 1}
	case coloured.Successor:
		return Bag{(args[0].only() + 1) % size: 1}
	case coloured.Predecessor:
		return Bag{(args[0].only() + size - 1) % size: 1}
	case coloured.BlockOf:
		return Bag{a.block(t.Sort, args[0].only()): 1}
	case coloured.Tuple:
		return a.tuples(a.net.Sorts[t.Sort].Parts, args)
	case coloured.All:
		all := Bag{}
		for colour := range size {
			all[colour] = 1
		}
		return all
	case coloured.Times:
		return a.times(t.Value, args[0])
	case coloured.Sum:
		sum := Bag{}
		for _, b := range args {
			sum = a.add(sum, b)
		}
		return sum
	case coloured.Difference:
		rest := args[0]
		for _, b := range args[1:] {
			a.negative = a.negative || !rest.covers(b)
			rest = rest.without(b)
		}
		return rest
	}
	panic(fmt.Sprintf("oracle: unknown term %d", t.Op))
}

// block returns the block of a partition that has a colour of its base.
func (a *assignment) block(partition int, colour int64) int64 {
	i := slices.IndexFunc(a.net.Sorts[partition].Constants, func(c coloured.Constant) bool {
		return slices.Contains(c.Members, colour)
	})
	if i < 0 {
		panic(fmt.Sprintf("oracle: no block of %s has colour %d", a.net.Sorts[partition].ID, colour))
	}
	return int64(i)
}

// tuples returns all tuples of one colour of each bag.
func (a *assignment) tuples(parts []int, bags []Bag) Bag {
	product := Bag{0: 1} // the tuple of nothing
	for i, b := range bags {
		longer := Bag{}
		for head, n := range product {
			for last, k := range b {
				longer[head*a.net.Sorts[parts[i]].Size+last] = a.multiply(n, k)
			}
		}
		product = longer
	}
	return product
}

func (a *assignment) times(k int64, b Bag) Bag {
	many := Bag{}
	for colour, n := range b {
		if k > 0 {
			many[colour] = a.multiply(k, n)
		}
	}
	return many
}

func (a *assignment) add(b, c Bag) Bag {
	sum, ok := b.with(c)
	a.tooMany = a.tooMany || !ok
	return sum
}

// multiply returns the product of two positive numbers.
func (a *assignment) multiply(n, k int64) int64 {
	if n > math.MaxInt64/k {
		a.tooMany = true
		return 1
	}
	return n * k
}

// holds evaluates the guard g, by recursion on its structure; nil stands for true.
func (a *assignment) holds(g *coloured.Guard) bool {
	if g == nil {
		return true
	}
	switch g.Test {
	case coloured.True:
		return true
	case coloured.And:
		for _, arg := range g.Args {
			if !a.holds(arg) {
				return false
			}
		}
		return true
	case coloured.Or:
		return slices.ContainsFunc(g.Args, a.holds)
	case coloured.Not:
		return !a.holds(g.Args[0])
	case coloured.Imply:
		return !a.holds(g.Args[0]) || a.holds(g.Args[1])
	}
	left, right := a.bag(g.Left).only(), a.bag(g.Right).only()
	switch g.Test {
	case coloured.Equal:
		return left == right
	case coloured.Unequal:
		return left != right
	case coloured.Less:
		return left < right
	case coloured.LessEqual:
		return left <= right
	case coloured.Greater:
		return left > right
	case coloured.GreaterEqual:
		return left >= right
	}
	panic(fmt.Sprintf("oracle: unknown test %d", g.Test))
}
