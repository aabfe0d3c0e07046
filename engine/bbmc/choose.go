package bbmc

import (
	"math/rand/v2"
	"slices"

	"brim/engine/kripke"
)

// candidates are the states that the next queue can be made of: successors of the last one that are not in the slice.
type candidates struct {
	words   int
	table   *kripke.Table // the states, by number
	pending []pending     // transitions to them
	needed  [][]int32     // for each lane that has to keep a candidate, its candidates, each once
	current int           // the lane at hand, or −1 if it needs nothing
	order   []int32       // scratch: the candidates
}

// A pending transition leads to a candidate.
type pending struct{ from, label, to int32 }

func (c *candidates) reset() {
	c.table = kripke.NewTable(c.words)
	c.pending, c.needed = c.pending[:0], c.needed[:0]
}

// lane begins a state of the last queue; needed tells that one of its candidates has to be chosen.
func (c *candidates) lane(needed bool) {
	c.current = -1
	if needed {
		c.current = len(c.needed)
		c.needed = append(c.needed, nil)
	}
}

// add adds a transition from a state of the slice, that of the lane at hand.
func (c *candidates) add(from, label int, to kripke.State) {
	t, _ := c.table.Add(to)
	c.pending = append(c.pending, pending{int32(from), int32(label), int32(t)})
	if c.current < 0 {
		return
	}
	list := &c.needed[c.current]
	for _, other := range *list {
		if int(other) == t {
			return
		}
	}
	*list = append(*list, int32(t))
}

// draws is how often a set is drawn before it is made.
const draws = 100

// choose chooses width candidates, or all if they are fewer, one for each lane that needs one among them; see the
// package comment. It returns for each candidate whether it was chosen, and whether the set was made. There must not be
// more lanes than width.
func (c *candidates) choose(width int, rng *rand.Rand) (chosen []bool, made bool) {
	n := c.table.Len()
	chosen = make([]bool, n)
	if n <= width {
		for i := range chosen {
			chosen[i] = true
		}
		return chosen, false
	}
	c.order = c.order[:0]
	for i := range n {
		c.order = append(c.order, int32(i))
	}
	for range draws {
		c.fill(chosen, 0, width, rng)
		if c.alive(chosen) {
			return chosen, false
		}
		clear(chosen)
	}
	taken := 0
	for _, l := range rng.Perm(len(c.needed)) {
		if list := c.needed[l]; !some(chosen, list) {
			chosen[list[rng.IntN(len(list))]] = true
			taken++
		}
	}
	c.fill(chosen, taken, width, rng)
	return chosen, true
}

// fill adds random candidates to those that are chosen until there are width.
func (c *candidates) fill(chosen []bool, taken, width int, rng *rand.Rand) {
	for i := 0; taken < width; i++ {
		k := i + rng.IntN(len(c.order)-i)
		c.order[i], c.order[k] = c.order[k], c.order[i]
		if t := c.order[i]; !chosen[t] {
			chosen[t] = true
			taken++
		}
	}
}

// alive reports whether each lane that needs a candidate has one.
func (c *candidates) alive(chosen []bool) bool {
	return !slices.ContainsFunc(c.needed, func(list []int32) bool { return !some(chosen, list) })
}

// some reports whether one of a list is chosen.
func some(chosen []bool, list []int32) bool {
	return slices.ContainsFunc(list, func(t int32) bool { return chosen[t] })
}
