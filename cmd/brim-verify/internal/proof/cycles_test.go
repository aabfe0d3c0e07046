package proof

import (
	"context"
	"strings"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// The product of single markings decides formulas of LTL in small nets. It is the twin of section product.

// decide reports whether f, a formula of LTL, holds in the initial marking.
func decide(n *net.Net, f *formula.Formula, infinite bool) bool {
	v := newVerifier(context.Background(), Model{n, "00ff"}, nil, "c", strings.NewReader(""))
	v.infinite = infinite
	v.explore()
	if f.Op == formula.E {
		return !v.noRun(f.Args[0])
	}
	return v.noRun(formula.Not(f.Args[0]))
}

// explore adds all reachable markings to the part.
func (v *verifier) explore() {
	for len(v.part.steps) < len(v.part.markings) {
		v.part.expand(true)
	}
}

// A graph is the product as numbered states with steps.
type graph struct {
	*verifier
	number map[string]int32 // of sets of formulas, by key
	sets   []*formula.Formula
	ways   [][]graphWay   // by set of formulas, once they are needed
	bit    map[string]int // of f U g, by key

	index  map[state]int32
	states []state
	first  []int // the steps of state s are numbered first[s] to first[s+1]
	to     []int32
	waits  []uint64 // by step: what it postpones, as bits
}

// A state is a marking and a set of formulas that the run from there on has still to satisfy.
type state struct{ set, marking int32 }

// A graphWay is a way as it is needed here.
type graphWay struct {
	now   []bool // the markings in which it can be taken
	next  int32  // the set of formulas that it leads to
	waits uint64 // what it postpones
}

// noRun reports whether no run from the initial marking satisfies the path formula f. Such a run is an infinite path in
// the product which postpones nothing for ever. In the end it stays in a strongly connected component, and what all
// steps inside of that postpone is postponed for ever. Conversely, a path that takes all of these steps again and again
// satisfies f, unless there is something that all of them postpone. Cost: the steps of the part for each set of
// formulas.
func (v *verifier) noRun(f *formula.Formula) bool {
	g := newGraph(v, f)
	component := g.components()
	waits := map[int32]uint64{} // by component: what all steps inside postpone
	for s := range g.states {
		for k := g.first[s]; k < g.first[s+1]; k++ {
			if c := component[s]; c == component[g.to[k]] {
				all, ok := waits[c]
				if !ok {
					all = ^uint64(0)
				}
				waits[c] = all & g.waits[k]
			}
		}
	}
	for _, all := range waits {
		if all == 0 {
			return false
		}
	}
	return true
}

// newGraph returns the states that are reached from the initial marking and f.
func newGraph(v *verifier, f *formula.Formula) *graph {
	g := &graph{
		verifier: v, number: map[string]int32{}, bit: map[string]int{}, index: map[state]int32{}, first: []int{0},
	}
	g.state(g.set(f), 1)
	for s := 0; s < len(g.states); s++ {
		g.expand(g.states[s])
	}
	return g
}

// set returns the number of a set of formulas, which is their conjunction.
func (g *graph) set(f *formula.Formula) int32 {
	n, ok := g.number[f.Key]
	if !ok {
		n = int32(len(g.sets))
		g.number[f.Key], g.sets, g.ways = n, append(g.sets, f), append(g.ways, nil)
	}
	return n
}

// state adds a state if it is new, and returns its number.
func (g *graph) state(set, marking int32) int32 {
	s := state{set, marking}
	n, ok := g.index[s]
	if !ok {
		n = int32(len(g.states))
		g.index[s], g.states = n, append(g.states, s)
	}
	return n
}

// expand adds the steps from a state.
func (g *graph) expand(s state) {
	if g.ways[s.set] == nil {
		list := []graphWay{}
		always := formula.Constant(true)
		for _, w := range g.verifier.ways(way{now: always, next: always}, nil, g.sets[s.set]) {
			waits := uint64(0)
			for _, key := range w.postponed {
				if _, ok := g.bit[key]; !ok {
					g.bit[key] = len(g.bit)
				}
				waits |= 1 << g.bit[key]
			}
			list = append(list, graphWay{g.evaluation(g.part, w.now).set(w.now), g.set(w.next), waits})
		}
		g.ways[s.set] = list
	}
	steps := g.part.steps[s.marking]
	if len(steps) == 0 && !g.infinite {
		steps = []int32{s.marking}
	}
	for _, w := range g.ways[s.set] {
		if !w.now[s.marking] {
			continue
		}
		for _, m := range steps {
			g.tick()
			g.to, g.waits = append(g.to, g.state(w.next, m)), append(g.waits, w.waits)
		}
	}
	g.first = append(g.first, len(g.to))
}

// components returns the number of the strongly connected component of each state, by Tarjan's algorithm. Its recursion
// is a list: a state is on it with the next step to look at.
func (g *graph) components() []int32 {
	n := len(g.states)
	component, low, found := make([]int32, n), make([]int32, n), make([]int32, n) // 0: none yet
	at := append([]int(nil), g.first[:n]...)
	var stack, path []int32
	components, count := int32(0), int32(1)
	found[0], low[0] = 1, 1
	stack, path = append(stack, 0), append(path, 0) // all states are reached from the first
	for len(path) > 0 {
		g.tick()
		s := path[len(path)-1]
		if at[s] < g.first[s+1] {
			t := g.to[at[s]]
			at[s]++
			if found[t] == 0 {
				count++
				found[t], low[t] = count, count
				stack, path = append(stack, t), append(path, t)
			} else if component[t] == 0 {
				low[s] = min(low[s], found[t])
			}
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			parent := path[len(path)-1]
			low[parent] = min(low[parent], low[s])
		}
		if low[s] == found[s] {
			components++
			for last := int32(-1); last != s; stack = stack[:len(stack)-1] {
				last = stack[len(stack)-1]
				component[last] = components
			}
		}
	}
	return component
}
