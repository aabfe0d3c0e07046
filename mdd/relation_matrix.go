package mdd

// Matrices as events of a relation.

// AddMatrix adds the event that leads along the pairs of m, and returns its number. The event reads the rows of m only
// for values that turn up, so adding it costs nothing.
//
// Saturate, BFS and all other methods treat it as any other event. Steps whose effects on the variables are independent
// are better added with Add: they need no rows. It panics if m belongs to another forest.
func (r *Relation) AddMatrix(m Matrix) int {
	if r.use("AddMatrix") != m.use("AddMatrix") {
		panic("mdd: AddMatrix: relation and matrix of different forests")
	}
	r.changes("AddMatrix")
	return r.addNode(r.rel.matrix(m))
}

// AddDiagram adds the event whose effect on the given levels, ascending, is the set pairs of another forest with two
// levels for each of them: level 2i of pairs is the current and level 2i−1 the next value of levels[i−1]. Other levels
// do not change. It returns the event's number. It is AddMatrix of MatrixOfSet.
func (r *Relation) AddDiagram(levels []int, pairs Set) int {
	return r.AddMatrix(r.use("AddDiagram").matrixOfSet("AddDiagram", levels, pairs))
}

// matrix returns the chain with the pairs of m, and keeps the nodes of m alive.
func (r *relations) matrix(m Matrix) rel {
	n := m.node()
	if n == empty {
		return r.make(relNode{level: 1, kind: shiftRel, min: unlimited, below: unlimited})
	}
	known := len(r.nodes)
	e := r.matrixNode(n)
	if len(r.nodes) > known { // otherwise n is part of one that r holds
		r.held = append(r.held, r.f.matrix(n)) // m may be released
	}
	return e
}

// matrixNode returns the chain with the pairs of n, a matrix but Empty, which is part of one that r holds.
func (r *relations) matrixNode(n node) rel {
	if n == unit {
		return identity
	}
	return r.make(relNode{level: int32(r.f.variable(n)), kind: matrixRel, local: int32(n)})
}

// eachEntry is eachArrow for a node that is a matrix.
func (r *relations) eachEntry(n *relNode, v int, visit func(to int, next rel)) {
	f, m, k := r.f, node(n.local), int(n.level)
	row := f.rowAt(m, k, v)
	switch row {
	case nowhere:
	case empty:
		if rest := f.restOf(m, k); rest != empty {
			visit(v, r.matrixNode(rest))
		}
	default:
		for arc := f.cursor(row, f.rowLevel(k)); arc.child != empty; arc.next() {
			at, below := arc.v, arc.child
			visit(at-1, r.matrixNode(below))
		}
	}
}

// domain returns the chain of the identity on the tuples in which e, a matrix, is enabled.
func (r *relations) domain(e rel) rel {
	d, ok := r.domains[e]
	if !ok {
		f, n := r.f, node(r.nodes[e].local)
		mark := f.s.Mark()
		f.s.Push(n)
		d = r.matrix(f.matrix(f.domain(n)))
		f.s.Release(mark)
		r.domains[e] = d
	}
	return d
}
