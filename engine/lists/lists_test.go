package lists_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/engine/lists"
	"brim/engine/symbolic/race"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/order"
)

// facts returns what a space knows of its net, in words.
func facts(s *lists.Space) string {
	return fmt.Sprint(s.States(), s.Firings(), s.Deadlocks(), s.MaxTokens(), s.PlaceBounds())
}

// differs explores net under d, nil for a choice, and returns the first difference from the oracle's space.
func differs(want *oracle.Space, d *order.Decomposition) error {
	s, err := lists.Explore(context.Background(), want.Net, race.Options{Order: d})
	if err != nil {
		return err
	}
	defer s.Close()
	known := fmt.Sprint(len(want.States), want.Firings, len(want.Dead), want.MaxInMarking, want.MaxTokens)
	if got := facts(s); got != known {
		return fmt.Errorf("states, firings, deadlocks, most tokens, bounds: got %s, want %s", got, known)
	}
	return nil
}

// shuffled returns an order of the places of net, some of which share a level.
func shuffled(rng *rand.Rand, net *petri.Net) *order.Decomposition {
	d := &order.Decomposition{Method: "random"}
	for _, p := range rng.Perm(len(net.Places)) {
		if n := len(d.Levels); n > 0 && rng.IntN(4) == 0 {
			d.Levels[n-1] = append(d.Levels[n-1], p)
		} else {
			d.Levels = append(d.Levels, []int{p})
		}
	}
	return d
}

// The numbers of random nets, under random and chosen orders, are those of a search through single markings.
func TestRandomNets(t *testing.T) {
	n := uint64(400)
	if testing.Short() {
		n = 40
	}
	configs := []randnet.Config{{}, {Safe: true, Blocks: 6}, {Open: true, Tokens: 7}, {Blocks: 6, Transitions: 24},
		{Arbitrary: true}}
	taken := 0
	for seed := range n {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 51)), configs[seed%uint64(len(configs))])
		fails := func(net *petri.Net) error {
			if lists.Takes(net) != nil {
				return nil
			}
			space, err := oracle.Explore(net, 1000)
			if err != nil {
				return nil
			}
			taken++
			rng := rand.New(rand.NewPCG(seed, 52))
			for _, d := range []*order.Decomposition{nil, shuffled(rng, net), shuffled(rng, net)} {
				if err := differs(space, d); err != nil {
					return fmt.Errorf("%+v: %w", d, err)
				}
			}
			return nil
		}
		if err := fails(net); err != nil {
			small := randnet.Shrink(net, func(net *petri.Net) bool { return fails(net) != nil })
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(small))
		}
	}
	if taken < int(n)/4 {
		t.Errorf("%d of %d nets were taken", taken, n)
	}
}

// The numbers of markings of nets with many tokens are those of closed forms, and the nodes grow with the tokens as
// package ldd says.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		family  string
		tokens  int
		nodes   float64 // bound of the factor for twice the tokens
		doubled int
	}{{"kanban", 200, 2.1, 400}, {"fms", 50, 4.2, 100}} {
		family := nets.All()[slices.IndexFunc(nets.All(), func(f nets.Family) bool { return f.Name == c.family })]
		var nodes [2]float64
		for i, n := range []int{c.tokens, c.doubled} {
			net, err := nets.Parse(fmt.Sprintf("%s:%d", c.family, n))
			if err != nil {
				t.Fatal(err)
			}
			s, err := lists.Explore(t.Context(), net, race.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := s.States(), family.States(n); got.Cmp(want) != 0 {
				t.Errorf("%s: %v markings, want %v", net.Name, got, want)
			}
			if most := s.MaxInPlace(); most != int64(n) {
				t.Errorf("%s: at most %d tokens in a place, want %d", net.Name, most, n)
			}
			nodes[i] = float64(s.Nodes())
			s.Close()
		}
		if nodes[1] > c.nodes*nodes[0] {
			t.Errorf("%s: %v nodes for %d and %d tokens", c.family, nodes, c.tokens, c.doubled)
		}
	}
}

// Nets with few tokens are left to arrays at once. Of those with many, lists are taken where they have an advantage,
// and then have the number of markings of a closed form.
func TestExploreIfBetter(t *testing.T) {
	for _, c := range []struct {
		net  string
		want bool
	}{{"dphil:10", false}, {"kanban:70", false}, {"kanban:300", true}, {"fms:150", true}} {
		net, err := nets.Parse(c.net)
		if err != nil {
			t.Fatal(err)
		}
		s, err := lists.ExploreIfBetter(t.Context(), net, race.Options{})
		if err != nil || (s != nil) != c.want {
			t.Fatalf("%s: lists are better: %v (%v), want %v", c.net, s != nil, err, c.want)
		}
		if s == nil {
			continue
		}
		name, n, _ := strings.Cut(c.net, ":")
		size, _ := strconv.Atoi(n)
		family := nets.All()[slices.IndexFunc(nets.All(), func(f nets.Family) bool { return f.Name == name })]
		if got, want := s.States(), family.States(size); got.Cmp(want) != 0 {
			t.Errorf("%s: %v markings, want %v", c.net, got, want)
		}
		s.Close()
	}
}

// Unbounded nets, limits and nets that are not taken end in errors.
func TestErrors(t *testing.T) {
	net, err := nets.Parse("unbounded:1")
	if err != nil {
		t.Fatal(err)
	}
	_, err = lists.Explore(t.Context(), net, race.Options{})
	if u := new(race.UnboundedError); !errors.As(err, &u) {
		t.Errorf("unbounded net: %v", err)
	}
	if net, err = nets.Parse("fms:50"); err != nil {
		t.Fatal(err)
	}
	_, err = lists.Explore(t.Context(), net, race.Options{Nodes: 1000})
	if stopped := new(race.Stopped); !errors.As(err, &stopped) {
		t.Errorf("1000 nodes: %v", err)
	}
	b := petri.NewBuilder("inhibited")
	p := b.Place("p", 1)
	b.Inhibit(b.Transition("t"), p, 1)
	if net, err = b.Net(); err != nil {
		t.Fatal(err)
	}
	if lists.Takes(net) == nil {
		t.Error("a net with an inhibitor arc is taken")
	}
}
