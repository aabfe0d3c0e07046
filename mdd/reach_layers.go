package mdd

import (
	"runtime"
	"slices"
)

// Reachability by breadth-first search and by chaining, the two plain algorithms. They give the same node as Saturate,
// usually later, and are its slow twins; the layers of breadth-first search are the distances.

// Layers calls visit with the tuples at distance 0, 1, 2, … from start, each layer without the earlier ones, until a
// layer is empty or visit returns false. It returns the union of the layers visited. Visit must not release a layer.
func (r *Relation) Layers(start Set, visit func(distance int, layer Set) bool) Set {
	r.check("Layers", start)
	given(visit != nil, "Layers", "function")
	reached, layer := r.f.set(start.node()), start
	for d := 0; !layer.IsEmpty() && visit(d, layer); d++ {
		layer = r.Image(layer).Minus(reached)
		reached = reached.Union(layer)
	}
	return reached
}

// BFS returns the tuples reachable from start, by breadth-first search, and the largest distance of one.
func (r *Relation) BFS(start Set) (reached Set, depth int) {
	reached = r.Layers(start, func(d int, _ Set) bool { depth = d; return true })
	return reached, depth
}

// Chaining returns the tuples reachable from start: it applies the events one after the other, those of low levels
// first, each to all that was reached so far, until a round adds nothing.
func (r *Relation) Chaining(start Set) Set {
	r.check("Chaining", start)
	f := r.f
	defer f.s.Release(f.s.Mark())
	events := slices.Clone(r.events)
	slices.SortStableFunc(events, func(a, b rel) int { return r.rel.level(a) - r.rel.level(b) })
	p := f.s.Push(start.node())
	for changed := true; changed; {
		changed = false
		for _, e := range events {
			old := f.s.At(p)
			f.s.Put(p, f.union(old, r.rel.image(e, old)))
			changed = changed || f.s.At(p) != old
		}
	}
	reached := f.set(f.s.At(p))
	runtime.KeepAlive(r)
	return reached
}

// Chain is Chaining under its old name.
//
// Deprecated: use Chaining. A Chain is what is left of an event.
func (r *Relation) Chain(start Set) Set { return r.Chaining(start) }
