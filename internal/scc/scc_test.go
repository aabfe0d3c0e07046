package scc

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// reach is the slow twin of Find: which nodes are reached from which, by repeated squaring of the edges.
func reach(n int, next [][]int) [][]bool {
	r := make([][]bool, n)
	for v := range r {
		r[v] = make([]bool, n)
		r[v][v] = true
		for _, w := range next[v] {
			r[v][w] = true
		}
	}
	for k := range n {
		for v := range n {
			for w := range n {
				r[v][w] = r[v][w] || r[v][k] && r[k][w]
			}
		}
	}
	return r
}

// Two nodes are in one component exactly if each is reached from the other, each node is a member once, and edges lead
// to components with smaller numbers only.
func TestFindAgreesWithReachability(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		n := random.IntN(12)
		next := make([][]int, n)
		for range random.IntN(3*n + 1) {
			v := random.IntN(n)
			next[v] = append(next[v], random.IntN(n))
		}
		c := Find(New(n, func(v int, yield func(int)) {
			for _, w := range next[v] {
				yield(w)
			}
		}), nil)
		reached := reach(n, next)
		var all []uint32
		for i := range c.Len() {
			for _, v := range c.Members(i) {
				if c.Of[v] != uint32(i) {
					t.Fatalf("%v: node %d is a member of component %d, and of component %d", next, v, i, c.Of[v])
				}
				all = append(all, v)
			}
		}
		slices.Sort(all)
		if len(all) != n || len(slices.Compact(all)) != n {
			t.Fatalf("%v: members %v", next, all)
		}
		for v := range n {
			for w := range n {
				if same := reached[v][w] && reached[w][v]; same != (c.Of[v] == c.Of[w]) {
					t.Fatalf("%v: nodes %d and %d in one component: %t", next, v, w, !same)
				}
				if reached[v][w] && c.Of[w] > c.Of[v] {
					t.Fatalf("%v: node %d of component %d leads to node %d of component %d", next, v, c.Of[v], w,
						c.Of[w])
				}
			}
		}
	}
}

// A long path does not need a deep stack of calls, and stop ends the search.
func TestLongPath(t *testing.T) {
	const n = 1 << 20
	g := New(n, func(v int, yield func(int)) {
		if v+1 < n {
			yield(v + 1)
		}
	})
	if c := Find(g, nil); c.Len() != n || c.Of[0] != n-1 {
		t.Errorf("%d components, the first node in number %d", c.Len(), c.Of[0])
	}
	if c := Find(g, func() bool { return true }); c != nil {
		t.Error("a search that is stopped found components")
	}
}
