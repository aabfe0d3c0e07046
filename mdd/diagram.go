package mdd

import (
	"fmt"
	"runtime"
)

// AddDiagram adds the event whose effect on the given levels, ascending, is the set pairs of another forest with two
// levels for each of them: level 2i of pairs is the current and level 2i−1 the next value of levels[i−1]. Other levels
// do not change. It returns the event's number.
//
// Pairs are an ordinary Set, so relations can be built with its operations. Cost: O(arcs of pairs).
// It panics if the numbers of levels do not fit.
func (r *Relation) AddDiagram(levels []int, pairs Set) int {
	r.use("AddDiagram")
	if pairs.use("AddDiagram").levels != 2*len(levels) {
		panic(fmt.Sprintf("mdd: AddDiagram: pairs over %d levels, expected %d, two for each of %v", pairs.f.levels, 2*len(levels), levels))
	}
	for i, k := range levels {
		if k < 1 || k > r.f.levels || i > 0 && levels[i-1] >= k {
			panic(fmt.Sprintf("mdd: AddDiagram: levels %v, expected ascending ones from 1 to %d", levels, r.f.levels))
		}
	}
	d := diagramReader{r: r.rel, levels: levels, from: pairs.f, memo: map[[2]uint32]rel{}}
	event := r.addNode(d.read(len(levels), pairs.node()))
	runtime.KeepAlive(pairs) // its forest's memory is not Go's
	return event
}

// diagramReader turns a diagram over pairs into relation nodes.
type diagramReader struct {
	r      *relations
	levels []int
	from   *Forest
	memo   map[[2]uint32]rel // by number of pairs left and node
}

// read returns the relation of node n over the lowest i pairs of levels. Below the last pair stands the identity.
func (d *diagramReader) read(i int, n node) rel {
	if i == 0 {
		return identity
	}
	key := [2]uint32{uint32(i), n}
	if e, ok := d.memo[key]; ok {
		return e
	}
	m := &matrix{}
	d.from.eachArc(n, 2*i, func(v int, next node) {
		d.from.eachArc(next, 2*i-1, func(to int, rest node) {
			m.add(v, arrow{int32(to), d.read(i-1, rest)})
		})
	})
	e := d.r.make(d.r.matrixNode(d.levels[i-1], m))
	d.memo[key] = e
	return e
}

// eachArc calls visit for the arcs of n, seen as a node of level k, that do not lead to empty.
func (f *Forest) eachArc(n node, k int, visit func(v int, child node)) {
	if n == empty {
		return
	}
	if f.s.Level(n) < k {
		visit(0, n)
		return
	}
	first := f.s.First(n)
	for i, c := range f.s.Arcs(n) {
		if c != empty {
			visit(first+i, c)
		}
	}
}
