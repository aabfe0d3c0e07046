package encode

import "brim/mdd"

// addEvents fills the two relations.
func (m *Model) addEvents(e *effects) {
	m.All = m.Forest.NewRelation()
	var steps []mdd.Step
	for t := range m.Net.Transitions {
		steps = steps[:0]
		for _, u := range e.of(t) {
			steps = append(steps, mdd.Step{Level: int(u.level), Effect: m.effect(u, e)})
		}
		m.All.Add(steps...)
	}
	m.Moves = m.All.Only(func(t int) bool { return e.moves[t] })
}

// effect returns what u does to its level.
func (m *Model) effect(u use, e *effects) mdd.Effect {
	changes := e.changes[u.effect]
	if s := m.spaces[u.level-1]; s != nil {
		return s.effect(int(u.effect), changes)
	}
	c := changes[0]
	return mdd.Shift{Min: int(c.min), Below: int(c.below), Delta: int(c.delta)}
}
