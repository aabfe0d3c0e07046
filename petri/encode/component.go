package encode

import (
	"math"
	"slices"

	"brim/petri"
)

// A component is the content of one level: one place whose local value is its number of tokens, or
// several places whose local states are numbered in the order of their discovery. Number 0 is the initial one.
type component struct {
	places []int
	direct bool // one place, local value = tokens

	width  int     // len(places)
	states []int64 // tokens of local state i: states[i·width … (i+1)·width−1]
	index  map[string]int
}

// scanLimit is the number of local states up to which a search through the list is faster than a map.
const scanLimit = 16

// numberedAt is the token count from which even a single place gets numbered values.
const numberedAt = 1 << 30

func newComponent(net *petri.Net, places []int, large bool) component {
	c := component{places: places, width: len(places)}
	c.direct = len(places) == 1 && !large
	if !c.direct {
		tokens := make([]int64, c.width)
		for i, p := range places {
			tokens[i] = net.Places[p].Initial
		}
		c.number(tokens)
	}
	return c
}

// count returns the number of local states discovered so far.
func (c *component) count() int { return len(c.states) / c.width }

// tokens returns the tokens of a numbered local state, place by place.
func (c *component) tokens(state int) []int64 {
	return c.states[state*c.width : (state+1)*c.width]
}

// number returns the number of a local state, a new one if it was not seen before.
func (c *component) number(tokens []int64) int {
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
func (c *component) find(tokens []int64) (int, bool) {
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
		b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56))
	}
	return string(b)
}

// A change is what a transition does to one place of a component.
type change struct {
	place int   // index within the component
	min   int64 // tokens needed
	below int64 // tokens that disable; 0 if none do
	delta int64
}

// apply returns the local state after the changes, if they are possible.
func (c *component) apply(state int, changes []change, scratch []int64) (int, bool) {
	to := append(scratch[:0], c.tokens(state)...)
	for _, ch := range changes {
		x := to[ch.place]
		if !ch.enabled(x) || ch.delta > 0 && x > math.MaxInt64-ch.delta {
			return 0, false
		}
		to[ch.place] = x + ch.delta
	}
	return c.number(to), true
}

// undo returns the local state before the changes, if they are possible there.
func (c *component) undo(state int, changes []change, scratch []int64) (int, bool) {
	from := append(scratch[:0], c.tokens(state)...)
	for _, ch := range changes {
		x := from[ch.place]
		if ch.delta < 0 && x > math.MaxInt64+ch.delta {
			return 0, false
		}
		if x -= ch.delta; x < 0 || !ch.enabled(x) {
			return 0, false
		}
		from[ch.place] = x
	}
	return c.number(from), true
}

// enabled tells whether x tokens allow the change.
func (ch change) enabled(x int64) bool { return x >= ch.min && (ch.below == 0 || x < ch.below) }
