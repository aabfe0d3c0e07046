package encode

import (
	"encoding/binary"
	"slices"

	"brim/mdd"
	"brim/petri"
)

// A level tells what the local values of a level stand for: the numbers of a space, or, where space is nil, tokens of
// the only place by a scale.
type level struct {
	space *space
	scale
}

// makeLevels decides for each level what its local values are, and makes the forest and the initial set. A place p that
// would get more than most[p] tokens, and more than its initial ones, gets petri.Omega; nil is no bound for all.
func (m *Model) makeLevels(e *effects, most []int64, o mdd.Options) {
	m.levels = make([]level, len(m.Order.Levels))
	on := e.byLevel(len(m.levels))
	shared := map[string]*space{}
	var initial, limit []int64
	var id []byte
	for i, places := range m.Order.Levels {
		if len(places) == 0 {
			continue
		}
		initial, limit = initial[:0], limit[:0]
		for _, p := range places {
			x := m.Net.Places[p].Initial
			initial = append(initial, x)
			if most != nil && most[p] < petri.Omega {
				limit = append(limit, max(most[p], x))
			} else {
				limit = append(limit, petri.Omega)
			}
		}
		limited := slices.ContainsFunc(limit, func(x int64) bool { return x < petri.Omega })
		if !limited {
			limit = limit[:0]
		}
		if len(places) == 1 && !limited {
			if s, ok := e.scaleOf(initial[0], on[i]); ok {
				m.levels[i].scale = s
				continue
			}
		}
		id = id[:0]
		for _, list := range [][]int64{initial, limit} {
			id = binary.AppendVarint(id, int64(len(list)))
			for _, x := range list {
				id = binary.AppendVarint(id, x)
			}
		}
		for _, x := range on[i] {
			id = binary.AppendVarint(id, int64(x))
		}
		s, ok := shared[string(id)]
		if !ok {
			s = newSpace(initial)
			if limited {
				s.most = slices.Clone(limit)
			}
			shared[string(id)] = s
		}
		m.levels[i].space = s
	}
	m.Forest = mdd.New(len(m.levels), o)
	m.Init = m.Forest.Tuple(m.initial()...)
}

// LocalStates returns the number of local states found so far of the component that has the most; 0 if each place has
// a level of its own. It only reads, so it may be called while an operation of the forest waits. Cost: O(levels).
func (m *Model) LocalStates() int {
	most := 0
	for i, l := range m.levels {
		if l.space != nil && len(m.Order.Levels[i]) > 1 {
			most = max(most, l.space.count())
		}
	}
	return most
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

// largest returns a number of tokens that no place of the level exceeds in any local value that is known.
func (l *level) largest() int64 {
	if l.space != nil {
		return l.space.largest
	}
	return l.scale.tokens(mdd.MaxValue)
}

// effect returns what the changes, which have the given number, do to local values.
func (l *level) effect(number int32, changes []change) mdd.Effect {
	if l.space != nil {
		return l.space.effect(number, changes)
	}
	return l.scale.effect(changes[0])
}
