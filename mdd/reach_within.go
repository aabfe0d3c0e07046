package mdd

import (
	"runtime"

	"brim/dd"
)

// Constrained saturation, which does not leave a given set [ZC09].

// A constrained saturator closes sets under the events of one relation, where no event may leave a constraint, another
// set. [ZC09]
//
// The constraint travels down with the node: the closure of n within c on one level is made of closures of n's
// children within c's children. A child that moves to another local value comes under another part of the constraint,
// so even the identity below has to intersect and to close again. Where the child already is all that the constraint
// allows, nothing can be added: most firings end there.
type constrained struct {
	f    *Forest
	s    *dd.Store
	rel  *relations
	rows []levelRows // the events by top level
	// wake[k] is the highest level ≤ k with an event that leads from local value 0 to 0 and changes something below; 0
	// if there is none. Only there can a level change that neither set has a node on.
	wake  []int
	ops   *dd.Ops
	opSat dd.Op
	opRel *dd.WideOp // by chain
}

// newConstrained returns a constrained saturator for the events that r has now, without results.
func newConstrained(r *Relation) *constrained {
	f := r.f
	z := &constrained{f: f, s: f.s, rel: r.rel, ops: f.s.NewOps(), wake: make([]int, f.levels+1)}
	const all = dd.NodeA | dd.NodeB | dd.NodeResult
	z.opSat, z.opRel = z.ops.New("saturate within", all), z.ops.NewWide("fire within", all)
	z.rows = r.rows()
	for k := 1; k <= f.levels; k++ {
		z.wake[k] = z.wake[k-1]
		if len(r.byTop[k]) > 0 {
			for _, h := range z.rows[k].at(z.rel, 0) {
				if h.Delta == 0 {
					z.wake[k] = k
				}
			}
		}
	}
	return z
}

// SaturateWithin returns the least set that contains start and every result inside within of an event on one of its
// tuples. Start need not lie inside within.
//
// On the inverse of a relation it gives the sets of E[p U q]: start is where q holds, within where p holds.
// Time is not bounded by the operands' sizes: run it under Guard.
func (r *Relation) SaturateWithin(start, within Set) Set {
	r.check("SaturateWithin", start)
	r.check("SaturateWithin", within)
	defer r.f.s.Release(r.f.s.Mark())
	if r.con == nil {
		r.con = newConstrained(r)
	}
	closure := r.f.set(r.con.saturate(within.node(), start.node(), r.f.levels))
	runtime.KeepAlive(r)
	return closure
}

// saturate returns the closure within c of n, both sets over levels 1…k.
func (z *constrained) saturate(c, n node, k int) node {
	if n == empty || c == empty || n == c {
		return n
	}
	s := z.s
	top := max(s.Level(n), s.Level(c), z.wake[k])
	if top == 0 {
		return n
	}
	op := z.opSat.With(top)
	if r, ok := s.Lookup(op, n, c); ok {
		return r
	}
	mark := s.Mark()
	pn, pc := s.Push(n), s.Push(c)
	w, wc := z.f.view(n, top, pn), z.f.view(c, top, pc)
	fr := newFrameOf(z.f, w.values, len(w.arcs))
	for i, a := range w.arcs {
		if a != empty {
			fr.set(i, z.saturate(wc.at(w.values.At(i)), a, top-1))
		}
	}
	z.close(top, &wc, &fr)
	r := fr.finish(z.f, top)
	s.Remember(op, n, c, r)
	if r != n {
		s.Remember(op, r, c, r)
	}
	s.Release(mark)
	return r
}

// close fires the events of level k, into values that the constraint allows, until nothing changes.
func (z *constrained) close(k int, c *view, fr *frame) {
	rows := &z.rows[k]
	if len(rows.events) == 0 {
		return
	}
	for v, ok := fr.next(); ok; v, ok = fr.next() {
		for _, h := range rows.at(z.rel, v) {
			to := v + int(h.Delta)
			within := c.at(to)
			if within == empty || fr.has(to, within) { // most events lead into what is full
				continue
			}
			if f := z.relProd(within, h.Next, fr.get(v), k-1); f != empty {
				fr.merge(z.f, to, f)
			}
		}
	}
}

// relProd returns the closure within c of the part inside c of the image of n under r, all sets over levels 1…k. It is
// relProd of saturation with a constraint. The set n is closed, but maybe within another constraint.
func (z *constrained) relProd(c node, r rel, n node, k int) node {
	if n == empty || c == empty {
		return empty
	}
	if r == identity {
		return z.saturate(c, z.f.intersect(n, c), k)
	}
	s := z.s
	rl := z.rel.level(r)
	low := max(s.Level(n), s.Level(c), rl)
	op := z.opRel.With(r)
	res, ok := s.Lookup(op, n, c)
	if !ok {
		mark := s.Mark()
		pn, pc := s.Push(n), s.Push(c)
		w, wc := z.f.view(n, low, pn), z.f.view(c, low, pc)
		fr := newFrameFor(z.f, w.values, len(w.arcs), z.rel.deltaAt(r, low))
		for i, a := range w.arcs {
			if a == empty {
				continue
			}
			v := w.values.At(i)
			if low > rl {
				if t := z.relProd(wc.at(v), r, a, low-1); t != empty {
					fr.merge(z.f, v, t)
				}
			} else {
				z.move(r, a, v, &wc, &fr)
			}
		}
		z.close(low, &wc, &fr)
		res = fr.finish(z.f, low)
		s.Remember(op, n, c, res)
		s.Remember(z.opSat.With(low), res, c, res)
		s.Release(mark)
	}
	if z.wake[k] > low {
		return z.saturate(c, res, k)
	}
	return res
}

// move adds to the frame, of r's level, the image under r of child a at value v, inside the constraint.
func (z *constrained) move(r rel, a node, v int, c *view, fr *frame) {
	z.rel.eachArrow(r, v, func(to int, next rel) {
		within := c.at(to)
		if fr.has(to, within) {
			return
		}
		if t := z.relProd(within, next, a, z.rel.level(r)-1); t != empty {
			fr.merge(z.f, to, t)
		}
	})
}
