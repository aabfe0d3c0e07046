package edd

import (
	"fmt"
	"slices"

	"brim/mdd"
)

// Path returns a path from a tuple of start to a tuple of goal at the least distance, where g has the distances that z
// has found from start, in any version and in any number of steps: by Bounded, or by Excluding. The distance of the
// first tuple in start plus the costs of the events is the distance of the last tuple; ok is false if no tuple of goal
// has one. It panics if z does not find g from start. Where a search went on from borders with all before excluded,
// each round has a path of its own.
//
// Of the goals at the least distance it takes the first in the order of All. It goes back from there until a tuple has
// in start the distance that it has in g, each time by the cheapest event with a cost that leads there from where g is
// less by that, of these by the one of the smallest number, from the first such tuple in the order of All. Events that
// cost nothing are used only where there is no such event, see mdd.Relation.PathWithin. So equal functions have equal
// paths. No event need have a way back.
//
// Cost: for each step that of Border, and for each cost that of mdd.Relation.Before; and that of Add for the set goal.
func (z *Saturator) Path(start, g Func, goal mdd.Set) (p mdd.Path, ok bool) {
	z.check("Path", start)
	z.check("Path", g)
	z.f.own("Path", goal)
	defer z.f.s.Release(z.f.s.Mark())
	values, d, ok := g.Add(z.f.Zero(goal)).Nearest()
	if !ok {
		return mdd.Path{}, false
	}
	w := wayBack{z, start, g, map[int]mdd.Set{}}
	p.Tuples = [][]int{values}
	for start.At(values...) != d {
		if event, from, ok := w.before(values, d); ok {
			p.Tuples, p.Events = append(p.Tuples, from), append(p.Events, event)
			d -= int(z.costs.ofEvent(event))
		} else {
			way := w.free(values, d)
			for i, event := range slices.Backward(way.Events) {
				p.Tuples, p.Events = append(p.Tuples, way.Tuples[i]), append(p.Events, event)
			}
		}
		values = p.Tuples[len(p.Tuples)-1]
	}
	slices.Reverse(p.Tuples)
	slices.Reverse(p.Events)
	return p, true
}

// A wayBack goes from a tuple towards the start.
type wayBack struct {
	z        *Saturator
	start, g Func
	borders  map[int]mdd.Set // by distance
}

// border returns the tuples at a distance, none if that is negative.
func (w *wayBack) border(d int) mdd.Set {
	set, ok := w.borders[d]
	if !ok {
		set = w.z.f.sets.Empty()
		if d >= 0 {
			set = w.g.Border(d)
		}
		w.borders[d] = set
	}
	return set
}

// before returns an event with a cost that leads to a tuple at distance d from one that is nearer by the cost.
func (w *wayBack) before(values []int, d int) (event int, from []int, ok bool) {
	for at := range w.borders {
		if at > d {
			delete(w.borders, at)
		}
	}
	for _, c := range w.z.classes() {
		if c.cost == 0 || c.cost > d {
			continue
		}
		i := 0 // in c.events
		event, from, ok = w.z.r.Before(w.border(d-c.cost), values, func(event int) bool {
			for i < len(c.events) && c.events[i] < event {
				i++
			}
			return i < len(c.events) && c.events[i] == event
		})
		if ok {
			return event, from, true
		}
	}
	return 0, nil, false
}

// free returns a path of events that cost nothing to a tuple at distance d, from a tuple that has this distance in
// start or gets it by an event with a cost.
func (w *wayBack) free(values []int, d int) mdd.Path {
	z := w.z
	entries, at := w.start.Border(d), w.border(d)
	var free class
	for _, c := range z.classes() {
		if c.cost == 0 {
			free = c
		} else if c.cost <= d {
			entries = entries.Union(z.image(&c, w.border(d-c.cost)))
		}
	}
	p := mdd.Path{}
	if free.r != nil {
		p, _ = free.r.PathWithin(entries.Intersect(at), z.f.sets.Tuple(values...), at)
	}
	if len(p.Events) == 0 {
		panic(fmt.Sprintf("edd: Path: no event leads to %v at distance %d: the function is not what the saturator "+
			"makes of the start", values, d))
	}
	for i, event := range p.Events {
		p.Events[i] = free.events[event]
	}
	return p
}
