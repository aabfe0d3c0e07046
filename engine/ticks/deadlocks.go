package ticks

import "brim/mdd"

// Deadlocks and timelocks.

// parts returns the firings and the ticks.
func (m *Model) parts() (firings, ticks *mdd.Relation) {
	moves := m.System.Moves()
	firings = moves.Only(func(event int) bool { return m.Transitions[event] != Tick })
	return firings, moves.Only(func(event int) bool { return m.Transitions[event] == Tick })
}

// Deadlocks returns those of the reached states after which no transition fires, however long one waits, and among them
// those after which time cannot go on for ever. A tick leads to one state at most, so time goes on for ever unless
// ticks lead to a state without one. Cost: two fixed points along ticks, back from where a transition can fire, and
// from where time stops.
func (m *Model) Deadlocks(reached mdd.Set) (dead, stopped mdd.Set) {
	firings, ticks := m.parts()
	back := ticks.Inverse()
	quiet := firings.Dead(reached)
	dead = reached.Minus(back.SaturateWithin(reached.Minus(quiet), reached))
	return dead, back.SaturateWithin(ticks.Dead(dead), dead)
}
