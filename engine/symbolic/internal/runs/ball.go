package runs

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/scc"
	"brim/ltl/automaton"
	"brim/petri"
)

// A ball holds the markings near a starting one, each with a state of the automaton that is about to read it, found by
// an explicit search within limits. Most accepted runs are found in a ball long before the sets show that one exists.
// Markings that the search has not expanded have no arcs.
type ball struct {
	net    *petri.Net
	a      *automaton.Automaton
	paths  syntax.Paths
	inside func(Reader) bool // nil is everywhere

	readers []Reader // in the order of the search
	number  map[string]int
	from    []int // the one before it, and the transition in between; −1 for the first
	by      []int
	arcs    [][]ballArc

	// What is found: a component with all marks, by reader, or one from which all that follows is accepted, or −1.
	component []bool
	settled   int
}

// A ballArc is an arc of the automaton and a firing, or standing where the marking is dead.
type ballArc struct {
	to, t int
	marks uint64
}

const standing = -1

// Limits of a ball: readers, places and transitions looked at, and numbers of tokens that are kept.
const (
	ballReaders = 1 << 10
	ballLooks   = 1 << 18
	ballTokens  = 1 << 22
)

// NewBall searches from a reader on. The ball grows step by step, up to the limits, until it has an accepted run, which
// found reports.
func NewBall(net *petri.Net, a *automaton.Automaton, paths syntax.Paths, r Reader, inside func(Reader) bool) (b *ball,
	found bool) {
	b = &ball{net: net, a: a, paths: paths, inside: inside, settled: -1, number: map[string]int{}}
	b.add(r, -1, -1)
	most := min(ballReaders, ballLooks/(len(net.Places)+len(net.Transitions)+1))
	for next := 1 << 5; ; next *= 4 {
		for len(b.arcs) < len(b.readers) && len(b.readers) < min(next, most) && b.settled < 0 {
			b.expand(len(b.arcs))
		}
		if b.settled >= 0 || b.circle() {
			return b, true
		}
		if next >= most || len(b.arcs) == len(b.readers) {
			return b, false
		}
	}
}

// add returns the number of a reader.
func (b *ball) add(r Reader, from, by int) int {
	id := Key(append(slices.Clip(r.Marking), int64(r.State)))
	i, ok := b.number[id]
	if !ok {
		i = len(b.readers)
		b.number[id] = i
		b.readers, b.from, b.by = append(b.readers, r), append(b.from, from), append(b.by, by)
		if b.paths == syntax.Maximal && takesAll(b.a, r.State) {
			b.settled = i
		}
	}
	return i
}

// expand finds the arcs of reader i, as many as there is room for their targets.
func (b *ball) expand(i int) {
	net, r := b.net, b.readers[i]
	values := uint64(0)
	for p, f := range b.a.Props {
		if engine.Eval(net, f, r.Marking) {
			values |= 1 << p
		}
	}
	var arcs []ballArc
	reach := func(m petri.Marking, t int) {
		for arc := range b.a.From(r.State, values) {
			if to := (Reader{m, arc.To}); b.inside == nil || b.inside(to) {
				arcs = append(arcs, ballArc{b.add(to, i, t), t, arc.Marks})
			}
		}
	}
	dead := true
	for t := range net.EnabledTransitions(r.Marking) {
		if dead = false; len(b.readers)*len(net.Places) > ballTokens {
			break
		}
		if m := r.Marking.Clone(); net.FireInto(m, r.Marking, t) {
			reach(m, t)
		}
	}
	if dead && b.paths == syntax.Maximal {
		reach(r.Marking, standing)
	}
	b.arcs = append(b.arcs, arcs)
}

// circle looks for a strongly connected component with all marks.
func (b *ball) circle() bool {
	n := len(b.arcs)
	c := scc.Find(scc.New(n, func(i int, yield func(int)) {
		for _, arc := range b.arcs[i] {
			if arc.to < n {
				yield(arc.to)
			}
		}
	}), nil)
	b.component = nil
	for i := range c.Len() {
		if b.accepting(c, i) {
			b.component = make([]bool, n)
			for _, j := range c.Members(i) {
				b.component[j] = true
			}
			return true
		}
	}
	return false
}

// accepting reports whether arcs lead from readers of component i to each other, and have all marks together.
func (b *ball) accepting(c *scc.Components, i int) bool {
	looping, seen := false, uint64(0)
	for _, j := range c.Members(i) {
		for _, arc := range b.arcs[j] {
			if arc.to < len(c.Of) && c.Of[arc.to] == uint32(i) {
				looping, seen = true, seen|arc.marks
			}
		}
	}
	return looping && seen == b.a.All()
}

// stem returns the steps from the first reader to another one.
func (b *ball) stem(i int) (steps []int) {
	for ; b.from[i] >= 0; i = b.from[i] {
		if b.by[i] != standing {
			steps = append(steps, b.by[i])
		}
	}
	slices.Reverse(steps)
	return steps
}

// lasso returns a run from the first reader to the nearest one of the component, and through all marks back to it.
func (b *ball) lasso() *Lasso {
	start := slices.Index(b.component, true)
	stem, at, missing := b.stem(start), start, b.a.All()
	var loop []int
	for missing != 0 || len(loop) == 0 {
		steps, to, marks := b.walk(at, func(arc ballArc) bool { return missing == 0 || arc.marks&missing != 0 })
		loop, at, missing = append(loop, steps...), to, missing&^marks
	}
	if at != start {
		steps, _, _ := b.walk(at, func(arc ballArc) bool { return arc.to == start })
		loop = append(loop, steps...)
	}
	if loop[0] == standing {
		return &Lasso{Steps: stem, Loop: engine.NoLoop}
	}
	return &Lasso{Steps: append(stem, loop...), Loop: len(stem)}
}

// walk returns the firings of a shortest walk in the component from a reader that ends with an arc that is wanted,
// where it ends, and the marks on it.
func (b *ball) walk(from int, wanted func(ballArc) bool) (steps []int, to int, marks uint64) {
	type arrival struct {
		from int
		arc  ballArc
	}
	come := map[int]arrival{from: {}}
	for queue := []int{from}; ; queue = queue[1:] {
		i := queue[0]
		for _, arc := range b.arcs[i] {
			if arc.to >= len(b.component) || !b.component[arc.to] {
				continue
			}
			if wanted(arc) {
				steps, marks = append(steps, arc.t), arc.marks
				for ; i != from; i = come[i].from {
					steps, marks = append(steps, come[i].arc.t), marks|come[i].arc.marks
				}
				slices.Reverse(steps)
				return steps, arc.to, marks
			}
			if _, ok := come[arc.to]; !ok {
				come[arc.to] = arrival{i, arc}
				queue = append(queue, arc.to)
			}
		}
	}
}
