package edd

import "brim/mdd"

// layered gives what Excluding gives, step by step with one set for each distance.
func (z *Saturator) layered(start Func, out mdd.Set, bound int) Func {
	reached, layer := z.f.sets.Empty(), z.f.sets.Empty()
	result := z.f.Infinity()
	for d := 0; d <= bound; d++ {
		layer = z.r.Image(layer).Minus(out).Union(start.Border(d)).Minus(reached)
		reached = reached.Union(layer)
		result = result.Min(z.f.Zero(layer).Plus(d))
		if layer.IsEmpty() && d >= start.Largest() {
			break
		}
	}
	return result
}
