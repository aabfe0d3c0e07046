package encode

import (
	"encoding/binary"
	"math"
	"slices"

	"brim/mdd"
)

// A space numbers the local states of a component of several places in the order of their discovery. Number 0 is the
// initial one. Components with the same initial tokens and the same effects on them share a space, and with it the
// tables of those effects.
type space struct {
	width  int     // places of the component
	states []int64 // tokens of local state i: states[i·width … (i+1)·width−1]
	index  map[string]int
	maps   map[int32]*mdd.Map // by number of the effect

	// A firing that would give a place more tokens than 64 bits count leads to a local state of its own, which
	// enables nothing: none of its numbers is ≥ 0. Its number is over, or 0 as long as it is not needed.
	over     int
	overFull int32 // a place that would hold so many
}

// scanLimit is the number of local states up to which a search through the list is faster than a map.
const scanLimit = 16

func newSpace(initial []int64) *space {
	c := &space{width: len(initial), maps: map[int32]*mdd.Map{}}
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
	if i, ok := c.find(tokens); ok {
		return i
	}
	i := c.count()
	c.states = append(c.states, tokens...)
	if c.index == nil && i >= scanLimit {
		c.index = make(map[string]int)
		for j := range i {
			c.index[key(c.tokens(j))] = j
		}
	}
	if c.index != nil {
		c.index[key(tokens)] = i
	}
	return i
}

// find returns the number of a local state if it has one.
func (c *space) find(tokens []int64) (int, bool) {
	if c.index != nil {
		i, ok := c.index[key(tokens)]
		return i, ok
	}
	for i := range c.count() {
		if slices.Equal(c.tokens(i), tokens) {
			return i, true
		}
	}
	return 0, false
}

func key(tokens []int64) string {
	b := make([]byte, 0, 8*len(tokens))
	for _, x := range tokens {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	return string(b)
}

// effect returns the table of changes, which have the given number.
func (c *space) effect(number int32, changes []change) *mdd.Map {
	m, ok := c.maps[number]
	if !ok {
		scratch := make([]int64, c.width)
		m = mdd.NewMap(
			func(state int) (int, bool) { return c.apply(state, changes, scratch) },
			func(state int) (int, bool) { return c.undo(state, changes, scratch) })
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
		case x < 0 || !ch.enabled(x):
			return 0, false
		case ch.delta > 0 && x > math.MaxInt64-ch.delta:
			full = ch.place
		default:
			to[ch.place] = x + ch.delta
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
