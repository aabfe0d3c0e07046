package dfs

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/engine/kripke"
)

// A graph is a structure given by lists of successors. State i is packed into three words, so that steps change some of
// them and not all.
type graph struct {
	next    [][]int
	initial []int
}

func (g *graph) pack(s kripke.State, i int) {
	s[0], s[1], s[2] = uint64(i)%3, uint64(i)/3%5, uint64(i)/15
}

func (g *graph) state(i int) kripke.State {
	s := make(kripke.State, 3)
	g.pack(s, i)
	return s
}

func number(s kripke.State) int { return int(s[0] + 3*s[1] + 15*s[2]) }

// corridor adds a way of so many steps over new states and returns its end.
func (g *graph) corridor(from, steps int) int {
	for range steps {
		g.next = append(g.next, nil)
		g.next[from] = append(g.next[from], len(g.next)-1)
		from = len(g.next) - 1
	}
	return from
}

func (g *graph) Name() string { return "graph" }
func (g *graph) Words() int   { return 3 }

func (g *graph) Initial() (list []kripke.State) {
	for _, i := range g.initial {
		list = append(list, g.state(i))
	}
	return list
}

func (g *graph) Successors(s kripke.State, out *kripke.Successors) error {
	out.Reset(3)
	for _, j := range g.next[number(s)] {
		g.pack(out.Add(0, s), j)
	}
	return nil
}

func (g *graph) Labels() []string { return []string{"step"} }

func (g *graph) Predicate(*syntax.Formula) (kripke.Predicate, error) {
	return nil, errors.New("a graph has no propositions")
}

func (g *graph) Format(s kripke.State) string { return fmt.Sprint(number(s)) }

// distances returns the least number of steps from an initial state to each state, −1 where there is no way.
func (g *graph) distances() []int {
	d := make([]int, len(g.next))
	for i := range d {
		d[i] = -1
	}
	queue := append([]int(nil), g.initial...)
	for _, i := range queue {
		d[i] = 0
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range g.next[i] {
			if d[j] < 0 {
				d[j] = d[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return d
}

// randomGraph draws a graph: sometimes sparse and deep, sometimes dense, with loops, double transitions and dead
// states.
func randomGraph(rng *rand.Rand) *graph {
	n := 1 + rng.IntN(40)
	g := &graph{next: make([][]int, n), initial: []int{0}}
	for range rng.IntN(3) {
		g.initial = append(g.initial, rng.IntN(n))
	}
	long, jump := rng.IntN(2) == 0, 1+rng.IntN(n)
	for i := range g.next {
		for range rng.IntN(4) {
			j := rng.IntN(n)
			if long { // mostly a little forward, so that ways differ in length
				j = min(max(i-jump/2+rng.IntN(jump+1), 0), n-1)
			}
			g.next[i] = append(g.next[i], j)
		}
		if long && rng.IntN(4) > 0 {
			g.next[i] = append(g.next[i], min(i+1, n-1))
		}
		rng.Shuffle(len(g.next[i]), func(a, b int) { g.next[i][a], g.next[i][b] = g.next[i][b], g.next[i][a] })
	}
	return g
}
