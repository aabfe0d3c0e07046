package nets

import (
	"fmt"

	"brim/internal/motor"
)

// motorControl is the motor control of internal/motor as a net: a place for each state of a machine, M.s, and a
// transition tK_e for transition K of the table, with the event e. A positive literal of its guard is a read arc, a
// negated one an inhibitor arc. All places are safe, there is no deadlock, and each transition can fire. There is one
// size.
func motorControl() Family {
	f := Family{
		Name:      "motor",
		Title:     "motor control, 12 machines that look at each other",
		Parameter: "motors",
		Numbers:   numbers(1, 1, "N"),
	}
	f.builds(func(b builder, _ int) {
		s := motor.New()
		var place [][]int // by machine and state
		for _, m := range s.Machines {
			var states []int
			for j, name := range m.States {
				states = append(states, b.Place(m.Name+"."+name, tokens(j == 0)))
			}
			place = append(place, states)
		}
		for k, x := range s.Transitions {
			t := b.Transition(fmt.Sprintf("t%d_%s", k, s.Events[x.Event]))
			b.In(t, place[x.Machine][x.Source], 1)
			b.Out(t, place[x.Machine][x.Target], 1)
			for _, l := range x.Guard {
				if p := place[l.Machine][l.State]; l.Not {
					b.Inhibit(t, p, 1)
				} else {
					b.Read(t, p, 1)
				}
			}
		}
	})
	return f
}
