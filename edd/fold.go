package edd

import "runtime"

// An Arc is an edge below a node as Fold shows it: a local value, the value of the edge, and the result for the levels
// below.
type Arc[T any] struct {
	Value    int
	Distance int // ≥ 0; one edge of a node has 0
	Below    T
}

// Fold finds a result for g from the lowest level up, as mdd.Fold does for sets: an own recursion over the diagram in
// which each node is asked once, however many ways lead to it.
//
// unit is the result for the tuple of no variables at distance 0. node makes the result for a node of the given level
// from its edges, with ascending local values and the results for levels 1 … level−1; there is at least one, and the
// slice is valid until the next call. The least distance below a node is 0. skip makes the result for levels 1 … to of
// the one for levels 1 … from−1, where all values on levels from … to are 0; nil says that zeros change nothing. All
// distances of g are larger by least than those that result tells of. ok is false for a function that is ∞. Results may
// be shared, so what they refer to should not be changed later on.
//
// The functions may use the forest, as Fold keeps g alive, but not close it. Cost: as for mdd.Fold.
func Fold[T any](
	g Func, unit T, node func(level int, arcs []Arc[T]) T, skip func(below T, from, to int) T,
) (result T, least int, ok bool) {
	const who = "Fold"
	root := g.edge(who)
	f := g.f
	given(node != nil, who, "function")
	if root.n == empty {
		return result, 0, false
	}
	d := f.s.Traverse(root.n)
	results := make([]T, d.Codes())
	results[1] = unit
	upTo := func(c uint32, k int) T {
		from := d.Level(c) + 1
		if from > k || skip == nil {
			return results[c]
		}
		r := skip(results[c], from, k)
		g.use(who)
		return r
	}
	var arcs []Arc[T]
	for code := uint32(2); code < d.Codes(); code++ {
		k := d.Level(code)
		values, kids := d.Arcs(code)
		words := f.s.Arcs(d.Nodes[code-2])
		arcs = arcs[:0]
		for i, c := range kids {
			if c != 0 {
				arcs = append(arcs, Arc[T]{values.At(i), int(words[2*i+1]), upTo(c, k-1)})
			}
		}
		results[code] = node(k, arcs)
		g.use(who)
	}
	result = upTo(d.Root, f.levels)
	runtime.KeepAlive(g)
	return result, int(root.v), true
}
