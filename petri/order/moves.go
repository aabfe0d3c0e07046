package order

import (
	"math/rand/v2"
	"slices"
)

// Kinds of moves.
const (
	insertMove  = iota // take one out and put it elsewhere
	swapMove           // exchange two
	blockMove          // take several neighbours out and put them elsewhere
	reverseMove        // turn several neighbours round
	pullMove           // put one to three next to another with a common edge
	splitMove          // cut a component in two neighbours
	mergeMove          // make one component of two neighbours
	moveKinds
)

// moves proposes changes, more often those of kinds that have helped.
type moves struct {
	rng    *rand.Rand
	weight [moveKinds]float64
	graph  *Hypergraph // nil: without guidance
	level  []int32     // by vertex of the graph, from 0 on; see reach
}

func newMoves(rng *rand.Rand, regroup bool, graph *Hypergraph) *moves {
	m := &moves{rng: rng, weight: [moveKinds]float64{insertMove: 4, swapMove: 1, blockMove: 4, reverseMove: 2}}
	if regroup {
		m.weight[splitMove], m.weight[mergeMove] = 0.5, 0.5
	}
	if graph != nil && graph.edgeCount() > 0 {
		m.graph, m.level = graph, make([]int32, graph.vertices)
		m.weight[pullMove] = 10
	}
	return m
}

// better proposes twice if there is guidance, and returns what looks better.
func (m *moves) better(levels [][]int) ([][]int, int) {
	next, kind := m.propose(levels)
	if m.graph == nil {
		return next, kind
	}
	other, otherKind := m.propose(levels)
	if m.reach(other) < m.reach(next) {
		return other, otherKind
	}
	return next, kind
}

// reach returns the sum of spans times the sum of tops. O(pins).
func (m *moves) reach(levels [][]int) float64 {
	for i, l := range levels {
		for _, v := range l {
			m.level[v] = int32(i)
		}
	}
	spans, tops := m.graph.sums(m.level)
	return float64(spans) * float64(tops)
}

// learn shifts the weights towards kinds that succeed.
func (m *moves) learn(kind int, better bool) {
	if better {
		m.weight[kind] += 0.5
	} else {
		m.weight[kind] = max(0.5, 0.99*m.weight[kind])
	}
}

// draw returns a kind at random.
func (m *moves) draw() int {
	sum := 0.0
	for _, w := range m.weight {
		sum += w
	}
	x := m.rng.Float64() * sum
	for kind, w := range m.weight {
		if x < w {
			return kind
		}
		x -= w
	}
	return insertMove
}

// propose returns a changed copy of levels and the kind of the change; levels
// itself if no change is possible. Components themselves are shared.
func (m *moves) propose(levels [][]int) ([][]int, int) {
	for range 50 {
		kind := m.draw()
		var next [][]int
		switch kind {
		case splitMove:
			next = m.split(levels)
		case mergeMove:
			next = m.merge(levels)
		case pullMove:
			next = m.pull(levels)
		default:
			next = m.rearrange(kind, levels)
		}
		if next != nil {
			return next, kind
		}
	}
	return levels, insertMove
}

// rearrange returns a copy of levels after a random move of one of the kinds that
// keep the components, nil if there is none.
func (m *moves) rearrange(kind int, levels [][]int) [][]int {
	n := len(levels)
	switch {
	case kind == insertMove && n >= 2:
		from := m.rng.IntN(n)
		return moved(levels, from, 1, m.target(n-1, from))
	case kind == swapMove && n >= 2:
		i := m.rng.IntN(n)
		j := (i + 1 + m.rng.IntN(n-1)) % n
		next := slices.Clone(levels)
		next[i], next[j] = next[j], next[i]
		return next
	case kind == blockMove && n >= 4:
		size := 2 + m.rng.IntN(n/2-1)
		from := m.rng.IntN(n - size + 1)
		return moved(levels, from, size, m.target(n-size, from))
	case kind == reverseMove && n >= 3:
		size := 2 + m.rng.IntN(n-1)
		from := m.rng.IntN(n - size + 1)
		next := slices.Clone(levels)
		slices.Reverse(next[from : from+size])
		return next
	}
	return nil
}

// pull takes one to three neighbours, the lowest of which shares a random
// edge with another component, and puts them above or below that one.
func (m *moves) pull(levels [][]int) [][]int {
	edge := m.graph.edge(int32(m.rng.IntN(m.graph.edgeCount())))
	touched := func(v int) bool { return slices.Contains(edge, int32(v)) }
	var pins []int
	for i, level := range levels {
		if slices.ContainsFunc(level, touched) {
			pins = append(pins, i)
		}
	}
	if len(pins) < 2 {
		return nil
	}
	i := m.rng.IntN(len(pins))
	j := (i + 1 + m.rng.IntN(len(pins)-1)) % len(pins)
	from, to := pins[i], pins[j]
	size := min(1+m.rng.IntN(3), len(levels)-from)
	if from < to && to < from+size {
		size = 1
	}
	if to > from {
		to -= size // where it is without them
	}
	if m.rng.IntN(2) == 0 {
		to++
	}
	if to == from {
		return nil
	}
	return moved(levels, from, size, to)
}

// split cuts a random component in two random parts.
func (m *moves) split(levels [][]int) [][]int {
	var large []int
	for i, l := range levels {
		if len(l) > 1 {
			large = append(large, i)
		}
	}
	if len(large) == 0 {
		return nil
	}
	i := large[m.rng.IntN(len(large))]
	parts := slices.Clone(levels[i])
	m.rng.Shuffle(len(parts), func(a, b int) { parts[a], parts[b] = parts[b], parts[a] })
	cut := 1 + m.rng.IntN(len(parts)-1)
	a, b := parts[:cut:cut], parts[cut:]
	slices.Sort(a)
	slices.Sort(b)
	return slices.Replace(slices.Clone(levels), i, i+1, a, b)
}

// merge makes one component of two random neighbours.
func (m *moves) merge(levels [][]int) [][]int {
	if len(levels) < 2 {
		return nil
	}
	i := m.rng.IntN(len(levels) - 1)
	both := slices.Concat(levels[i], levels[i+1])
	slices.Sort(both)
	return slices.Replace(slices.Clone(levels), i, i+2, both)
}

// target returns a position in 0 … last other than from, near ones more often.
// last ≥ 1.
func (m *moves) target(last, from int) int {
	for {
		to := m.rng.IntN(last + 1)
		if m.rng.IntN(2) == 0 { // a step of 1 … 8, small ones more often
			step := 1 + m.rng.IntN(1<<m.rng.IntN(4))
			if m.rng.IntN(2) == 0 {
				step = -step
			}
			to = max(0, min(last, from+step))
		}
		if to != from {
			return to
		}
	}
}

// moved returns levels with size of them from position from taken out and put
// back so that they start at position to of what comes out.
func moved(levels [][]int, from, size, to int) [][]int {
	block := levels[from : from+size]
	rest := slices.Concat(levels[:from], levels[from+size:])
	return slices.Insert(rest, to, block...)
}
