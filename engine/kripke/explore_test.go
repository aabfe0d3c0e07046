package kripke_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/nets"
)

// Levels, transitions, deadlocks and shortest paths are those of the oracle.
func TestExploreAgrees(t *testing.T) {
	found, absent := 0, 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 21))
		net := randnet.Generate(rng, randnet.Config{States: 300, Open: seed%3 == 0})
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		n := mustNet(t, net)
		x, err := kripke.Explore(context.Background(), n, nil, kripke.Limits{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !x.Complete || x.Stopped != nil || x.States() != len(space.States) || x.Expanded != x.States() ||
			!slices.Equal(x.Levels, space.Layers()) ||
			x.Transitions != int64(space.Firings) || x.Deadlocks != len(space.Dead) || x.Covered != space.Depth {
			t.Fatalf("seed %d: %+v\nwant %d states, levels %v, %d firings, %d deadlocks\n%s",
				seed, x, len(space.States), space.Layers(), space.Firings, len(space.Dead), randnet.Text(net))
		}
		m := net.Initial()
		for i, want := range space.States { // found in the same order
			if n.Marking(m, x.Table.State(i)); !m.Equal(want) {
				t.Fatalf("seed %d: state %d is %s, want %s", seed, i, net.Format(m), net.Format(want))
			}
		}
		pool := syntax.NewPool()
		for range 5 {
			f := randformula.Generate(rng, net, rng.IntN(3), pool)
			if f.Temporal() {
				continue
			}
			first := slices.Index(space.Sat(f, syntax.Maximal), true)
			goal, err := n.Predicate(f)
			if err != nil {
				t.Fatal(err)
			}
			x, err := kripke.Explore(context.Background(), n, goal, kripke.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if first < 0 {
				absent++
				if !x.Complete || x.Goal != nil || x.Found != nil {
					t.Fatalf("seed %d: %v was found", seed, f)
				}
				continue
			}
			found++
			if x.Goal == nil || x.Found == nil || x.States() != first+1 || len(x.Found.Labels) != space.Dist[first] ||
				!slices.Equal(x.Found.Labels, space.PathTo(first)) || x.Covered != max(space.Dist[first]-1, 0) {
				t.Fatalf("seed %d: %v: %+v, want state %d by %v", seed, f, x, first, space.PathTo(first))
			}
			if err := x.Found.Check(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d goals found, %d absent", found, absent)
	if found < 100 || absent < 50 {
		t.Error("the formulas say too little")
	}
}

// What a limit leaves is what lies within the covered depth, and no more than was allowed.
func TestExploreLimits(t *testing.T) {
	ended := map[string]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 22))
		net := randnet.Generate(rng, randnet.Config{States: 200})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		within := func(depth int) (n int) {
			for _, k := range space.Layers()[:min(depth+1, space.Depth+1)] {
				n += k
			}
			return n
		}
		limits := kripke.Limits{States: 1 + rng.IntN(len(space.States)+1)}
		if seed%2 == 0 {
			limits = kripke.Limits{Depth: 1 + rng.IntN(space.Depth+1)}
		}
		x, err := kripke.Explore(context.Background(), mustNet(t, net), nil, limits)
		if err != nil {
			t.Fatal(err)
		}
		whole := x.States() == len(space.States)
		if x.Complete {
			ended["complete"]++
			if !whole || x.Transitions != int64(space.Firings) || x.Deadlocks != len(space.Dead) {
				t.Fatalf("seed %d: complete with %d of %d states: %+v", seed, x.States(), len(space.States), x)
			}
			continue
		}
		var stopped *kripke.LimitError
		if !errors.As(x.Stopped, &stopped) || whole && limits.States == 0 {
			t.Fatalf("seed %d: stopped by %v with %d of %d states", seed, x.Stopped, x.States(), len(space.States))
		}
		ended[stopped.Kind]++
		if x.States() < within(x.Covered) || limits.States > 0 && x.States() != limits.States ||
			limits.Depth > 0 && (x.Covered != limits.Depth || x.States() != within(limits.Depth)) {
			t.Fatalf("seed %d: %+v within %+v; %d states are within %d steps", seed, x, limits, within(x.Covered),
				x.Covered)
		}
	}
	t.Log(ended)
	for _, kind := range []string{"complete", "state", "depth"} {
		if ended[kind] < 20 {
			t.Errorf("only %d runs ended with %s", ended[kind], kind)
		}
	}
}

func TestExploreStopped(t *testing.T) {
	n := mustNet(t, parseNet(t, "p p 0\nt t pre: post: p 1\n"))
	var limit *kripke.LimitError
	x, err := kripke.Explore(context.Background(), n, nil, kripke.Limits{Memory: 1 << 20})
	if err != nil || !errors.As(x.Stopped, &limit) || limit.Kind != "memory" || x.Complete {
		t.Errorf("%v, %v", x.Stopped, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x, err = kripke.Explore(ctx, n, nil, kripke.Limits{})
	if err != nil || !errors.Is(x.Stopped, context.Canceled) || x.Complete || x.Covered != 0 {
		t.Errorf("%v, %v", x.Stopped, err)
	}
	// The goal is found, and the context ends while the path to it is looked for.
	ctx, cancel = context.WithCancel(context.Background())
	x, err = kripke.Explore(ctx, n, func(s kripke.State) bool {
		if s[0] == 1000 {
			cancel()
			return true
		}
		return false
	}, kripke.Limits{})
	if err != nil || x.Goal == nil || x.Found != nil || !errors.Is(x.Stopped, context.Canceled) {
		t.Errorf("goal %v, path %v, stopped %v, %v", x.Goal, x.Found, x.Stopped, err)
	}
}

// Progress goes on to the last level.
func TestExploreProgress(t *testing.T) {
	net, err := nets.Parse("kanban:2")
	if err != nil {
		t.Fatal(err)
	}
	states, depth := 0, -1
	_, err = kripke.Explore(context.Background(), mustNet(t, net), nil, kripke.Limits{Progress: func(n, d int) {
		if n < states || d < depth || n > 4600 || d > 28 {
			t.Errorf("%d states and %d steps after %d and %d", n, d, states, depth)
		}
		states, depth = n, d
	}})
	if err != nil || states < 4000 || depth < 20 {
		t.Errorf("last seen %d states and %d steps; %v", states, depth, err)
	}
}

func TestLimitError(t *testing.T) {
	err := &kripke.LimitError{Kind: "depth", Max: 3}
	if err.Error() != "depth limit reached: the limit is 3 steps" {
		t.Error(err)
	}
}
