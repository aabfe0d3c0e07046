package automaton

// Words that repeat themselves: whether an automaton accepts one, and cycles with all marks in any graph.

// Accepts reports whether the automaton accepts the infinite word that has the valuations of prefix and then those of
// loop repeated for ever; a valuation has a bit for each proposition that holds. It panics if loop is empty. Cost:
// linear in the arcs times the positions.
func (a *Automaton) Accepts(prefix, loop []uint64) bool {
	if len(loop) == 0 {
		panic("automaton: Accepts: a word without end needs a loop")
	}
	here := make([]bool, len(a.States))
	here[a.Initial] = true
	for _, values := range prefix {
		next := make([]bool, len(a.States))
		for s, reached := range here {
			if reached {
				for arc := range a.From(s, values) {
					next[arc.To] = true
				}
			}
		}
		here = next
	}
	// Pairs of a position in the loop and a state.
	n := len(a.States)
	return fair(len(loop)*n, func(v int) bool { return v < n && here[v] }, a.All(),
		func(v int, each func(w int, marks uint64)) {
			at := v / n
			for arc := range a.From(v%n, loop[at]) {
				each((at+1)%len(loop)*n+arc.To, arc.Marks)
			}
		}, nil)
}

// fair reports whether a graph with the nodes 0 to n−1 has a cycle with all marks that can be reached from the first
// nodes. If within is not nil, its nodes have to be there, which holds for all nodes of a component or for none.
func fair(n int, first func(v int) bool, all uint64, arcs func(v int, each func(w int, marks uint64)),
	within func(v int) bool) bool {
	reached := make([]bool, n)
	var queue []int
	enter := func(v int) {
		if !reached[v] {
			reached[v] = true
			queue = append(queue, v)
		}
	}
	for v := range n {
		if first(v) {
			enter(v)
		}
	}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		arcs(v, func(w int, _ uint64) { enter(w) })
	}
	parts, of := stronglyConnected(n, func(v int, yield func(int)) {
		if reached[v] {
			arcs(v, func(w int, _ uint64) { yield(w) })
		}
	})
	for i, part := range parts {
		if !reached[part[0]] || within != nil && !within(part[0]) {
			continue
		}
		looping, seen := false, uint64(0)
		for _, v := range part {
			arcs(v, func(w int, marks uint64) {
				if of[w] == i {
					looping = true
					seen |= marks
				}
			})
		}
		if looping && seen == all {
			return true
		}
	}
	return false
}
