package dfs

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine"
	"brim/engine/kripke"
)

// sets are what a question of a test speaks of, by number of state.
type sets struct{ within, stay, accept []bool }

// answer tells by closure whether there is a path for ever as q asks for among the states of x.within: to a state from
// which, inside of stay, a way leads back to it through accept, or to one without transitions.
func (x sets) answer(g *graph, q Question) bool {
	n := len(g.next)
	closure := func(inside func(int) bool) [][]bool { // by at least one step
		c := make([][]bool, n)
		for i := range c {
			c[i] = make([]bool, n)
			for _, j := range g.next[i] {
				c[i][j] = inside(i) && inside(j)
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					c[i][j] = c[i][j] || c[i][k] && c[k][j]
				}
			}
		}
		return c
	}
	any := closure(func(i int) bool { return x.within[i] })
	staying := closure(func(i int) bool { return x.within[i] && x.stay[i] })
	stem := staying
	if q.Eventually {
		stem = any
	}
	for i := range n {
		if !x.within[i] || !x.stay[i] || !x.accept[i] {
			continue
		}
		if !staying[i][i] && !(q.Ends && len(g.next[i]) == 0) {
			continue
		}
		for _, s := range g.initial {
			if s == i || stem[s][i] {
				return true
			}
		}
	}
	return false
}

// check looks at what a path claims.
func (x sets) check(t *testing.T, g *graph, q Question, p *kripke.Path) {
	t.Helper()
	from, accepted := p.Loop, false
	if from == engine.NoLoop {
		from = len(p.States) - 1
		if !q.Ends || len(g.next[number(p.States[from])]) > 0 {
			t.Fatalf("the path %v ends", p)
		}
	}
	for k, s := range p.States {
		i := number(s)
		if !x.within[i] || !x.stay[i] && (!q.Eventually || k >= from) {
			t.Fatalf("state %d of the path %v", i, p)
		}
		accepted = accepted || k >= from && x.accept[i]
	}
	if !accepted {
		t.Fatalf("the loop of %v does not accept", p)
	}
}

// Lasso finds a path among the states within a bound exactly if there is one.
func TestLassoAgrees(t *testing.T) {
	found, count := 0, 0
	for seed := range uint64(*graphs) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := randomGraph(rng)
		draw := func(most int) []bool {
			one := rng.IntN(most + 1)
			list := make([]bool, len(g.next))
			for i := range list {
				list[i] = rng.IntN(most) >= one
			}
			return list
		}
		x := sets{stay: draw(6), accept: draw(3)}
		q := Question{
			Stay:       func(s kripke.State) bool { return x.stay[number(s)] },
			Accept:     func(s kripke.State) bool { return x.accept[number(s)] },
			Eventually: rng.IntN(2) == 0, Ends: rng.IntN(2) == 0,
		}
		if !slices.Contains(x.stay, false) && rng.IntN(2) == 0 {
			q.Stay = nil
		}
		if !slices.Contains(x.accept, false) && rng.IntN(2) == 0 {
			q.Accept = nil
		}
		distance := g.distances()
		o := Options{Increment: 1 + rng.IntN(3), Depth: rng.IntN(12), Visited: Visited(rng.IntN(3)),
			Workers: rng.IntN(3)}
		_, err := Run(context.Background(), g, nil, o, func(s *Search, r *Result) (bool, error) {
			x.within = make([]bool, len(distance))
			for i, d := range distance {
				x.within[i] = d >= 0 && d <= r.Covered
			}
			p, err := s.Lasso(context.Background(), q)
			if err != nil {
				return false, err
			}
			if want := x.answer(g, q); want != (p != nil) {
				t.Fatalf("seed %d, %+v: path %v, want one: %v\n%v from %v, stay %v accept %v", seed, o, p, want, g.next,
					g.initial, x.stay, x.accept)
			}
			count++
			if p != nil {
				found++
				x.check(t, g, q, p)
			}
			return false, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a path in %d of %d cases", found, count)
	if found < count/10 || found > count*9/10 {
		t.Error("the questions say too little")
	}
}
