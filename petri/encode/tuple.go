package encode

import (
	"brim/mdd"
	"brim/petri"
)

// Tokens returns how many tokens a local value of a level stands for on the place at an index of Order.Levels[level-1].
func (m *Model) Tokens(level, value, index int) int64 { return m.levels[level-1].tokens(value, index) }

// Tuple returns the local values that stand for m, the inverse of Marking. If m has none, as no marking that was met
// had such tokens on some level, ok is false: then m is in no set of the model. Cost: O(places), no work in the forest.
func (m *Model) Tuple(marking petri.Marking) (values []int, ok bool) {
	values = make([]int, len(m.levels))
	var tokens []int64
	for i, places := range m.Order.Levels {
		if len(places) == 0 {
			continue
		}
		tokens = tokens[:0]
		for _, p := range places {
			tokens = append(tokens, marking[p])
		}
		if values[i], ok = m.levels[i].find(tokens); !ok {
			return nil, false
		}
	}
	return values, true
}

// find returns the local value that stands for the tokens, if there is one.
func (l *level) find(tokens []int64) (v int, ok bool) {
	if l.space == nil {
		return l.scale.find(tokens[0])
	}
	i := l.space.table[l.space.slot(tokens)]
	return int(i) - 1, i > 0
}

// find returns the local value for a number of tokens, if it has one.
func (s scale) find(tokens int64) (v int, ok bool) {
	x := s.value(tokens)
	return int(x), x >= 0 && x <= mdd.MaxValue && s.tokens(int(x)) == tokens
}
