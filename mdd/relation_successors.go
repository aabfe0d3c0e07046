package mdd

import (
	"iter"
	"slices"
)

// Successors of single tuples, without diagrams, and events that cannot be inverted.

// Successors yields the tuples that the event of the given number leads to from a tuple. It applies the steps one after
// the other and makes no set, so it is an independent check of images and of paths found by them. Each slice is the
// caller's own. It panics where Tuple does. Cost: O(levels) for each tuple, and the steps.
func (r *Relation) Successors(event int, values ...int) iter.Seq[[]int] {
	const who = "Successors"
	f := r.use(who)
	f.checkTuple(who, values)
	e := r.event(who, event)
	return func(yield func([]int) bool) {
		w := stepWalk{r: r.rel, from: values, to: slices.Clone(values), yield: yield}
		w.walk(e)
	}
}

// A stepWalk makes the steps of an event, high levels first.
type stepWalk struct {
	r        *relations
	from, to []int
	yield    func([]int) bool
}

// walk makes the steps of e, and reports whether to go on.
func (w *stepWalk) walk(e rel) (more bool) {
	if e == identity {
		return w.yield(slices.Clone(w.to))
	}
	more = true
	k := w.r.level(e)
	w.r.eachArrow(e, w.from[k-1], func(to int, next rel) {
		if !more {
			return
		}
		if to > MaxValue {
			w.r.f.s.Exceed(&LimitError{Kind: "values", At: int64(to), Max: MaxValue})
		}
		w.to[k-1] = to
		more = w.walk(next)
	})
	w.to[k-1] = w.from[k-1]
	return more
}

// OneWay returns the number of an event with a Map that has no function back, so that the relation has no Inverse; ok
// is false if there is no such event. Cost: O(relation nodes).
func (r *Relation) OneWay() (event int, ok bool) {
	r.use("OneWay")
	known := map[rel]bool{identity: false}
	for i, e := range r.events {
		if r.rel.noWayBack(e, known) {
			return i, true
		}
	}
	return 0, false
}

// noWayBack reports whether e has a Map without the function back.
func (r *relations) noWayBack(e rel, known map[rel]bool) bool {
	if yes, ok := known[e]; ok {
		return yes
	}
	yes := false
	switch n := r.nodes[e]; n.kind { // a matrix leads back
	case shiftRel, pairsRel:
		yes = r.noWayBack(n.next, known)
	case mapRel:
		yes = r.maps[n.local].m.inverse == nil || r.noWayBack(n.next, known)
	}
	known[e] = yes
	return yes
}
