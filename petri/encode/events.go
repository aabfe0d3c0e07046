package encode

import (
	"fmt"
	"slices"

	"brim/mdd"
	"brim/petri"
)

// touch is a transition's effect on one place, before it is sorted into components.
type touch struct {
	level int
	change
}

// addEvents fills the two relations.
func (m *Model) addEvents() {
	m.All, m.Moves = m.Forest.NewRelation(), m.Forest.NewRelation()
	maps := map[string]*mdd.Map{}
	var touches []touch
	var steps []mdd.Step
	for t := range m.Net.Transitions {
		touches = m.touches(&m.Net.Transitions[t], touches[:0])
		slices.SortFunc(touches, func(a, b touch) int {
			if a.level != b.level {
				return a.level - b.level
			}
			return a.place - b.place
		})
		steps = steps[:0]
		moves := false
		for from := 0; from < len(touches); {
			to := from
			for to < len(touches) && touches[to].level == touches[from].level {
				moves = moves || touches[to].delta != 0
				to++
			}
			steps = append(steps, mdd.Step{Level: touches[from].level, Effect: m.effect(touches[from:to], maps)})
			from = to
		}
		m.All.Add(steps...)
		if moves {
			m.Moves.Add(steps...)
		}
	}
}

// touches lists what t does, place by place, in no particular order.
func (m *Model) touches(t *petri.Transition, out []touch) []touch {
	at := func(p int) *change {
		for i := range out {
			if out[i].level == m.levelOf[p] && out[i].place == m.indexOf[p] {
				return &out[i].change
			}
		}
		out = append(out, touch{m.levelOf[p], change{place: m.indexOf[p]}})
		return &out[len(out)-1].change
	}
	for _, a := range t.Pre {
		c := at(a.Place)
		c.min, c.delta = a.Weight, -a.Weight
	}
	for _, a := range t.Post {
		at(a.Place).delta += a.Weight
	}
	for _, a := range t.Inhibit {
		at(a.Place).below = a.Weight
	}
	return out
}

// effect returns the effect of the touches of one level. Transitions with the same effect on a component share its table.
func (m *Model) effect(touches []touch, maps map[string]*mdd.Map) mdd.Effect {
	level := touches[0].level
	c := &m.comps[level-1]
	if c.direct {
		t := touches[0]
		return mdd.Shift{Min: int(t.min), Below: int(t.below), Delta: int(t.delta)}
	}
	changes := make([]change, len(touches))
	for i, t := range touches {
		changes[i] = t.change
	}
	id := fmt.Sprint(level, changes)
	if e, ok := maps[id]; ok {
		return e
	}
	scratch := make([]int64, c.width)
	e := mdd.NewMap(
		func(state int) (int, bool) { return c.apply(state, changes, scratch) },
		func(state int) (int, bool) { return c.undo(state, changes, scratch) })
	maps[id] = e
	return e
}
