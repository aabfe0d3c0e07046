package mu

import "slices"

// Iterate returns the states of g in which the formula holds, by iterating its fixed points from the inside out: plain,
// and slow where they are nested or far away. It is the twin of Sat, with which it shares no code, and is meant for
// small graphs such as those of witnesses.
func (b *Bound) Iterate(g *Graph, atoms Atoms) []bool {
	e := &evaluation{b, g, atoms, map[int32][]bool{}}
	all := e.none()
	for _, r := range b.roots {
		e.unite(all, e.node(r))
	}
	return all
}

// An evaluation has the sets of the fixed points whose operands are being evaluated.
type evaluation struct {
	*Bound
	graph *Graph
	atoms Atoms
	fixed map[int32][]bool
}

func (e *evaluation) none() []bool { return slices.Repeat([]bool{false}, e.graph.States()) }

func (e *evaluation) unite(a, b []bool) {
	for s, x := range b {
		a[s] = a[s] || x
	}
}

// node returns the states in which a node holds. The slice must not be changed.
func (e *evaluation) node(i int32) []bool {
	if z, ok := e.fixed[i]; ok {
		return z
	}
	n := &e.nodes[i]
	z := e.none()
	switch n.op {
	case True:
		return slices.Repeat([]bool{true}, len(z))
	case State:
		for s := range z {
			z[s] = e.atoms(int(n.atom), s)
		}
	case Or:
		for _, k := range n.kids {
			e.unite(z, e.node(k))
		}
	case And:
		z = slices.Clone(e.node(n.kids[0]))
		for _, k := range n.kids[1:] {
			for s, x := range e.node(k) {
				z[s] = z[s] && x
			}
		}
	case Diamond:
		to := e.node(n.kids[0])
		for s := range z {
			z[s] = slices.ContainsFunc(e.graph.From(s), func(x Edge) bool { return e.allows(n, x) && to[x.To] })
		}
	case Mu, Nu:
		return e.iterate(i)
	}
	return z
}

// iterate returns the fixed point of a node Mu or Nu.
func (e *evaluation) iterate(i int32) []bool {
	z := slices.Repeat([]bool{e.nodes[i].op == Nu}, e.graph.States())
	for {
		e.fixed[i] = z
		next := e.node(e.nodes[i].kids[0])
		if slices.Equal(z, next) {
			delete(e.fixed, i)
			return next
		}
		z = next
	}
}

// allows reports whether the label of an edge is one of those of a node Diamond.
func (b *Bound) allows(n *node, x Edge) bool { return n.set < 0 || b.sets[n.set][x.Label] }
