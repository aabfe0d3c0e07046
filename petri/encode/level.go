package encode

import (
	"encoding/binary"

	"brim/mdd"
)

// A level tells what the local values of a level stand for: the numbers of a space, or, where space is nil, tokens of
// the only place by a scale.
type level struct {
	space *space
	scale
}

// makeLevels decides for each level what its local values are.
func (m *Model) makeLevels(e *effects) {
	m.levels = make([]level, len(m.Order.Levels))
	on := e.byLevel(len(m.levels))
	shared := map[string]*space{}
	var initial []int64
	var id []byte
	for i, places := range m.Order.Levels {
		initial = initial[:0]
		for _, p := range places {
			initial = append(initial, m.Net.Places[p].Initial)
		}
		if len(places) == 1 {
			if s, ok := e.scaleOf(initial[0], on[i]); ok {
				m.levels[i].scale = s
				continue
			}
		}
		id = binary.AppendVarint(id[:0], int64(len(initial)))
		for _, x := range initial {
			id = binary.AppendVarint(id, x)
		}
		for _, x := range on[i] {
			id = binary.AppendVarint(id, int64(x))
		}
		s, ok := shared[string(id)]
		if !ok {
			s = newSpace(initial)
			shared[string(id)] = s
		}
		m.levels[i].space = s
	}
}

// initial returns the local value of the initial marking, which has so many tokens on the first place.
func (l *level) initial(tokens int64) int {
	if l.space != nil {
		return 0
	}
	return int(l.value(tokens))
}

// tokens returns the tokens of place j of the level in its local value v.
func (l *level) tokens(v, j int) int64 {
	if l.space != nil {
		return l.space.tokens(v)[j]
	}
	return l.scale.tokens(v)
}

// effect returns what the changes, which have the given number, do to local values.
func (l *level) effect(number int32, changes []change) mdd.Effect {
	if l.space != nil {
		return l.space.effect(number, changes)
	}
	return l.scale.effect(changes[0])
}
