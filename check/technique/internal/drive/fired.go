package drive

// What the firings of transitions show of the net.

import (
	"brim/check/board"
	"brim/check/model"
)

// LearnFired tells the board that transitions can fire, and that the places change on which they have an effect.
// changed has the places, by index, of which it has been told already, and is updated.
func LearnFired(t *board.Turn, transitions []int, changed []bool) {
	t.Learn(model.Fireable, true, transitions...)
	var places []int
	for _, f := range transitions {
		for e := range t.Net().Transitions[f].Effects() {
			if e.Delta != 0 && !changed[e.Place] {
				changed[e.Place] = true
				places = append(places, e.Place)
			}
		}
	}
	t.Learn(model.Changing, true, places...)
}
