package mdd

import "runtime"

// An Arc is an arc of a node as Fold shows it: a local value, and the result for the tuples of the levels below that
// may follow after it.
type Arc[T any] struct {
	Value int
	Below T
}

// Fold finds a result for a from the lowest level up: an own recursion over the diagram in which each node is asked
// once, however many ways lead to it.
//
// unit is the result for the tuple of no variables. node makes the result for a node of the given level from its arcs,
// with ascending values and the results for levels 1 … level−1; there is at least one arc, and the slice is valid until
// the next call. skip makes the result for levels 1 … to of the one for levels 1 … from−1, where all values on levels
// from … to are 0: only edges of zero-suppressed forests skip levels. A nil skip says that zeros change nothing. ok is
// false for the empty set. Results may be shared, so what they refer to should not be changed later on.
//
// For a pass down from the root node numbers its calls and notes its arcs, which are then read backwards.
//
// The functions may use the forest, as Fold keeps a alive, but not close it. Cost: O(arcs), with one call of node for
// each node and one of skip for each edge that skips levels, and room for a result for each node.
func Fold[T any](
	a Set, unit T, node func(level int, arcs []Arc[T]) T, skip func(below T, from, to int) T,
) (result T, ok bool) {
	d := a.traverse("Fold")
	given(node != nil, "Fold", "function")
	if d.Root == 0 {
		return result, false
	}
	results := make([]T, d.Codes())
	results[1] = unit
	upTo := func(c uint32, k int) T {
		from := d.Level(c) + 1
		if from > k || skip == nil {
			return results[c]
		}
		r := skip(results[c], from, k)
		a.use("Fold")
		return r
	}
	var arcs []Arc[T]
	for code := uint32(2); code < d.Codes(); code++ {
		k := d.Level(code)
		arcs = arcs[:0]
		for v, c := range d.each(code) {
			arcs = append(arcs, Arc[T]{v, upTo(c, k-1)})
		}
		results[code] = node(k, arcs)
		a.use("Fold")
	}
	result = upTo(d.Root, a.f.levels)
	runtime.KeepAlive(a)
	return result, true
}
