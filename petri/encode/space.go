package encode

import (
	"math"
	"math/bits"
	"slices"

	"brim/mdd"
	"brim/petri"
)

// A space numbers the local states of a component of several places in the order of their discovery. Number 0 is the
// initial one. Components with the same initial tokens and the same effects on them share a space, and with it the
// tables of those effects.
type space struct {
	width  int     // places of the component
	states []int64 // tokens of local state i: states[i·width … (i+1)·width−1]
	// number+1 of a local state at the hash of its tokens or after; 0: free. At most half full.
	table   []int32
	largest int64              // number of tokens in states
	maps    map[int32]*mdd.Map // by number of the effect
	most    []int64            // by place of the component: with more tokens it has petri.Omega; nil is no bound

	// A firing that would give a place more tokens than 64 bits count leads to a local state of its own, which
	// enables nothing: none of its numbers is ≥ 0. Its number is over, or 0 as long as it is not needed.
	over     int
	overFull int32 // a place that would hold that many
}

func newSpace(initial []int64) *space {
	c := &space{width: len(initial), maps: map[int32]*mdd.Map{}, table: make([]int32, 8)}
	c.number(initial)
	return c
}

// count returns the number of local states discovered so far.
func (c *space) count() int { return len(c.states) / c.width }

// tokens returns the tokens of a numbered local state, place by place.
func (c *space) tokens(state int) []int64 {
	return c.states[state*c.width : (state+1)*c.width]
}

// number returns the number of a local state, a new one if it was not seen before.
func (c *space) number(tokens []int64) int {
	at := c.slot(tokens)
	if c.table[at] > 0 {
		return int(c.table[at]) - 1
	}
	c.states = append(c.states, tokens...)
	c.largest = max(c.largest, slices.Max(tokens))
	n := c.count()
	c.table[at] = int32(n)
	if 2*n >= len(c.table) {
		c.table = make([]int32, 2*len(c.table))
		for i := range n {
			c.table[c.slot(c.tokens(i))] = int32(i + 1)
		}
	}
	return n - 1
}

// slot returns where in the table a local state is, or would be.
func (c *space) slot(tokens []int64) int {
	h := uint64(len(tokens))
	for _, x := range tokens {
		hi, lo := bits.Mul64(h^uint64(x), 0x9e3779b97f4a7c15)
		h = hi ^ lo
	}
	mask := len(c.table) - 1
	for at := int(h) & mask; ; at = (at + 1) & mask {
		if i := c.table[at]; i == 0 || slices.Equal(c.tokens(int(i)-1), tokens) {
			return at
		}
	}
}

// effect returns the table of changes, which have the given number.
func (c *space) effect(number int32, changes []change) *mdd.Map {
	m, ok := c.maps[number]
	if !ok {
		scratch := make([]int64, c.width)
		var prev func(state int) (int, bool)
		if c.most == nil { // otherwise many states may lead to one
			prev = func(state int) (int, bool) { return c.undo(state, changes, scratch) }
		}
		m = mdd.NewMap(func(state int) (int, bool) { return c.apply(state, changes, scratch) }, prev)
		c.maps[number] = m
	}
	return m
}

// apply returns the local state after the changes, if they are possible.
func (c *space) apply(state int, changes []change, scratch []int64) (int, bool) {
	to := append(scratch[:0], c.tokens(state)...)
	full := int32(-1)
	for _, ch := range changes {
		x := to[ch.place]
		switch {
		case x == petri.Omega && c.most != nil: // may be enough for all, and few enough
		case x < 0 || !ch.enabled(x):
			return 0, false
		case ch.delta > 0 && x > math.MaxInt64-ch.delta:
			full = ch.place
		default:
			to[ch.place] = x + ch.delta
			if c.most != nil && to[ch.place] > c.most[ch.place] {
				to[ch.place] = petri.Omega
			}
		}
	}
	if full >= 0 {
		return c.overflow(full), true
	}
	return c.number(to), true
}

// overflow returns the state for too many tokens on the given place.
func (c *space) overflow(place int32) int {
	if c.over == 0 {
		c.over, c.overFull = c.number(slices.Repeat([]int64{-1}, c.width)), place
	}
	return c.over
}

// undo returns the local state before the changes, if they are possible there.
func (c *space) undo(state int, changes []change, scratch []int64) (int, bool) {
	from := append(scratch[:0], c.tokens(state)...)
	for _, ch := range changes {
		x := from[ch.place]
		if x < 0 || ch.delta < 0 && x > math.MaxInt64+ch.delta {
			return 0, false
		}
		if x -= ch.delta; x < 0 || !ch.enabled(x) {
			return 0, false
		}
		from[ch.place] = x
	}
	return c.number(from), true
}
