package encode

import "brim/mdd"

// addEvents fills the two relations.
func (m *Model) addEvents(e *effects) {
	m.All = m.Forest.NewRelation()
	var steps []mdd.Step
	for t := range m.Net.Transitions {
		steps = steps[:0]
		for _, u := range e.of(t) {
			steps = append(steps, mdd.Step{Level: int(u.level), Effect: m.levels[u.level-1].effect(u.effect, e.changes[u.effect])})
		}
		m.All.Add(steps...)
	}
	m.Moves = m.All.Only(func(t int) bool { return e.moves[t] })
}
