package gmc_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/gmc"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/nets"
	"brim/petri/structure"
)

var randomNets = flag.Int("nets", 100, "number of random nets, and of random circuits")

// draw returns a random safe net, a formula without path operators and the markings in which it holds: any formula, or
// of two in three seeds, one that describes a single marking.
func draw(t *testing.T, seed int) (*oracle.Space, *syntax.Formula, []bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seed), 6))
	net := randnet.Generate(rng, randnet.Config{Safe: true, States: 400})
	s, err := oracle.Explore(net, 100_000)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	pool := syntax.NewPool()
	if seed%3 > 0 {
		return one(t, s, rng.IntN(len(s.States)), pool)
	}
	for {
		if f := randformula.Generate(rng, net, 2, pool); !f.Temporal() {
			return s, f, s.Sat(f, syntax.Maximal)
		}
	}
}

// one returns a formula that holds in a marking of s only, and what Sat says of it.
func one(t *testing.T, s *oracle.Space, marking int, pool *syntax.Pool) (*oracle.Space, *syntax.Formula, []bool) {
	t.Helper()
	var names, parts []string
	for i, p := range s.Net.Places {
		names = append(names, p.Name)
		parts = append(parts, fmt.Sprintf("%s = %d", p.Name, s.States[marking][i]))
	}
	f, err := pool.Parse(strings.Join(parts, " & "), "marking", syntax.NewLists(names, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	return s, f, s.Sat(f, syntax.Maximal)
}

// nearest returns the least distance of a marking of the list, −1 if there is none.
func nearest(s *oracle.Space, in []bool) int {
	least := -1
	for i, ok := range in {
		if ok && (least < 0 || s.Dist[i] < least) {
			least = s.Dist[i]
		}
	}
	return least
}

// A path begins in an initial marking, each step exists, and it ends in the goal. The search by sets finds the least
// distances and the number of markings of the oracle. The greedy search finds nothing where there is nothing, and a
// path in nine of ten cases where there is a non-empty one of the length or shorter. A large run is -nets 1000.
func TestRandomNets(t *testing.T) {
	there, found := 0, 0
	for seed := range *randomNets {
		s, f, in := draw(t, seed)
		length := max(nearest(s, in), 1) + seed%4
		is, has := search(t, seed, s, f, in, 1,
			gmc.Options{Length: length, Seed: uint64(seed), Longest: seed % 2 * 2 * length})
		there, found = there+is, found+has
	}
	t.Logf("%d paths of %d", found, there)
	if 10*found < 9*there {
		t.Errorf("%d paths found where there are %d", found, there)
	}
}

// search looks for a marking of in, where f holds, by sets, which have to agree with s, and by repairs. It returns 1 or
// 0 for a path with steps that there is, and the same for one that repairs found.
func search(t *testing.T, seed int, s *oracle.Space, f *syntax.Formula, in []bool, tokens int64, o gmc.Options) (there,
	found int) {
	t.Helper()
	ctx := context.Background()
	least := nearest(s, in)
	n, err := gmc.NewNet(structure.NewProfile(s.Net), tokens)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	g, err := n.Goal(f)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	r, err := n.Fixpoint(ctx, g, 0)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	switch {
	case r.Found != (least >= 0), r.Found && (r.Steps != least || r.Path == nil || r.Path.Steps() != least):
		t.Fatalf("seed %d, %v: found %v after %d steps, path %v, want %d", seed, f, r.Found, r.Steps, r.Path, least)
	case !r.Found && (!r.Complete || r.Steps != s.Depth || r.States.Int64() != int64(len(s.States))):
		t.Errorf("seed %d, %v: complete %v, %v markings within %d steps; want %d within %d", seed, f, r.Complete,
			r.States, r.Steps, len(s.States), s.Depth)
	case r.Found:
		checkPath(t, seed, s, in, n, r.Path)
	}
	x, err := n.Search(ctx, g, o)
	if err != nil {
		t.Fatalf("seed %d, %v: %v", seed, f, err)
	}
	if x.Path != nil {
		checkPath(t, seed, s, in, n, x.Path)
	}
	return count(least > 0), count(least > 0 && x.Path != nil)
}

// count returns 1 for true.
func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkPath replays a path in the graph of the oracle.
func checkPath(t *testing.T, seed int, s *oracle.Space, in []bool, n *gmc.Net, p *gmc.Path) {
	t.Helper()
	at := 0
	for i, state := range p.States {
		next, ok := s.Number(n.Marking(state))
		if !ok {
			t.Fatalf("seed %d: state %d is not reachable", seed, i)
		}
		if i == 0 {
			if next != 0 {
				t.Fatalf("seed %d: the path does not begin in the initial marking", seed)
			}
			continue
		}
		step := false
		for _, e := range s.Succ[at] {
			step = step || e.To == next && e.Transition == p.Firings[i-1]
		}
		if !step {
			t.Fatalf("seed %d: step %d is no firing of %s", seed, i, s.Net.Transitions[p.Firings[i-1]].Name)
		}
		at = next
	}
	if !in[at] {
		t.Errorf("seed %d: the path does not end in the goal", seed)
	}
}

// With the early stop left out a path has the length that was asked for. Steps by sets at both ends make it longer by
// as many at most.
func TestLengths(t *testing.T) {
	ctx := context.Background()
	exact, layered := 0, 0
	for seed := range *randomNets / 3 {
		s, f, in := draw(t, seed)
		n, err := gmc.NewNet(structure.NewProfile(s.Net), 1)
		if err != nil {
			t.Fatal(err)
		}
		g, err := n.Goal(f)
		if err != nil {
			t.Fatal(err)
		}
		length := 1 + seed%5
		x, err := n.Search(ctx, g, gmc.Options{Length: length, Tries: 10, Exact: true})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if x.Path != nil {
			exact++
			checkPath(t, seed, s, in, n, x.Path)
			if x.Path.Steps() != length {
				t.Errorf("seed %d: %d steps, want %d", seed, x.Path.Steps(), length)
			}
		}
		x, err = n.Search(ctx, g, gmc.Options{Length: length, Tries: 10, Forward: seed % 3, Backward: seed % 4})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if x.Path != nil {
			layered++
			checkPath(t, seed, s, in, n, x.Path)
			if most := length + seed%3 + seed%4; x.Path.Steps() > most {
				t.Errorf("seed %d: %d steps, the most is %d", seed, x.Path.Steps(), most)
			}
		}
	}
	t.Logf("%d exact, %d with layers", exact, layered)
	if exact == 0 || layered == 0 {
		t.Error("no path of one kind was ever found")
	}
}

// A path of one step that is asked for grows until it leads to the deadlock of two philosophers, four steps away.
func TestLonger(t *testing.T) {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		t.Fatal(err)
	}
	n, err := gmc.NewNet(structure.NewProfile(net), 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := n.Goal(syntax.NewPool().Deadlock())
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(10) {
		r, err := n.Search(context.Background(), g, gmc.Options{Length: 1, Longest: 12, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if r.Path == nil || r.Longer == 0 || r.Path.Steps() < 4 || r.Path.Steps() > 12 {
			t.Errorf("seed %d: path %v, %d states put in; want 4 to 12 steps", seed, r.Path, r.Longer)
		}
		if r, err = n.Search(context.Background(), g, gmc.Options{Length: 1, Seed: seed}); err != nil ||
			r.Path != nil || r.Longer != 0 {
			t.Errorf("seed %d: path %v, %d states put in, error %v; want none", seed, r.Path, r.Longer, err)
		}
	}
}
