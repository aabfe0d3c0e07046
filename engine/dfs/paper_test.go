package dfs

import (
	"context"
	"testing"

	"brim/engine/kripke"
)

// figure4 is the graph of [UDR11, Figure 4]: s1 to s5 are 0 to 4; e1 and e2 lead over s2 to s3, e3 leads there at once.
func figure4() *graph {
	return &graph{next: [][]int{{1, 2}, {2}, {3}, {4}, {}}, initial: []int{0}}
}

// Within 3 steps the unsound algorithm misses s5, which the others find.
func TestFigure4(t *testing.T) {
	for _, c := range []struct {
		algorithm Algorithm
		found     bool
		states    int64
	}{{Unsound, false, 4}, {Naive, true, 5}, {Threshold, true, 5}} {
		r, err := Run(context.Background(), figure4(), func() (kripke.Predicate, error) {
			return func(s kripke.State) bool { return number(s) == 4 }, nil
		}, Options{Depth: 3, Increment: 3, Algorithm: c.algorithm}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Found != nil) != c.found || r.States != c.states {
			t.Errorf("%v: found %v, %d states", c.algorithm, r.Found, r.States)
		}
	}
}

// figure7 is [UDR11, Figure 7] with all depths given by corridors: B is first met at depth 30, then S at 50, from which
// 11 steps lead to B, and at last S again at 45. It returns the graph and the states S, A and B.
func figure7() (g *graph, s, a, b int) {
	g = &graph{next: [][]int{{}}, initial: []int{0}}
	b = g.corridor(0, 30)
	s = g.corridor(0, 50)
	a = g.corridor(s, 10)
	g.next[a] = append(g.next[a], b)
	short := g.corridor(0, 44)
	g.next[short] = append(g.next[short], s)
	return g, s, a, b
}

// The second visit of S at depth 45 expands the eleven states from S to A once more without thresholds, and nothing
// with them. As nothing lies behind B here, thresholds are those of a dead end; with a way on to the bound they are 30,
// 29, …, 19, as in the paper.
func TestFigure7(t *testing.T) {
	for _, behind := range []bool{false, true} {
		g, s, a, b := figure7()
		if behind {
			g.corridor(b, 100)
		}
		for _, algorithm := range []Algorithm{Naive, Threshold} {
			var thresholds [3]int32
			o := Options{Depth: 100, Increment: 100, Algorithm: algorithm}
			r, err := Run(context.Background(), g, nil, o, func(x *Search, _ *Result) (bool, error) {
				for i, n := range []int{s, a, b} {
					_, thresholds[i] = x.visited.claim(g.state(n), unexplored)
				}
				return false, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			revisits, want := int64(11), [3]int32{45, 55, 30}
			switch {
			case algorithm == Threshold && behind:
				revisits, want = 0, [3]int32{19, 29, 30}
			case algorithm == Threshold:
				revisits, want = 0, [3]int32{-1, -1, -1}
			}
			if r.Revisits != revisits || thresholds != want {
				t.Errorf("%v: %d revisits, want %d; S, A, B at %v, want %v", algorithm, r.Revisits, revisits,
					thresholds, want)
			}
		}
	}
}

// A tree of frontiers goes back to the lowest common ancestor only; traces go all the way (Figures 8 and 9).
func TestFigure9(t *testing.T) {
	// A corridor of 90 steps, then 2 ways of 5 steps, of which each ends in 2 ways of 5 steps.
	g := &graph{next: [][]int{{}}, initial: []int{0}}
	from := g.corridor(0, 90)
	for range 2 {
		middle := g.corridor(from, 10)
		g.corridor(middle, 10)
		g.corridor(middle, 10)
	}
	for _, c := range []struct {
		frontier          Frontier
		replayed, unwound int64
	}{
		// To the frontiers at 10 to 90 and the first node at 100: 10 each. To the second one: 10 back and 10 forward.
		// At 110: over the node at 90 to the first node 10 back and 20 forward, to the second one 10 and 10, to the
		// third one 20 and 20, to the last one 10 and 10.
		{Tree, 100 + 10 + 20 + 10 + 20 + 10, 10 + 10 + 10 + 20 + 10},
		{Traces, 10*(1+2+3+4+5+6+7+8+9) + 2*100 + 4*110, 0},
		{States, 0, 0},
	} {
		r, err := Run(context.Background(), g, nil, Options{Increment: 10, Frontier: c.frontier}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Replayed != c.replayed || r.Unwound != c.unwound {
			t.Errorf("%v: %d steps forward, %d back, want %d and %d", c.frontier, r.Replayed, r.Unwound, c.replayed,
				c.unwound)
		}
	}
}
