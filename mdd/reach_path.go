package mdd

import (
	"fmt"
	"runtime"
	"slices"
)

// Shortest paths by breadth-first search, and single steps backwards.

// A Path leads from one tuple to another by events.
type Path struct {
	Tuples [][]int // those on the way, with the first and the last
	Events []int   // the event of number Events[i] leads from Tuples[i] to Tuples[i+1]
}

// Path returns a path with the fewest events from a tuple of from to one of goal; ok is false if there is none.
//
// It searches breadth first, keeps all layers, and goes back through them by Before, from the first goal in the order
// of All. So equal sets and relations have equal paths. Events need no inverse.
//
// Cost: that of Layers, of which all are kept; for each step that of Before, and 8 bytes for each level. Where the
// reachable tuples are infinitely many and none is a goal, it ends by the limits of a Guard alone. Package edd has
// paths by distances, for where saturation is faster than breadth-first search, and for events with costs.
func (r *Relation) Path(from, goal Set) (p Path, ok bool) {
	r.check("Path", goal)
	return r.path("Path", from, goal, r.Image)
}

// PathWithin is Path through tuples of within only, except for the first tuple. It finds witnesses of E[a U b], with
// the union of the sets of a and b as within.
func (r *Relation) PathWithin(from, goal, within Set) (p Path, ok bool) {
	r.check("PathWithin", goal)
	r.check("PathWithin", within)
	return r.path("PathWithin", from, goal, func(s Set) Set { return r.ImageWithin(s, within) })
}

// path is Path where step makes one step of all events.
func (r *Relation) path(who string, from, goal Set, step func(Set) Set) (p Path, ok bool) {
	r.check(who, from)
	defer r.f.s.Release(r.f.s.Mark())
	layers, reached := []Set{from}, from
	for {
		layer := layers[len(layers)-1]
		if values, ok := layer.Intersect(goal).Pick(); ok {
			return r.back(who, layers, values), true
		}
		layer = step(layer).Minus(reached)
		if layer.IsEmpty() {
			return Path{}, false
		}
		reached = reached.Union(layer)
		layers = append(layers, layer)
	}
}

// back returns the path to a tuple of the last layer.
func (r *Relation) back(who string, layers []Set, values []int) Path {
	p := Path{Tuples: [][]int{values}}
	for _, layer := range slices.Backward(layers[:len(layers)-1]) {
		event, from, ok := r.before(who, layer, values, nil)
		if !ok {
			panic(fmt.Sprintf("mdd: %s: no event leads to %v any more", who, values)) // a Map has changed
		}
		values = from
		p.Tuples, p.Events = append(p.Tuples, values), append(p.Events, event)
	}
	slices.Reverse(p.Tuples)
	slices.Reverse(p.Events)
	return p
}

// Before returns the event of the smallest number, of those for which among is true, that leads from a tuple of s to
// the given one, and the first such tuple in the order of All; ok is false if none does. Among may be nil. Events need
// no inverse.
//
// Cost: O(levels), and for each event the nodes of s between its top and bottom level.
func (r *Relation) Before(s Set, to []int, among func(event int) bool) (event int, from []int, ok bool) {
	r.check("Before", s)
	r.f.checkTuple("Before", to)
	defer r.f.s.Release(r.f.s.Mark())
	return r.before("Before", s, to, among)
}

// before is Before for the operation who, with checked arguments. It goes down along the given values once, and then
// tries the events in turn, each from the node on its top level.
func (r *Relation) before(who string, s Set, to []int, among func(event int) bool) (event int, from []int, ok bool) {
	f := r.f
	b := newBackStep(who, r, to)
	at := make([]node, f.levels+1) // by level k: the part of s over levels 1…k below the given values of the others
	at[f.levels] = s.node()
	for k := f.levels; k > 0; k-- {
		at[k-1] = f.childAt(at[k], k, to[k-1])
	}
	for event, e := range r.events {
		if among != nil {
			take := among(event)
			if f.use(who); !take {
				continue
			}
		}
		if k := r.rel.level(e); b.leads(at[k], e, k) {
			from := slices.Clone(to)
			b.follow(at[k], e, from)
			runtime.KeepAlive(s)
			return event, from, true
		}
	}
	runtime.KeepAlive(s)
	return 0, nil, false
}

// A backStep looks for a tuple from which an event leads to a given one. It makes no node.
type backStep struct {
	who  string
	f    *Forest
	rel  *relations
	to   []int
	high []int // by level: the highest level up to it whose given value is not 0
	memo map[backKey]bool
}

// A backKey is a node and the rest of an event.
type backKey struct {
	n node
	e rel
}

func newBackStep(who string, r *Relation, to []int) *backStep {
	b := &backStep{who: who, f: r.f, rel: r.rel, to: to, high: make([]int, len(to)+1), memo: map[backKey]bool{}}
	for k, v := range to {
		b.high[k+1] = b.high[k]
		if v != 0 {
			b.high[k+1] = k + 1
		}
	}
	return b
}

// leads reports whether e leads from a tuple of n, a set over levels 1…k, to the given values of these levels.
func (b *backStep) leads(n node, e rel, k int) bool {
	if n == empty {
		return false
	}
	top := max(b.f.s.Level(n), b.rel.level(e))
	switch {
	case b.high[k] > top: // 0 before and after
		return false
	case top == 0:
		return true
	}
	key := backKey{n, e}
	found, known := b.memo[key]
	if known {
		return found
	}
	b.f.s.Spend(1)
	_, _, _, found = b.step(n, e, top)
	b.memo[key] = found
	return found
}

// step returns the first value of level k, the highest of n and e, from which e leads to the given value of it, with
// the child there and the rest of e.
func (b *backStep) step(n node, e rel, k int) (v int, child node, rest rel, ok bool) {
	if k > b.rel.level(e) {
		v = b.to[k-1]
		child = b.f.childAt(n, k, v)
		return v, child, e, b.leads(child, e, k-1)
	}
	for v, child = range b.f.arcs(n, k) {
		b.rel.eachArrow(e, v, func(to int, next rel) {
			if !ok && to == b.to[k-1] && b.leads(child, next, k-1) {
				rest, ok = next, true
			}
		})
		b.f.use(b.who) // a function of a Map may have closed the forest
		if ok {
			return v, child, rest, true
		}
	}
	return 0, empty, identity, false
}

// follow puts a tuple of n from which e leads to the given one into values, which has the given ones at first.
func (b *backStep) follow(n node, e rel, values []int) {
	for k := max(b.f.s.Level(n), b.rel.level(e)); k > 0; k = max(b.f.s.Level(n), b.rel.level(e)) {
		values[k-1], n, e, _ = b.step(n, e, k)
	}
}
