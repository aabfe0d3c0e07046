package motor

import "fmt"

// The goals of the motor control: sets of states that one may want to reach.

// A Goal is a set of states of the system that one may want to reach.
type Goal struct {
	Name     string
	Literals []Literal // all of them hold
}

// Holds reports whether the goal holds in a state.
func (g *Goal) Holds(state []int) bool {
	for _, l := range g.Literals {
		if !l.holds(state) {
			return false
		}
	}
	return true
}

// Exchanges and NetExchanges return the goals that change places in the lists of the two readings, so that the shortest
// paths to the goals 0, 50, 100, 150, 200 and 250 have the lengths of Table 1 of [WR00]: 0, 5, 3, 5, 0 and 4.
func Exchanges() [][2]int    { return [][2]int{{50, 33}, {100, 98}, {150, 149}, {250, 253}} }
func NetExchanges() [][2]int { return [][2]int{{50, 64}, {100, 97}, {150, 149}} }

// Goals returns the 287 goals: 41 states of machines, 123 transitions that are enabled, 123 targets with the guard of
// their transition. Each exchange swaps two of them.
func (s *System) Goals(exchanges [][2]int) []Goal {
	var goals []Goal
	for i, m := range s.Machines {
		for j, name := range m.States {
			goals = append(goals, Goal{"state " + m.Name + "." + name, []Literal{{Machine: i, State: j}}})
		}
	}
	at := func(kind string, state func(*Transition) int) {
		for i := range s.Transitions {
			t := &s.Transitions[i]
			literals := append([]Literal{{Machine: t.Machine, State: state(t)}}, t.Guard...)
			goals = append(goals, Goal{fmt.Sprintf("%s t%d", kind, i), literals})
		}
	}
	at("enabled", func(t *Transition) int { return t.Source })
	at("post", func(t *Transition) int { return t.Target })
	for _, x := range exchanges {
		goals[x[0]], goals[x[1]] = goals[x[1]], goals[x[0]]
	}
	return goals
}
