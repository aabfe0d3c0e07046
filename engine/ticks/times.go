package ticks

import "brim/mdd"

// Least times.

// ByTime calls visit with the states that are reached in a time and not in less, for each time from 0 on, until there
// are no more of them or it returns false. Cost: for each unit of time a fixed point along firings.
func (m *Model) ByTime(visit func(time int64, states mdd.Set) bool) {
	firings, ticks := m.parts()
	reached := m.System.Start().Forest().Empty() // closed under firings
	now := firings.Saturate(m.System.Start())
	for time := int64(0); !now.IsEmpty() && visit(time, now); time++ {
		reached = reached.Union(now)
		now = firings.Saturate(ticks.Image(now).Minus(reached)).Minus(reached)
	}
}
