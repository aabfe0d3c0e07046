package order

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// randomGraph draws a hypergraph with weights, and its edges as a list: the weight, then the vertices, which may
// repeat.
func randomGraph(t *rapid.T) (h *Hypergraph, edges [][]int) {
	n := rapid.IntRange(0, 12).Draw(t, "vertices")
	h = NewHypergraph(n)
	for range rapid.IntRange(0, 12).Draw(t, "edges") {
		w := rapid.IntRange(1, 4).Draw(t, "weight")
		var vertices []int
		if n > 0 {
			vertices = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 5).Draw(t, "edge")
		}
		h.Add(w, vertices...)
		edges = append(edges, append([]int{w}, vertices...))
	}
	return h, edges
}

// The sums are those of the definition, from the edges as they were added.
func TestSumsOfHypergraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, edges := randomGraph(t)
		pos := sequence(rapid.Permutation(identity(h.vertices)).Draw(t, "order")).positions()
		spans, tops := int64(0), int64(0)
		for _, e := range edges {
			var at []int
			for _, v := range e[1:] {
				at = append(at, int(pos[v])+1)
			}
			if len(at) > 0 {
				spans += int64(e[0] * (slices.Max(at) - slices.Min(at) + 1))
				tops += int64(e[0] * slices.Max(at))
			}
		}
		if s, o := h.sums(pos); s != spans || o != tops {
			t.Fatalf("spans %d and tops %d, want %d and %d", s, o, spans, tops)
		}
	})
}

// An edge of weight w counts like w edges in FORCE and in the score.
func TestWeightsAreRepetitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, edges := randomGraph(t)
		plain := NewHypergraph(h.vertices)
		for _, e := range edges {
			for range e[0] {
				plain.Add(1, e[1:]...)
			}
		}
		if h.vertices > 0 && h.score(identity(h.vertices)) != plain.score(identity(h.vertices)) {
			t.Fatal("different scores")
		}
		h.index()
		plain.index()
		for v, w := range h.total() {
			if w != plain.total()[v] || int(w) != len(plain.edgesOf(v)) {
				t.Fatalf("vertex %d has edges of weight %v, want %d", v, w, len(plain.edgesOf(v)))
			}
		}
	})
}

// A net's graph gives the orders of the same edges added by hand, and both candidates are distinct and complete.
func TestCandidatesOfHypergraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		h := NewHypergraph(len(net.Places))
		fixed := net.Fixed()
		for i := range net.Transitions {
			var edge []int
			t := &net.Transitions[i]
			for _, a := range slices.Concat(t.Pre, t.Post, t.Inhibit) {
				if !fixed[a.Place] {
					edge = append(edge, a.Place)
				}
			}
			h.Add(1, edge...)
		}
		options := Options{Most: rapid.IntRange(0, 12).Draw(t, "most"), Seed: rapid.Uint64().Draw(t, "seed")}
		list, again := h.Candidates(options), GraphOf(net).Candidates(options)
		if len(list) == 0 || len(list) > options.orDefault().Most || len(list) != len(again) {
			t.Fatalf("%d candidates of %d, and %d", len(list), options.Most, len(again))
		}
		for i, d := range list {
			if err := d.Check(net); err != nil || d.Grouped() {
				t.Fatalf("%v: %v", d, err)
			}
			if !d.Equal(again[i]) || d.Method != again[i].Method {
				t.Fatalf("%v by hand, %v of the net", d, again[i])
			}
			if slices.ContainsFunc(list[:i], d.Equal) {
				t.Fatalf("%s comes twice", d.Method)
			}
		}
	})
}

// Force and Candidates find the row again whose variables are shuffled, also where further edges come between.
func TestHypergraphUnrollsAPath(t *testing.T) {
	const n = 30
	at := rand.New(rand.NewPCG(3, 1)).Perm(n)
	h := NewHypergraph(n)
	for i := range n - 1 {
		h.Add(1, at[i], at[i+1])
		if i == n/2 {
			h.Candidates(Options{})
		}
	}
	best := h.Candidates(Options{})[0]
	level := best.LevelOf(n)
	for i := range n - 1 {
		if d := level[at[i]] - level[at[i+1]]; d != 1 && d != -1 {
			t.Errorf("%s: stages %d and %d of the row are %d levels apart", best.Method, i, i+1, d)
		}
	}
	sum := func(at []int) (sum int) {
		for i := range n - 1 {
			sum += max(at[i], at[i+1]) - min(at[i], at[i+1])
		}
		return sum
	}
	position, first := make([]int, n), make([]int, n)
	for i, v := range h.Force(100) {
		position[slices.Index(at, v)] = i
		first[i] = at[i]
	}
	if sum(position) > sum(first)/2 {
		t.Errorf("Force: sum of distances %d, of the numbers %d", sum(position), sum(first))
	}
}

// Misuse panics in words that say who, what and what was expected.
func TestHypergraphMisuse(t *testing.T) {
	h := NewHypergraph(2)
	tune := func(starts []Decomposition) {
		Tune(context.Background(), starts, pathProbe, TuneOptions{Graph: h})
	}
	for want, call := range map[string]func(){
		"order: NewHypergraph: -1 vertices, expected 0 to 2147483647":      func() { NewHypergraph(-1) },
		"order: Hypergraph.Add: vertex 2 of 2, which are numbered from 0":  func() { h.Add(1, 0, 2) },
		"order: Hypergraph.Add: vertex -1 of 2, which are numbered from 0": func() { h.Add(1, -1) },
		"order: Hypergraph.Add: weight 0, expected 1 to 1048576":           func() { h.Add(0, 1) },
		"order: Hypergraph.Add: weight 1048577, expected 1 to 1048576":     func() { h.Add(MaxWeight+1, 1) },
		"order: Tune: vertex 2 on level 3, but the Graph has 2, numbered from 0": func() {
			tune([]Decomposition{line(3,
				1)})
		},
		"order: Tune: no decomposition to start from": func() { tune(nil) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("got the panic %q, want %q", got, want)
				}
			}()
			call()
		}()
	}
	if h.edgeCount() != 0 {
		t.Error("a call that panicked has left an edge")
	}
}
