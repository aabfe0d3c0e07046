package mdd

import (
	"runtime"

	"brim/dd"
)

// Whether an event leads from one set to another: the image of an event inside a set, of which only the emptiness is of
// interest.

// Leads reports whether the event of the given number leads from a tuple of from to a tuple of to. It is ImageOf and
// Disjoint in one, makes no node, and ends with the first pair of tuples. Cost: pairs of nodes of from and to that the
// same values lead to, on and above the levels of the event's steps, and below them those that Disjoint looks at.
func (r *Relation) Leads(event int, from, to Set) bool {
	r.check("Leads", from)
	r.check("Leads", to)
	if r.rel.opLeads == nil {
		r.rel.opLeads = r.rel.ops.NewWide("leads", dd.NodeA|dd.NodeB)
	}
	leads := r.rel.leads(r.event("Leads", event), from.node(), to.node())
	runtime.KeepAlive(from) // a Map's function may collect
	runtime.KeepAlive(to)
	runtime.KeepAlive(r)
	return leads
}

// leads reports whether e leads from a tuple of n to one of c.
func (r *relations) leads(e rel, n, c node) bool {
	f, s := r.f, r.f.s
	switch {
	case n == empty || c == empty:
		return false
	case e == identity:
		return f.meet(n, c)
	}
	top := max(s.Level(n), r.level(e))
	if c = f.below(c, top); c == empty {
		return false
	}
	op := r.opLeads.With(e)
	if res, ok := s.Lookup(op, n, c); ok {
		return res == yes
	}
	res := uint32(no)
	if top > r.level(e) {
		if r.leadsBelow(e, f.cursor(n, top), f.cursor(c, top)) {
			res = yes
		}
	} else {
		for x := f.cursor(n, top); x.child != empty && res == no; x.next() {
			r.eachArrow(e, x.v, func(to int, next rel) {
				if res == no && r.leads(next, x.child, f.childAt(c, top, to)) {
					res = yes
				}
			})
		}
	}
	s.Remember(op, n, c, res)
	return res == yes
}

// leadsBelow is leads for two nodes of a level above that of e.
func (r *relations) leadsBelow(e rel, x, y arcCursor) bool {
	for x.child != empty && y.child != empty {
		switch {
		case x.v < y.v:
			x.seek(y.v)
		case y.v < x.v:
			y.seek(x.v)
		case r.leads(e, x.child, y.child):
			return true
		default:
			x.next()
			y.next()
		}
	}
	return false
}
