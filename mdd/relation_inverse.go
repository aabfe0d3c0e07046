package mdd

// The inverse of a relation.

// Inverse returns the inverse relation: the same events, by number, each with its effects inverted.
//
// It panics if an event has a Map that was made without the function back.
// Cost: O(relation nodes), and for matrices Matrix.Inverse, once; the result is kept.
func (r *Relation) Inverse() *Relation {
	r.use("Inverse")
	if r.inverse == nil {
		inv := r.rel.relation()
		memo := map[rel]rel{identity: identity}
		for _, e := range r.events {
			inv.addNode(r.rel.invert(e, memo))
		}
		r.inverse, inv.inverse = inv, r
	}
	return r.inverse
}

// invert returns the inverse of relation node e.
func (r *relations) invert(e rel, memo map[rel]rel) rel {
	if x, ok := memo[e]; ok {
		return x
	}
	n := r.nodes[e]
	switch n.kind {
	case shiftRel:
		n.min = shifted(n.min, n.delta)
		if n.below != unlimited {
			n.below = shifted(n.below, n.delta)
		}
		n.delta = -n.delta
		n.next = r.invert(n.next, memo)
	case mapRel:
		n.local = r.mapNumber(r.maps[n.local].m.back())
		n.next = r.invert(n.next, memo)
	case pairsRel:
		n.local = r.pairsBack(n.local)
		n.next = r.invert(n.next, memo)
	case matrixRel:
		x := r.matrix(r.f.matrix(node(n.local)).Inverse())
		memo[e] = x
		return x
	}
	x := r.make(n)
	memo[e] = x
	return x
}

// shifted returns the threshold of a Shift for the values after it.
func shifted(threshold, delta int32) int32 {
	return int32(min(int64(threshold)+int64(delta), unlimited))
}
