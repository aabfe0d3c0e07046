package encode

import "brim/mdd"

// events returns a relation with one event for each transition that e was made of.
func (m *Model) events(e *effects) *mdd.Relation {
	r := m.Forest.NewRelation()
	var steps []mdd.Step
	for t := range e.end {
		steps = steps[:0]
		for _, u := range e.of(t) {
			steps = append(steps, mdd.Step{Level: int(u.level),
				Effect: m.levels[u.level-1].effect(u.effect, e.changes[u.effect])})
		}
		r.Add(steps...)
	}
	return r
}
