package dd

// An ArcList is a node under construction: its arcs with ascending values, at the end of the work stack from position p
// on, where a collection finds their children. When an arc is added nothing may lie above them. The list becomes sparse
// by itself where its values are far apart.
type ArcList struct {
	s    *Store
	p    int
	n    int        // arcs so far
	lo   int        // value of the first arc
	next int        // the value after the last arc
	far  *ValueList // the values, where they are far apart; otherwise all arcs of lo … next−1 are on the stack
}

// NewArcs starts a node at the end of the work stack.
func (s *Store) NewArcs() ArcList { return ArcList{s: s, p: s.sp} }

// Add appends the arc for value v, which is above all values so far. In a store with two words an arc, the arc has a
// value besides its child. An arc to Empty is left out.
func (l *ArcList) Add(v int, child Node, value uint32) {
	if child == Empty {
		return
	}
	s := l.s
	if l.n == 0 {
		l.lo, l.next = v, v
	}
	l.n++
	if l.far == nil && Sparse(l.n, v+1-l.lo) {
		l.far = s.Spread(From(l.lo), l.p, l.next-l.lo, s.stride)
	}
	if l.far != nil {
		s.Number(l.far, v)
	} else if v > l.next {
		s.Grow(s.stride * (v - l.next))
	}
	if s.stride == 1 {
		s.Push(child)
	} else {
		w := s.Words(s.Grow(2), 2)
		w[0], w[1] = child, value
	}
	l.next = v + 1
}

// Start returns the position of the arcs.
func (l *ArcList) Start() int { return l.p }

// Values ends the list and returns the values of its arcs, which are valid until another list is begun.
func (l *ArcList) Values() Values {
	if l.far == nil {
		return From(l.lo)
	}
	values, _ := l.far.Sorted()
	l.s.PutList(l.far)
	return values
}
