package ticks

import (
	"errors"
	"fmt"

	"brim/mdd"
	"brim/petri/extended"
)

// What a firing of a time Petri net does to the tokens of a place.

// mostPairs is how many pairs of values an effect may list.
const mostPairs = 1 << 20

// A tokens is what a firing, or a part of it, does to a place that holds from least to most tokens before it.
type tokens struct {
	need        extended.Need
	least, most int64
	bound       int64 // the place never holds more
}

// within returns the part with from least to most tokens before the firing, nil if it is empty.
func (k *tokens) within(least, most int64) *tokens {
	part := *k
	part.least, part.most = max(k.least, least), min(k.most, most)
	if part.least > part.most {
		return nil
	}
	return &part
}

// narrowed returns the part where c holds, nil if it is empty.
func (k *tokens) narrowed(c condition) *tokens {
	taken, given := k.need.Take, k.need.Give // until the moment of the condition
	if c.between {
		given = 0
	}
	if k.need.Reset {
		if given < c.least || given > c.most {
			return nil
		}
		return k
	}
	return k.within(sum(c.least, taken)-given, sum(c.most, taken-given))
}

// testTokens is the tester for numbers of tokens.
func testTokens(c condition) mdd.Effect {
	e := mdd.Shift{Min: int(min(c.least, mdd.MaxValue))}
	if c.most < mdd.MaxValue {
		e.Below = int(c.most) + 1
	}
	if e == (mdd.Shift{}) {
		return nil
	}
	return e
}

// sum returns a+b, or unlimited if that is more, for a ≥ 0.
func sum(a, b int64) int64 {
	if b > 0 && a > unlimited-b || a == unlimited {
		return unlimited
	}
	return a + b
}

// effect returns the effect on the variable of the place; nil if nothing is asked and changed.
func (k *tokens) effect() (mdd.Effect, error) {
	if k.need.Reset {
		if k.most == unlimited {
			return nil, fmt.Errorf("it has a reset arc at a place, and %w", errUnbounded)
		}
		if k.most-k.least >= mostPairs || k.most > mdd.MaxValue-2 {
			return nil, errors.New("it has a reset arc at a place with too many tokens")
		}
		var pairs [][2]int
		for v := k.least; v <= k.most; v++ {
			pairs = append(pairs, [2]int{int(v), int(k.need.Give)})
		}
		return mdd.NewPairs(pairs...), nil
	}
	e := mdd.Shift{Delta: int(k.need.Delta())}
	if k.least > mdd.MaxValue-2 {
		return nil, errors.New("the weights of arcs are too large")
	}
	e.Min = int(k.least)
	if k.most < k.bound && k.most < mdd.MaxValue {
		e.Below = int(k.most) + 1
	}
	if e == (mdd.Shift{}) {
		return nil, nil
	}
	return e, nil
}
