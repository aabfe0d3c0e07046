package edd

import "brim/mdd"

// Layered gives what Saturator.Bounded gives, by breadth-first search with one set for each distance: the plainest way, and the one to
// compare the others with. It panics if bound < 0.
func (f *Forest) Layered(r *mdd.Relation, start Func, bound int) Func {
	least := int(distance("Layered", bound))
	reached, layer := f.sets.Empty(), f.sets.Empty()
	result := f.Infinity()
	for d := 0; d <= least; d++ {
		layer = r.Image(layer).Union(start.Border(d)).Minus(reached)
		reached = reached.Union(layer)
		result = result.Min(f.Zero(layer).Plus(d))
		if layer.IsEmpty() && d >= start.Largest() {
			break
		}
	}
	return result
}
