package serve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// served returns a net as a server has it.
func served(net *petri.Net) *model {
	m := check.OfNet(net)
	m.Name = "net"
	return &model{whole: m, played: m, info: ModelInfo{ID: 1, Name: "net"}}
}

// The graph is that of a plain search: the same markings at the same distances, all firings among them; a dead marking
// is one without successors, an open one has a successor that is not there.
func TestMarkingsAgree(t *testing.T) {
	ctx, s := t.Context(), new(Server)
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 106))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: seed%4 == 0})
		depth := rng.IntN(6)
		want, err := oracle.ExploreTo(net, depth, 400)
		if err != nil {
			continue
		}
		m := served(net)
		got, err := s.markings(ctx, m, MarkingsRequest{Depth: depth, Most: mostMarkings})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(got.Nodes) != len(want.States) || got.Complete != want.Complete {
			t.Fatalf("seed %d, depth %d: %d markings, complete %v, want %d, %v", seed, depth, len(got.Nodes),
				got.Complete, len(want.States), want.Complete)
		}
		var edges []string
		for i, n := range got.Nodes {
			at, err := net.Replay(n.Steps)
			if err != nil || !at.Equal(want.States[i]) || n.Depth != want.Dist[i] || len(n.Steps) != n.Depth {
				t.Fatalf("seed %d: marking %d at depth %d by %v is %v, %v, want %v at %d", seed, i, n.Depth, n.Steps,
					at, err, want.States[i], want.Dist[i])
			}
			enabled := len(slices.Collect(net.EnabledTransitions(at)))
			if n.Dead != (enabled == 0) || n.Open != (enabled > len(want.Succ[i])) {
				t.Errorf("seed %d: marking %d: dead %v, open %v; %d transitions are enabled, %d lead to what is there",
					seed, i, n.Dead, n.Open, enabled, len(want.Succ[i]))
			}
			for _, e := range want.Succ[i] {
				edges = append(edges, fmt.Sprint(i, e.To, e.Transition))
			}
		}
		for i, e := range got.Edges {
			if i >= len(edges) || fmt.Sprint(e.From, e.To, e.Transition) != edges[i] {
				t.Fatalf("seed %d: edge %d is %v, want one of %v", seed, i, e, edges)
			}
		}
		if len(got.Edges) != len(edges) {
			t.Errorf("seed %d: %d edges, want %d", seed, len(got.Edges), len(edges))
		}
	}
}

// A part of the graph begins where the steps lead, has no more markings than asked for, and says that it is a part.
func TestMarkingsFromHere(t *testing.T) {
	m, err := check.Load(t.Context(), "dphil:3")
	if err != nil {
		t.Fatal(err)
	}
	x := &model{whole: m, played: m, info: ModelInfo{Name: "dphil:3"}}
	s := new(Server)
	all, err := s.markings(t.Context(), x, MarkingsRequest{Depth: 50, Most: 500})
	if err != nil || !all.Complete || len(all.Nodes) != 76 { // as brim states dphil:3 --engine bfs counts
		t.Fatalf("%d markings, %v", len(all.Nodes), err)
	}
	if want := "brim states --engine bfs --limit-depth 50 dphil:3"; all.Command != want {
		t.Errorf("the command is %s, want %s", all.Command, want)
	}
	dead := slices.IndexFunc(all.Nodes, func(n MarkingNode) bool { return n.Dead })
	steps := all.Nodes[dead].Steps
	part, err := s.markings(t.Context(), x, MarkingsRequest{Steps: steps, Depth: 3, Most: 10})
	if err != nil || len(part.Nodes) != 1 || !part.Nodes[0].Dead || !part.Complete {
		t.Errorf("after %v: %+v, %v", steps, part, err)
	}
	part, err = s.markings(t.Context(), x, MarkingsRequest{Depth: 9, Most: 10})
	if err != nil || len(part.Nodes) != 10 || part.Complete || !slices.ContainsFunc(part.Nodes,
		func(n MarkingNode) bool { return n.Open }) {
		t.Errorf("10 markings: %+v, %v", part, err)
	}
}

// Of a net with many places and many enabled transitions some of the first markings are found, and said to be open.
func TestMarkingsOfLargeNets(t *testing.T) {
	b := petri.NewBuilder("wide")
	const places = 1 << 14
	for i := range places {
		b.In(b.Place(fmt.Sprint("p", i), 1), b.Transition(fmt.Sprint("t", i)), 1)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	g := served(net).graph(30)
	g.work = mostWork - 32*places // so that the test need not wait for all of it
	g.add(g.start, 0, nil)
	if err := g.search(t.Context(), 3); err != nil || len(g.nodes) != 30 {
		t.Fatalf("%d markings, %v", len(g.nodes), err)
	}
	for i, n := range g.nodes {
		if !n.Open || n.Dead {
			t.Errorf("marking %d: open %v, dead %v", i, n.Open, n.Dead)
		}
	}
}

func TestMarkingsRefused(t *testing.T) {
	b := petri.NewBuilder("n")
	p := b.Place("p", 1)
	b.In(p, b.Transition("t"), 2)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	s, m := new(Server), served(net)
	for want, q := range map[string]MarkingsRequest{
		"depth -1: expected a number from 0 to 100":      {Depth: -1, Most: 1},
		"depth 101: expected a number from 0 to 100":     {Depth: 101, Most: 1},
		"0 markings: expected a number from 1 to 500":    {},
		"step 1: there is no transition 1":               {Most: 1, Steps: []int{1}},
		"step 1: there is no transition -1":              {Most: 1, Steps: []int{-1}},
		"step 1: ":                                       {Most: 1, Steps: []int{0}},
		"501 markings: expected a number from 1 to 500":  {Most: 501},
		"-10 markings: expected a number from 1 to 500":  {Most: -10},
		"1000 markings: expected a number from 1 to 500": {Most: 1000},
	} {
		if x, err := s.markings(t.Context(), m, q); err == nil ||
			!strings.HasPrefix(strings.ReplaceAll(err.Error(), ",", ""), want) {
			t.Errorf("%+v: %+v, %v; want %s", q, x, err, want)
		}
	}
}
