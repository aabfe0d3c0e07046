package mdd

import "math/bits"

// The cone of an image is the set of levels at which the image may have enabled further events. Saturation then fires
// only the events that depend on one of these levels. Without cones, all but 2 of 1000 firings on Kanban-1000 change
// nothing.
//
// Let n be closed under the events with top ≤ k, r a chain up to level k, and F the image of n under r, closed under
// the events with top < k. A step needs something of its level if it is not enabled at each value. It gives something
// if other steps may be enabled after it that were not before: each step but a Shift that needs no more than it takes
// away. On a level with another step than Shifts without Below, or with nodes of a matrix, each step does both.
//
// The cone of r is the least set of levels with those to which r gives something and, for each event with top < k
// that needs something of a level of the cone, those to which it gives something. An event e with top k that needs
// nothing of the cone does not change F:
//
// A tuple of F comes from one of n by r and events with top < k. Let e be enabled there. Those of these events that
// need nothing of the cone, and e, can come before r and the others, in the same order: the others take from levels
// outside of the cone at most, and no more than they need, so what is enabled after them is enabled without them,
// and they are afterwards. Since n is closed, what comes first leads to a tuple of n, and the rest into F.
type cones struct {
	rel   *relations
	rows  []levelRows
	free  levelSet   // levels with another step than Shifts without Below
	steps []stepSets // by chain, those of the events that are no matrices
	// levels with nodes of matrices
	matrices levelSet
	// by k and level: the cone of a chain that gives something to this level alone; nil until used
	reach [][]levelSet
	after map[coneAt]*levelRows
}

// A levelSet is a set of levels 1 to coneLevels.
type levelSet uint64

// coneLevels is the largest number of levels of a forest with cones. Nets with values by the dozen have fewer.
const coneLevels = 64

func just(level int) levelSet { return 1 << (level - 1) }

// lowest returns the lowest level of a set that is not empty.
func (l levelSet) lowest() int { return bits.TrailingZeros64(uint64(l)) + 1 }

// stepSets are the levels of which the steps of a chain need something, and those to which they give something.
type stepSets struct{ needs, gives levelSet }

// A coneAt is a cone, for the events with top < k.
type coneAt struct {
	k    int
	cone levelSet
}

// newCones finds what each chain of the events needs and gives.
func newCones(r *relations, rows []levelRows) *cones {
	c := &cones{rel: r, rows: rows, steps: make([]stepSets, len(r.nodes)), reach: make([][]levelSet, len(rows)),
		after: map[coneAt]*levelRows{}}
	var events []rel
	for k := range rows {
		events = append(events, rows[k].events...)
	}
	r.parts(events, func(e rel) {
		switch n := &r.nodes[e]; {
		case n.kind == matrixRel:
			c.matrices |= r.f.levelsOf(node(n.local))
		case n.kind != shiftRel || n.below != unlimited:
			c.free |= just(int(n.level))
		}
	})
	c.free |= c.matrices
	seen := make([]bool, len(r.nodes))
	seen[identity] = true
	for _, e := range events {
		c.find(e, seen)
	}
	return c
}

// find returns the sets of e.
func (c *cones) find(e rel, seen []bool) stepSets {
	n := &c.rel.nodes[e]
	if n.kind == matrixRel || seen[e] {
		return c.of(e)
	}
	seen[e] = true
	here := just(int(n.level))
	var s stepSets
	if c.free&here != 0 || n.min > 0 {
		s.needs = here
	}
	if c.free&here != 0 || n.delta > 0 || n.min > -n.delta {
		s.gives = here
	}
	c.rel.eachNext(e, func(next rel) {
		below := c.find(next, seen)
		s.needs |= below.needs
		s.gives |= below.gives
	})
	c.steps[e] = s
	return s
}

// of returns the sets of e. Those of a matrix are all levels from its own down with nodes of matrices.
func (c *cones) of(e rel) stepSets {
	if n := &c.rel.nodes[e]; n.kind == matrixRel {
		down := c.matrices & (just(int(n.level)+1) - 1)
		return stepSets{down, down}
	}
	return c.steps[e]
}

// levelsOf returns the levels for whose variables the matrix m has nodes.
func (f *Forest) levelsOf(m node) (levels levelSet) {
	seen := map[node]bool{}
	var visit func(n node)
	visit = func(n node) {
		if n <= unit || seen[n] {
			return
		}
		seen[n] = true
		k := f.s.Level(n)
		levels |= just((k - f.levels + 1) / 2)
		for _, c := range f.arcs(n, k) {
			visit(c)
		}
	}
	visit(m)
	return levels
}

// eachNext calls visit with the chain of e, which is not the identity, for the levels below its own, unless e is a
// matrix.
func (r *relations) eachNext(e rel, visit func(next rel)) {
	if n := &r.nodes[e]; n.kind != matrixRel {
		visit(n.next)
	}
}

// parts calls visit once for each relation node of the events, but not for the identity.
func (r *relations) parts(events []rel, visit func(e rel)) {
	seen := map[rel]bool{identity: true}
	var todo []rel
	add := func(e rel) {
		if !seen[e] {
			seen[e] = true
			todo = append(todo, e)
		}
	}
	for _, e := range events {
		add(e)
	}
	for i := 0; i < len(todo); i++ {
		visit(todo[i])
		r.eachNext(todo[i], add)
	}
}

// reached returns the cones of single levels, for the events with top < k.
func (c *cones) reached(k int) []levelSet {
	if c.reach[k] != nil {
		return c.reach[k]
	}
	reach := make([]levelSet, len(c.rows))
	for l := 1; l < len(reach); l++ {
		reach[l] = just(l)
	}
	for _, rows := range c.rows[:k] {
		for _, e := range rows.events {
			s := c.of(e)
			for needs := s.needs; needs != 0; needs &= needs - 1 {
				reach[needs.lowest()] |= s.gives
			}
		}
	}
	for m := 1; m < len(reach); m++ { // the transitive closure
		for l := 1; l < len(reach); l++ {
			if reach[l]&just(m) != 0 {
				reach[l] |= reach[m]
			}
		}
	}
	c.reach[k] = reach
	return reach
}

// rowsAfter returns the rows of the events with top k that can change an image under r.
func (z *saturator) rowsAfter(r rel, k int) *levelRows {
	all := &z.rows[k]
	if z.f.levels > coneLevels || len(all.events) == 0 {
		return all
	}
	if z.cones == nil {
		z.cones = newCones(z.rel, z.rows)
	}
	c := z.cones
	at := coneAt{k: k}
	for gives := c.of(r).gives; gives != 0; gives &= gives - 1 {
		at.cone |= c.reached(k)[gives.lowest()]
	}
	rows, ok := c.after[at]
	if !ok {
		rows = c.rowsOf(at)
		c.after[at] = rows
	}
	return rows
}

// rowsOf returns the rows of the events that need something of a cone.
func (c *cones) rowsOf(at coneAt) *levelRows {
	all := &c.rows[at.k]
	var events []rel
	for _, e := range all.events {
		if c.of(e).needs&at.cone != 0 {
			events = append(events, e)
		}
	}
	if len(events) == len(all.events) || all.last < 0 && len(events) > 0 {
		return all // or the rows would be as long as values are large, for each cone
	}
	rows := newLevelRows(c.rel, events)
	return &rows
}
