package symbolic

import (
	"brim/mdd"
	"brim/petri/encode"
)

// Breadth-first search by sets, layer by layer, for rounds that need no distances.

// layers are a breadth-first search as far as it has come.
type layers struct {
	moves  *mdd.Relation
	steps  int
	within mdd.Set // the markings within that many steps
	last   mdd.Set // those of them that are not within fewer
	beyond mdd.Set // those that one more step finds
}

func newLayers(m *encode.Model) *layers {
	return &layers{m.Moves, 0, m.Init, m.Init, m.Moves.Image(m.Init).Minus(m.Init)}
}

// advance makes one more step. If a limit ends it, nothing has changed.
func (l *layers) advance() {
	within := l.within.Union(l.beyond)
	*l = layers{l.moves, l.steps + 1, within, l.beyond, l.moves.Image(l.beyond).Minus(within)}
}
