package mdd

// Filtering a set by the value of one level.

// Where returns the tuples of a whose value on the given level satisfies keep, which is asked once for each value that
// occurs there. Cost: O(arcs of the nodes on this level and above).
func (a Set) Where(level int, keep func(value int) bool) Set {
	a.use("Where").checkLevel("Where", level)
	given(keep != nil, "Where", "function")
	defer a.f.s.Release(a.f.s.Mark())
	w := &filter{f: a.f, level: level, keep: keep, memo: map[node]node{}}
	a.f.s.Push(a.node())
	return a.f.set(w.from(a.node()))
}

// A filter is one run of Where. Its memo needs no roots: every node in it is a part of a node on the work stack.
type filter struct {
	f     *Forest
	level int
	keep  func(value int) bool
	asked byValue[uint8] // by value: 0 not yet, 1 no, 2 yes
	memo  map[node]node
}

// keeps reports whether value v is kept; it calls keep once for each value.
func (w *filter) keeps(v int) bool {
	asked := w.asked.at(v)
	if *asked == 0 {
		*asked = 1
		if w.keep(v) {
			*asked = 2
		}
		w.f.use("Where")
	}
	return *asked == 2
}

// from returns the part of n, a set over the level and those below at least, that is kept.
func (w *filter) from(n node) node {
	s := w.f.s
	k := s.Level(n)
	if n == empty || k < w.level {
		if n != empty && w.keeps(0) {
			return n
		}
		return empty
	}
	if r, ok := w.memo[n]; ok {
		return r
	}
	mark := s.Mark()
	values, arcs := s.Values(n), s.Arcs(n)
	p := s.Grow(len(arcs))
	for i, c := range arcs {
		switch {
		case k > w.level:
			s.Put(p+i, w.from(c))
		case c != empty && w.keeps(values.At(i)):
			s.Put(p+i, c)
		}
	}
	r := w.f.makeAt(k, values, p)
	s.Release(mark)
	w.memo[n] = r
	return r
}
