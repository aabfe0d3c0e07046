package ldd

import "brim/dd"

// Saturation [CLS01, CMS03] along lists.
//
// A list of level k is closed from value p on, if it is closed under the events with tops up to k that do not lead
// below p. Where the events of its level depend on differences alone, this does not depend on p, so the closure of a
// rest is the same in all lists that have it, wherever it stands. A list is closed from its last cell to its first: if
// the rest is closed from p+1 on, only the events between p and the values above remain (extend), and as a rule they
// add nothing but what follows p.
//
// As everywhere in saturation, what follows a cell is closed under all events of its levels before it is used, and a
// recursion keeps on the work stack what it needs, as a collection may come with each new node.

// A position is a cell of a list and the value for which it stands.
type position struct {
	cell  node
	value int
}

// deepest is the depth of recursion at which a saturation gives up, as at a limit of values: a change of one value can
// go on to all above it. Each takes some hundred bytes of Go's stack.
const deepest = 200_000

// Saturate returns the least set that contains start and is closed under r: the reachable tuples. Its cost is not
// bounded by the operands: run it under Guard.
func (r *Relation) Saturate(start Set) Set {
	f := r.f
	defer f.s.Release(f.s.Mark())
	r.cells, r.deep, f.pairs = r.cells[:0], 0, f.pairs[:0] // a limit may have ended the last operation
	return f.set(r.fire(closes, start.root.Node()))
}

// fire returns the closure of the image of n under the chain c. n is closed, except for the chain closes.
func (r *Relation) fire(c rel, n node) node {
	if n <= unit || c == same {
		return n
	}
	f, s := r.f, r.f.s
	if res, ok := s.Lookup(r.opFire, n, c); ok {
		return res
	}
	mark := s.Mark()
	s.Push(n)
	k := s.Level(n)
	first, cell := f.split(n)
	res := empty
	if c == closes || r.links[c].level < k {
		res = r.lower(k, r.image(c, cell, first), first, first)
	} else {
		l := r.links[c]
		if first, cell = f.from(n, l.least); cell != empty {
			next, to := l.next, first+l.delta
			if to > MaxValue {
				s.Exceed(&dd.LimitError{Kind: "values", At: int64(to), Max: MaxValue})
			}
			list := cell
			if next != same || to > first && first < r.generic[k] {
				list = r.image(next, cell, to)
			}
			res = r.lower(k, list, to, to)
		}
	}
	s.Remember(r.opFire, n, c, res)
	s.Release(mark)
	return res
}

// image returns the list that begins with cell, which the work stack keeps, with the images under c of what follows
// its cells, closed from value p on, for which the cell stands.
func (r *Relation) image(c rel, cell node, p int) node {
	f, s := r.f, r.f.s
	k := s.Level(cell)
	start := len(r.cells)
	list := empty
	above := 0 // the distance from the last cell in r.cells to the one that list stands for
	for v := p; cell != empty; {
		op := r.opList.With(min(v, r.generic[k]))
		known, ok := s.Lookup(op, cell, c)
		if ok {
			list = known
			break
		}
		r.cells = append(r.cells, position{cell, v})
		above, cell = f.rest(cell)
		v += above
	}
	at := s.Push(list)
	for len(r.cells) > start {
		x := r.cells[len(r.cells)-1]
		r.cells = r.cells[:len(r.cells)-1]
		list = empty
		if s.At(at) != empty {
			list = r.lower(k, s.At(at), above-1, x.value+above)
			s.Put(at, list)
		}
		d := r.fire(c, f.follows(x.cell))
		list = r.extend(k, d, list, x.value)
		s.Put(at, list)
		s.Remember(r.opList.With(min(x.value, r.generic[k])), x.cell, c, list)
		if len(r.cells) > start {
			above = x.value - r.cells[len(r.cells)-1].value
		}
	}
	s.Release(at)
	return list
}

// lower returns the list n, closed from value p on, for which it stands, closed from value p−by on, for which the
// result stands. It ends early where nothing can come that low: no event takes more than deepest values.
func (r *Relation) lower(k int, n node, by, p int) node {
	f := r.f
	if n == empty {
		return empty
	}
	unchanged := 0
	for ; by > 0 && unchanged < r.deepest[k]; by-- {
		p--
		first, cell := f.split(n)
		n = r.extend(k, empty, n, p)
		if v, c := f.split(n); c == cell && v == first+1 {
			unchanged++
		} else {
			unchanged = 0
		}
	}
	return f.raise(n, by)
}

// extend returns the list with d behind value p, for which it stands, and then t, closed from p on. d is closed, and t
// is closed from p+1 on, for which it stands.
func (r *Relation) extend(k int, d, t node, p int) node {
	f, s := r.f, r.f.s
	if len(r.moves[k]) == 0 || d == empty && r.deepest[k] == 0 {
		at := s.Push(d)
		s.Push(t)
		n := f.cons(k, d, t)
		s.Release(at)
		return n
	}
	p = min(p, r.generic[k])
	op := r.opExtend.With(p)
	if res, ok := s.Lookup(op, d, t); ok {
		return res
	}
	if r.deep++; r.deep > deepest {
		s.Exceed(&dd.LimitError{Kind: "values", At: int64(r.deep), Max: deepest})
	}
	d0, t0 := d, t
	mark := s.Push(d0)
	s.Push(t0)
	pd, pt := s.Push(d), s.Push(t)
	for again := true; again; {
		again = false
		for _, e := range r.moves[k] {
			l := r.links[e]
			if l.delta >= 0 || p-l.delta < l.least {
				continue
			}
			if c := f.at(s.At(pt), -l.delta-1); c != empty {
				s.Put(pd, f.union(s.At(pd), r.fire(l.next, c)))
			}
		}
		if s.At(pd) == empty {
			break
		}
		for _, e := range r.moves[k] {
			l := r.links[e]
			if l.delta < 0 || p < l.least {
				continue
			}
			d, t = s.At(pd), s.At(pt)
			x := r.fire(l.next, d)
			if l.delta == 0 {
				s.Put(pd, f.union(d, x))
			} else {
				s.Put(pt, r.add(k, t, l.delta-1, x, p+1))
			}
			again = again || d != s.At(pd) || t != s.At(pt)
		}
	}
	d, t = s.At(pd), s.At(pt)
	res := f.cons(k, d, t)
	s.Remember(op, d0, t0, res)
	if d != d0 || t != t0 {
		s.Remember(op, d, t, res)
	}
	r.deep--
	s.Release(mark)
	return res
}

// add returns the list t, closed from value p on, for which it stands, with x behind value p+v as well, closed again.
func (r *Relation) add(k int, t node, v int, x node, p int) node {
	if x == empty {
		return t
	}
	f, s := r.f, r.f.s
	if v == 0 {
		if old := f.at(t, 0); old != empty { // most additions end here
			mark := s.Push(x)
			s.Push(t)
			u := f.union(old, x)
			s.Release(mark)
			if u == old {
				return t
			}
			x = u
		}
	}
	mark := s.Push(x)
	s.Push(t)
	d, rest := f.uncons(t)
	s.Push(rest)
	var res node
	if v == 0 {
		res = r.extend(k, x, rest, p)
	} else if more := r.add(k, rest, v-1, x, p+1); more == rest {
		res = t
	} else {
		res = r.extend(k, d, more, p)
	}
	s.Release(mark)
	return res
}
