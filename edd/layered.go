package edd

import (
	"slices"

	"brim/mdd"
)

// A layering is a search that computes the distances in a region distance by distance, with one set for each:
// breadth-first search where all events cost the same, and Dijkstra's algorithm on sets where they do not.
type layering struct {
	z       *Saturator
	start   Func
	where   region
	bound   int
	reached mdd.Set         // at distances below next
	found   map[int]mdd.Set // by distance from next on: the successors of reached; no set is empty
	ahead   []int           // the keys of found, ascending
	next    int             // the least distance that is not done, −1 if none is left
	result  Func            // of what is reached
}

func (z *Saturator) newLayering(start Func, where region, bound int) *layering {
	l := &layering{
		z: z, start: start, where: where, bound: bound,
		reached: z.f.sets.Empty(), found: map[int]mdd.Set{}, next: -1, result: z.f.Infinity(),
	}
	l.seek()
	return l
}

// seek goes to the least distance above next that a tuple may have.
func (l *layering) seek() {
	next := l.start.from(l.next + 1)
	if len(l.ahead) > 0 {
		next = min(next, l.ahead[0])
	}
	if next > l.bound {
		next = -1
	}
	l.next = next
}

// A layer is the result of a step, before it is added to the layering.
type layer struct {
	set, reached mdd.Set
	images       []mdd.Set // by class
}

// step does the distance next. Most of its work is done by try, in the forest of sets alone; where that does not end,
// nothing has changed.
func (l *layering) step(try func(func()) bool) bool {
	border := l.start.Border(l.next)
	classes := l.z.classes()
	var y layer
	if !try(func() { y = l.layer(border, classes) }) {
		return false
	}
	if i, ok := slices.BinarySearch(l.ahead, l.next); ok {
		l.ahead = slices.Delete(l.ahead, i, i+1)
		delete(l.found, l.next)
	}
	for i, image := range y.images {
		if image.IsEmpty() {
			continue
		}
		d := l.next + classes[i].cost
		if at, ok := slices.BinarySearch(l.ahead, d); !ok {
			l.ahead = slices.Insert(l.ahead, at, d)
		}
		l.found[d] = image
	}
	l.reached = y.reached
	l.result = l.result.Min(l.z.f.Zero(y.set).Plus(l.next))
	l.seek()
	return true
}

// layer returns the tuples at distance next, of which border are those that start has there, and what is found from
// them.
func (l *layering) layer(border mdd.Set, classes []class) (y layer) {
	y.set = border
	if found, ok := l.found[l.next]; ok {
		y.set = l.where.of(found).Union(border)
	}
	y.set = y.set.Minus(l.reached)
	y.reached = l.reached.Union(y.set)
	for i := range classes {
		c := &classes[i]
		image := l.z.f.sets.Empty()
		switch d := l.next + c.cost; {
		case c.cost == 0:
			for more := y.set; !more.IsEmpty(); {
				more = l.where.of(l.z.image(c, more)).Minus(y.reached)
				y.set, y.reached = y.set.Union(more), y.reached.Union(more)
			}
		case d <= l.bound:
			image = l.z.image(c, y.set)
			if found, ok := l.found[d]; ok {
				image = image.Union(found)
			}
		}
		y.images = append(y.images, image)
	}
	return y
}
