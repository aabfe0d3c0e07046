package sets

import (
	"context"
	"slices"

	"brim/edd"
	"brim/mdd"
)

// Ranks of markings, which sink on the way to what E(f U g) and A(f U g) promise.

// progress returns ranks for an until: of all reachable markings where it holds.
func (e *Evidence) progress(f *formula) (ranks edd.Func, err error) {
	p, err := e.markings(f.args[0])
	if err != nil {
		return ranks, err
	}
	q, err := e.markings(f.args[1])
	switch {
	case err != nil:
		return ranks, err
	case f.op == au:
		return e.space.byLayer(e.layersOf(f, p, q)), nil
	}
	return e.space.distances(e.space.space.Model.Moves.Inverse(), q, p), nil
}

// reachesShare is the work of the first turns of reaches, in units of dd.Limits.Work, and longest the number of steps
// of a path, beyond which all markings tend to have the smaller diagram.
const (
	reachesShare = 1 << 16
	longest      = 300
)

// reaches is initially for E(f U g). A path to g suffices. The search for it takes turns with that for all markings in
// which the formula holds, each time with four times the work: either may be by far the shorter one.
func (e *Evidence) reaches(ctx context.Context, f *formula) (ok bool, err error) {
	s := e.space.space
	p, err := e.markings(f.args[0])
	if err != nil {
		return false, err
	}
	q, err := e.markings(f.args[1])
	if err != nil {
		return false, err
	}
	within := p.Union(q)
	if within.Disjoint(s.Model.Init) {
		return false, nil
	}
	forest := s.Model.Forest
	var path mdd.Path
	for share := int64(reachesShare); ; share *= 4 {
		if forest.Try(share, func() { path, ok = s.Model.Moves.PathWithin(s.Model.Init, q, within) }) {
			break
		}
		if forest.Try(share, func() { _, err = e.markings(f) }) {
			return e.wholly(ctx, f)
		}
	}
	switch {
	case !ok:
		return false, nil
	case len(path.Tuples) > longest:
		return e.wholly(ctx, f)
	}
	var layers []mdd.Set
	for _, m := range slices.Backward(path.Tuples) {
		layers = append(layers, forest.Tuple(m...))
	}
	e.layers[f] = layers
	_, err = e.claim(ctx, f, along)
	return true, err
}

// firstShare is the work of the first turns of distances, in units of dd.Limits.Work.
const firstShare = 1 << 14

// distances returns for each marking that moves lead to, from start and through markings of within only, the number of
// steps.
//
// Where many tokens move on their own, saturation finds the distances by orders of magnitude sooner than breadth-first
// search, and where most steps depend on most of the marking, it is the other way round. So the two take turns, each
// time with twice the work. Breadth-first search continues, but for the step that its share has ended. Saturation
// begins anew, and finds most of what it has done in the computed table.
func (s *Space) distances(moves *mdd.Relation, start, within mdd.Set) (g edd.Func) {
	forest := s.space.Model.Forest
	first := s.ranks.Zero(start)
	z := s.ranks.NewSaturator(moves, edd.Approx)
	layers := []mdd.Set{start}
	left := within.Minus(start)
	for share := int64(firstShare); ; share *= 2 {
		for spent := int64(0); spent < share && !left.IsEmpty(); {
			before := forest.Stats().Work
			forest.Try(share-spent, func() {
				next := moves.ImageWithin(layers[len(layers)-1], left)
				rest := left.Minus(next)
				if left = rest; next.IsEmpty() {
					left = forest.Empty()
					return
				}
				layers = append(layers, next)
			})
			spent += forest.Stats().Work - before
		}
		if left.IsEmpty() {
			return s.byLayer(layers)
		}
		if s.ranks.Try(share, func() { g = z.Within(first, within, edd.Infinity-1) }) {
			return g
		}
	}
}

// byLayer returns the function that gives the markings of each set its index. The sets are disjoint. Neighbours are put
// together first, so that functions of about equal size meet.
func (s *Space) byLayer(layers []mdd.Set) edd.Func {
	list := make([]edd.Func, len(layers))
	for i, layer := range layers {
		list[i] = s.ranks.Zero(layer).Plus(i)
	}
	for len(list) > 1 {
		half := list[:0]
		for i := 0; i < len(list); i += 2 {
			g := list[i]
			if i+1 < len(list) {
				g = g.Min(list[i+1])
			}
			half = append(half, g)
		}
		list = half
	}
	return list[0]
}
