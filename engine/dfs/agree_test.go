package dfs

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/kripke"
)

var graphs = flag.Int("graphs", 2000, "number of random graphs")

// covers compares what x has visited, and its frontier, with the distances within a bound. It returns "" if they agree.
func covers(g *graph, x *Search, distance []int, bound int) string {
	for i, d := range distance {
		if got, want := x.visited.known(g.state(i)), d >= 0 && d <= bound; got != want {
			return fmt.Sprintf("bound %d: state %d at distance %d: visited %v", bound, i, d, got)
		}
	}
	var got, want []int
	for _, n := range x.frontier {
		p, err := walk(g, x.initial[n.start][:x.own], n.path(nil))
		if err != nil {
			return err.Error()
		}
		if len(p.Labels) != bound {
			return fmt.Sprintf("bound %d: a trace of %d steps", bound, len(p.Labels))
		}
		end := p.States[len(p.States)-1]
		if n.state != nil && !slices.Equal(n.state[:x.own], end) {
			return fmt.Sprintf("bound %d: state %d, its trace leads to %d", bound, number(n.state), number(end))
		}
		got = append(got, number(end))
	}
	for i, d := range distance {
		if d == bound {
			want = append(want, i)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("bound %d: frontier %v, want %v", bound, got, want)
	}
	return ""
}

// disagreement runs a search with all bounds and tells at which it differs from breadth-first search, "" for none.
func disagreement(g *graph, o Options) (string, *Result, error) {
	distance := g.distances()
	differs := ""
	r, err := Run(context.Background(), g, nil, o, func(x *Search, r *Result) (bool, error) {
		differs = covers(g, x, distance, r.Covered)
		return differs != "", nil
	})
	if err == nil && differs == "" && !r.Complete {
		differs = "not complete"
	}
	return differs, r, err
}

// Every sound search visits what breadth-first search does, at every bound.
func TestAgrees(t *testing.T) {
	revisits, repaired := [2]int64{}, 0
	for seed := range uint64(*graphs) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := randomGraph(rng)
		increment := 1 + rng.IntN(6)
		if rng.IntN(4) == 0 {
			increment = 1 + rng.IntN(40)
		}
		for _, algorithm := range []Algorithm{Threshold, Naive} {
			for _, frontier := range []Frontier{Tree, Traces, States} {
				for _, visited := range []Visited{Exact, Hash64, Hash128, Bits} {
					if visited != Exact && frontier != Frontier(rng.IntN(3)) {
						continue
					}
					o := Options{Increment: increment, Algorithm: algorithm, Frontier: frontier, Visited: visited,
						Cells: 1 << 16, Workers: 1 + 2*rng.IntN(2)}
					if rng.IntN(3) == 0 {
						o.Payload, o.Work = rng.IntN(300), rng.IntN(3)
					}
					differs, r, err := disagreement(g, o)
					if err != nil || differs != "" && visited != Bits {
						t.Fatalf("seed %d, %+v: %v %s\n%v from %v", seed, o, err, differs, g.next, g.initial)
					}
					if o.Workers == 1 && visited == Exact && frontier == Tree {
						revisits[algorithm] += r.Revisits
					}
					if r.Expansions-r.Revisits > r.States {
						t.Fatalf("seed %d, %+v: %+v", seed, o, r.Stats)
					}
				}
			}
		}
		if differs, _, err := disagreement(g, Options{Increment: increment, Algorithm: Unsound}); err != nil {
			t.Fatal(err)
		} else if differs != "" {
			repaired++
		}
	}
	t.Logf("%d revisits with thresholds, %d without; the unsound algorithm fails on %d of %d graphs",
		revisits[Threshold], revisits[Naive], repaired, *graphs)
	if revisits[Threshold] >= revisits[Naive] || repaired == 0 {
		t.Error("the graphs say too little")
	}
}

// Reaching a goal gives a path to it, and none beyond the bound of a round.
func TestGoal(t *testing.T) {
	for seed := range uint64(*graphs / 4) {
		rng := rand.New(rand.NewPCG(seed, 2))
		g := randomGraph(rng)
		distance := g.distances()
		goal := rng.IntN(len(g.next))
		o := Options{
			Increment: 1 + rng.IntN(5), Depth: rng.IntN(20), Algorithm: Algorithm(rng.IntN(2)),
			Frontier: Frontier(rng.IntN(3)),
			Visited:  Visited(rng.IntN(3)), Workers: rng.IntN(3), Payload: rng.IntN(2) * rng.IntN(300),
		}
		r, err := Run(context.Background(), g, func() (kripke.Predicate, error) {
			return func(s kripke.State) bool { return number(s) == goal }, nil
		}, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := distance[goal]
		switch reached := d >= 0 && (o.Depth == 0 || d <= o.Depth); {
		case reached != (r.Found != nil):
			t.Fatalf("seed %d, %+v: goal at distance %d, found %v", seed, o, d, r.Found)
		case reached && (len(r.Found.Labels) < d || len(r.Found.Labels) > max(r.Covered, 0)+o.Increment ||
			r.Covered >= d):
			t.Fatalf("seed %d, %+v: goal at distance %d, a path of %d steps, covered %d", seed, o, d,
				len(r.Found.Labels), r.Covered)
		}
	}
}

// A payload changes what a search costs and nothing that it counts, and each state of a frontier in full has it. A
// replayed step makes one of them.
func TestPayload(t *testing.T) {
	for seed := range uint64(*graphs / 20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := randomGraph(rng)
		for _, frontier := range []Frontier{Tree, Traces, States} {
			o := Options{Increment: 1 + rng.IntN(6), Frontier: frontier}
			run := func(o Options) (*Result, int) {
				states := 0
				r, err := Run(context.Background(), g, nil, o, func(x *Search, r *Result) (bool, error) {
					for _, n := range x.frontier {
						states += len(n.state)
					}
					return false, nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return r, states
			}
			plain, words := run(o)
			o.Payload, o.Work = 1000, 2
			with, all := run(o)
			a, b := plain.Stats, with.Stats
			if frontier == States && b.FrontierBytes <= a.FrontierBytes {
				t.Errorf("seed %d: a frontier of %d bytes, with payloads %d", seed, a.FrontierBytes, b.FrontierBytes)
			}
			for _, s := range []*Stats{&a, &b} {
				s.Restoring, s.Bytes, s.FrontierBytes = 0, 0, 0
			}
			if own := g.Words(); a != b || all != words/own*(own+125) {
				t.Errorf("seed %d, %v: %+v and %d words, with payloads %+v and %d", seed, frontier, a, words, b, all)
			}
		}
	}
	g := figure4()
	l := newLoaded(g, 100, 1)
	var all, one kripke.Successors
	for i := range g.next {
		s := make(kripke.State, l.Words())
		l.fill(s, g.state(i))
		if err := l.Successors(s, &all); err != nil {
			t.Fatal(err)
		}
		for k := range all.Len() {
			next, err := successor(l, s, k, &one)
			if err != nil || one.Len() != 1 || !slices.Equal(next, all.State(k)) {
				t.Errorf("transition %d of state %d: %v (%v), of all: %v", k, i, next, err, all.State(k))
			}
		}
	}
}
