package encode

import (
	"brim/internal/checked"
	"brim/mdd"
)

// A scale turns the tokens of a place that is alone on its level into local values: v stands for rest + unit·v tokens.
//
// The unit is the greatest common divisor of all changes of the place, so every number it can hold is a local value,
// and places that move tokens by the thousand have no gaps between their values. A place that never changes has the
// value 0.
type scale struct {
	rest, unit int64
}

// Beyond these numbers, a level numbers its values as they are discovered, like a component of several places: a
// diagram's node has an arc for each local value between its least and its greatest, and a relation has a row for each
// value up to its greatest threshold.
const (
	mostValue     = 1 << 30
	mostUnit      = 1 << 31 // so that the largest local value stands for less than 2^63 tokens
	mostDelta     = 1 << 10
	mostThreshold = 1 << 16
)

// scaleOf returns the scale of a place with these initial tokens and effects; ok is false if its local values are
// better numbered.
func (e *effects) scaleOf(initial int64, on []int32) (s scale, ok bool) {
	unit := int64(0)
	for _, n := range on {
		unit = checked.GCD(unit, e.changes[n][0].delta)
	}
	s = scale{rest: initial, unit: 1}
	if unit > 0 {
		s = scale{rest: initial % unit, unit: unit}
	}
	if s.unit > mostUnit || s.value(initial) > mostValue {
		return s, false
	}
	for _, n := range on {
		ch := e.changes[n][0]
		if s.atLeast(max(ch.min, ch.below)) > mostThreshold || max(ch.delta, -ch.delta)/s.unit > mostDelta {
			return s, false
		}
	}
	return s, true
}

// value returns the local value for a number of tokens that has one.
func (s scale) value(tokens int64) int64 { return (tokens - s.rest) / s.unit }

// tokens is the inverse of value.
func (s scale) tokens(v int) int64 { return s.rest + s.unit*int64(v) }

// atLeast returns the smallest local value with at least the given number of tokens.
func (s scale) atLeast(tokens int64) int64 {
	if tokens <= s.rest {
		return 0
	}
	return (tokens-s.rest-1)/s.unit + 1
}

// effect returns what ch does to local values.
func (s scale) effect(ch change) mdd.Shift {
	shift := mdd.Shift{Min: int(s.atLeast(ch.min)), Delta: int(ch.delta / s.unit)}
	if ch.below > 0 {
		shift.Below = int(s.atLeast(ch.below))
		if shift.Below == 0 { // no value is small enough
			return mdd.Shift{Min: 1, Below: 1}
		}
	}
	return shift
}
