package mdd

import "brim/dd"

// What a saturation that a limit has ended, or that still runs, has closed so far.

// partial is the progress of a saturation: the highest level at which a node of the start set is closed.
type partial struct {
	level    int
	from, to *dd.Root // the node of the start set on that level, and its closure
}

// note records that node n of the start set, on level k, has the closure r.
func (z *saturator) note(k int, n, r node) {
	// not every level of a tall forest
	if k > z.done.level && (k%64 == 0 || k > z.f.levels-64 || k < 64) {
		z.forget(partial{k, z.f.s.Protect(n), z.f.s.Protect(r)})
	}
}

// forget replaces the recorded progress, whose nodes it gives up, by now.
func (z *saturator) forget(now partial) {
	if z.done.from != nil {
		z.f.s.Unprotect(z.done.from)
		z.f.s.Unprotect(z.done.to)
	}
	z.done = now
}

// SaturatedLevels returns the number of levels, from the lowest up, that the last or running Saturate has closed. It
// may be called from Limits.Progress.
func (r *Relation) SaturatedLevels() int {
	if r.sat == nil {
		return 0
	}
	return r.sat.done.level
}

// Partial returns the result so far of the last Saturate from start, if a limit ended it: the tuples reachable by
// the events on the levels closed so far, a subset of the reachable tuples that contains start.
func (r *Relation) Partial(start Set) Set {
	r.check("Partial", start)
	defer r.f.s.Release(r.f.s.Mark())
	if r.sat == nil || r.sat.done.from == nil {
		return r.f.set(start.node())
	}
	d := r.sat.done
	memo := map[node]node{}
	return r.f.set(r.f.union(start.node(), r.f.replace(start.node(), d.level, d.from.Node(), d.to.Node(), memo)))
}

// replace returns n with the node from, where it stands on level k, replaced by to. Without a from there the result is
// empty.
func (f *Forest) replace(n node, k int, from, to node, memo map[node]node) node {
	if n == from && f.s.Level(n) <= k {
		return to
	}
	if f.s.Level(n) <= k {
		return empty
	}
	if r, ok := memo[n]; ok {
		return r
	}
	s := f.s
	mark := s.Mark()
	s.Push(n)
	arcs := s.Arcs(n)
	p := s.Grow(len(arcs))
	for i, c := range arcs {
		s.Put(p+i, f.replace(c, k, from, to, memo))
	}
	r := f.makeAt(s.Level(n), s.Values(n), p)
	s.Release(mark)
	memo[n] = r
	return r
}
