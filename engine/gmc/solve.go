package gmc

import "github.com/dalzilio/rudd"

// This file finds values of variables that satisfy several diagrams at once and are near given ones.

// mostChoices is the number of values that a walk may try for bits that are not determined.
const mostChoices = 1 << 16

// A walker finds values of all variables that make several diagrams true. The diagrams are arrays of nodes: 0 is false,
// 1 is true.
type walker struct {
	variables int
	level     []int32 // of a node: its variable
	low, high []int32
	support   [][]int32 // by diagram: its variables
	nodes     []int     // by diagram

	// Of one walk:
	at       []int32   // by diagram: the node where the walk is
	looking  [][]int32 // by variable: the diagrams that look at it
	value    []uint8   // by variable: the value that is wanted
	fixed    []bool    // it must have this value
	weight   []int     // by variable: what another value costs
	trail    []move    // to take steps back
	best     int       // the least cost of a solution so far
	chosen   []uint8   // by variable: its value where the walk is
	solution []uint8
	first    bool // any solution will do
	choices  int  // left
}

// A move is the node that a diagram was at.
type move struct{ diagram, node int32 }

// free is the cost that no solution has.
const free = int(^uint(0) >> 1)

// newWalker reads diagrams into arrays, all in one pass over the nodes. at has the nodes of the roots.
func newWalker(d *diagrams, variables int, roots []rudd.Node) (w *walker, at []int32, err error) {
	w = &walker{variables: variables, level: make([]int32, 2), low: make([]int32, 2), high: make([]int32, 2)}
	w.level[0], w.level[1] = int32(variables), int32(variables)
	index := map[int]int32{0: 0, 1: 1}
	number := func(id int) int32 {
		i, ok := index[id]
		if !ok {
			i = int32(len(w.level))
			index[id] = i
			w.level, w.low, w.high = append(w.level, 0), append(w.low, 0), append(w.high, 0)
		}
		return i
	}
	err = d.Allnodes(func(id, level, low, high int) error {
		if id > 1 {
			i := number(id)
			l, h := number(low), number(high)
			w.level[i], w.low[i], w.high[i] = int32(level), l, h
		}
		return nil
	}, roots...)
	for _, n := range roots {
		at = append(at, number(*n))
	}
	for _, n := range at {
		support, nodes := w.variablesOf(n)
		w.support, w.nodes = append(w.support, support), append(w.nodes, nodes)
	}
	w.at = make([]int32, len(roots))
	w.looking = make([][]int32, variables)
	w.value, w.chosen, w.solution = make([]uint8, variables), make([]uint8, variables), make([]uint8, variables)
	w.fixed, w.weight = make([]bool, variables), make([]int, variables)
	return w, at, err
}

// variablesOf returns the variables that a diagram looks at, ascending, and the number of its nodes.
func (w *walker) variablesOf(root int32) (list []int32, nodes int) {
	seen, variable := map[int32]bool{}, make([]bool, w.variables)
	var visit func(n int32)
	visit = func(n int32) {
		if n < 2 || seen[n] {
			return
		}
		seen[n], variable[w.level[n]] = true, true
		visit(w.low[n])
		visit(w.high[n])
	}
	visit(root)
	for v, ok := range variable {
		if ok {
			list = append(list, int32(v))
		}
	}
	return list, len(seen)
}

// walk puts into solution the values that make the diagrams true, with those that are fixed, at the least cost; with
// first set, the first that come. It reports whether there are any. If it comes to the end of the choices, the solution
// may not be the best one, or one may be missed.
func (w *walker) walk(roots []int32, diagrams []int, first bool) bool {
	for v := range w.looking {
		w.looking[v] = w.looking[v][:0]
	}
	for _, i := range diagrams {
		if w.at[i] = roots[i]; w.at[i] == 0 {
			return false
		}
		for _, v := range w.support[i] {
			w.looking[v] = append(w.looking[v], int32(i))
		}
	}
	w.best, w.first, w.choices, w.trail = free, first, mostChoices, w.trail[:0]
	w.from(0, 0)
	return w.best != free
}

// from assigns the variables from v on, by branch and bound: first the preferred value, which costs nothing, then the
// other one, which costs its weight. Variables that no diagram asks for keep their preferred value. It stores the best
// solution so far, and reports whether the search is over: the first solution is enough, none can be better, or the
// choices are used up.
func (w *walker) from(v, cost int) bool {
	mark := len(w.trail)
	for ; v < w.variables && (w.fixed[v] || !w.asked(v)); v++ {
		if !w.set(v, w.value[v]) {
			w.back(mark)
			return false
		}
	}
	if v == w.variables {
		w.best = cost
		copy(w.solution, w.chosen)
		w.back(mark)
		return w.first || cost == 0
	}
	end := false
	for _, value := range [2]uint8{w.value[v], 1 - w.value[v]} {
		if w.choices--; w.choices < 0 {
			end = true
		}
		c := cost
		if value != w.value[v] {
			c += w.weight[v]
		}
		here := len(w.trail)
		if !end && c < w.best && w.set(v, value) {
			end = w.from(v+1, c)
		}
		w.back(here)
	}
	w.back(mark)
	return end
}

// asked reports whether a diagram is at a node that asks for variable v.
func (w *walker) asked(v int) bool {
	for _, i := range w.looking[v] {
		if w.level[w.at[i]] == int32(v) {
			return true
		}
	}
	return false
}

// set gives variable v a value. It reports whether no diagram has become false.
func (w *walker) set(v int, value uint8) bool {
	w.chosen[v] = value
	for _, i := range w.looking[v] {
		n := w.at[i]
		if w.level[n] != int32(v) {
			continue
		}
		w.trail = append(w.trail, move{i, n})
		if n = w.low[n]; value == 1 {
			n = w.high[w.at[i]]
		}
		if w.at[i] = n; n == 0 {
			return false
		}
	}
	return true
}

// back takes moves back until only the given number is left.
func (w *walker) back(mark int) {
	for len(w.trail) > mark {
		m := w.trail[len(w.trail)-1]
		w.at[m.diagram] = m.node
		w.trail = w.trail[:len(w.trail)-1]
	}
}
