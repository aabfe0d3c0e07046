package explicit_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/structure"
)

var netCount = flag.Int("nets", 300, "how many random nets explicit CTL is compared with the oracle on")

func explore(t testing.TB, net *petri.Net) *explicit.Graph {
	t.Helper()
	n, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	g, err := explicit.Explore(t.Context(), n, kripke.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The sets of random formulas, liveness and the edges are those of the oracle, which applies the operators'
// definitions, in both readings of paths, on nets with inhibitor arcs, weights and dead markings. A large run is -nets
// 100000.
func TestAgrees(t *testing.T) {
	live, formulas, holding, inhibited := 0, 0, 0, 0
	for seed := range uint64(*netCount) {
		rng := rand.New(rand.NewPCG(seed, 31))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: seed%3 == 0, Safe: seed%7 == 0})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		for i := range net.Transitions {
			if len(net.Transitions[i].Inhibit) > 0 {
				inhibited++
				break
			}
		}
		g := explore(t, net)
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d: "+format+"\n%s", append(append([]any{seed}, args...), randnet.Text(net))...)
		}
		into := make([][]uint32, len(space.States))
		for s, edges := range space.Succ {
			for _, e := range edges {
				into[e.To] = append(into[e.To], uint32(s))
			}
		}
		for s := range into {
			if !sameNumbers(into[s], g.Into(s)) {
				fail("edges into %d: %v, want %v", s, g.Into(s), into[s])
			}
		}
		pool := syntax.NewPool()
		for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
			c := explicit.NewChecker(g, paths, rng.Int64N(5)*100)
			for range 4 {
				f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
				set, err := c.Sat(t.Context(), f)
				if err != nil {
					fail("%v: %v", f, err)
				}
				for s, want := range space.Sat(f, paths) {
					if set.Has(s) != want {
						fail("%v, %v paths, in %s: %t, want %t", f, paths, net.Format(space.States[s]), !want, want)
					}
				}
				s, err := kripke.NewNet(net)
				if err != nil {
					fail("%v", err)
				}
				for _, order := range []uint64{0, 2*seed + 1, 2*seed + 2} {
					is, err := explicit.NewLocal(s, paths, kripke.Limits{}, order).Holds(t.Context(), f)
					if err != nil || is != set.Has(0) {
						fail("%v, %v paths, by local search: %t, error %v; want %t", f, paths, is, err, set.Has(0))
					}
				}
				formulas++
				if set.Has(0) {
					holding++
				}
			}
		}
		is, err := g.Live(t.Context())
		if want := isLive(space); err != nil || is != want {
			fail("live: %t, error %v; want %t", is, err, want)
		}
		if is {
			live++
		}
	}
	t.Logf("%d formulas, of which %d hold at first; %d nets are live, %d have inhibitor arcs", formulas, holding, live,
		inhibited)
	if holding < formulas/5 || holding > formulas/5*4 || live == 0 || inhibited < *netCount/10 {
		t.Errorf("of %d formulas %d hold at first, %d nets are live, %d have inhibitor arcs: too few of a kind",
			formulas, holding, live, inhibited)
	}
}

// isLive looks from each marking for a way to each transition.
func isLive(s *oracle.Space) bool {
	pool := syntax.NewPool()
	for i, tr := range s.Net.Transitions {
		for _, holds := range s.Sat(pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: i, Name: tr.Name})),
			syntax.Maximal) {
			if !holds {
				return false
			}
		}
	}
	return true
}

// sameNumbers reports whether a and b have the same numbers as often, in any order.
func sameNumbers(a, b []uint32) bool {
	times := map[uint32]int{}
	for _, x := range a {
		times[x]++
	}
	for _, x := range b {
		times[x]--
	}
	for _, n := range times {
		if n != 0 {
			return false
		}
	}
	return true
}

// Numbers of tokens are those of the oracle, with few bits for places of which no bound is known.
func TestCounts(t *testing.T) {
	several, overflows := 0, 0
	for seed := range uint64(900) {
		rng := rand.New(rand.NewPCG(seed, 32))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: seed%3 == 0, Arbitrary: seed%3 == 1})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		n, err := kripke.NewNetOf(structure.NewProfile(net), 2)
		if err != nil {
			t.Fatal(err)
		}
		x, err := kripke.Explore(t.Context(), n, nil, kripke.Limits{})
		if err != nil {
			var overflow *kripke.OverflowError
			if !errors.As(err, &overflow) || space.MaxInPlace <= 3 {
				t.Errorf("seed %d: %v", seed, err)
			}
			overflows++
			continue
		}
		peaks, total, most := n.NewPeaks(), n.NewTotal(), int64(0)
		for i := range x.States() {
			peaks.Add(x.Table.State(i))
			most = max(most, total.Of(x.Table.State(i)))
		}
		for p, want := range space.MaxTokens {
			if got := peaks.Most(p); got != want {
				t.Errorf("seed %d: place %d has %d tokens, want %d\n%s", seed, p, got, want, randnet.Text(net))
			}
			if want > 1 {
				several++
			}
		}
		if most != space.MaxInMarking {
			t.Errorf("seed %d: %d tokens in all, want %d\n%s", seed, most, space.MaxInMarking, randnet.Text(net))
		}
	}
	if several < 50 || overflows == 0 {
		t.Errorf("%d places with several tokens, %d nets with too many", several, overflows)
	}
}

// An ended context and limits end each step, and nothing is said.
func TestStopped(t *testing.T) {
	net, err := nets.Parse("kanban:3")
	if err != nil {
		t.Fatal(err)
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	var limit *kripke.LimitError
	if _, err := explicit.Explore(t.Context(), n, kripke.Limits{States: 1000}); !errors.As(err, &limit) ||
		limit.Kind != "state" {
		t.Errorf("of 1000 states: %v", err)
	}
	const bytes = 1 << 20
	if _, err := explicit.Explore(t.Context(), n, kripke.Limits{Memory: bytes}); !errors.As(err, &limit) ||
		limit.Kind != "memory" {
		t.Errorf("in 1 MiB: %v", err)
	}
	g := explore(t, net)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := explicit.Explore(ended, n, kripke.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended exploration: %v", err)
	}
	if live, err := g.Live(ended); live || !errors.Is(err, context.Canceled) {
		t.Errorf("liveness: %t, %v", live, err)
	}
	for _, c := range []struct {
		ctx    context.Context
		limits kripke.Limits
		want   string
	}{
		{ended, kripke.Limits{}, context.Canceled.Error()}, {t.Context(), kripke.Limits{States: 3000}, "state limit"},
		{t.Context(), kripke.Limits{Memory: 1 << 18}, "memory limit"},
	} {
		pool := syntax.NewPool()
		f := pool.Make(syntax.EF, pool.Deadlock())
		if is, err := explicit.NewLocal(n, syntax.Maximal, c.limits, 0).Holds(c.ctx, f); is || err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("local search: %t, %v; want %q", is, err, c.want)
		}
	}
	place := syntax.Ref{Index: 0, Name: net.Places[0].Name}
	for _, op := range []syntax.Op{syntax.EX, syntax.EF, syntax.EG, syntax.EU} {
		pool := syntax.NewPool()
		one, err := pool.Compare(syntax.Tokens(place), syntax.GreaterEqual, syntax.Constant(1))
		if err != nil {
			t.Fatal(err)
		}
		args := []*syntax.Formula{one}
		if op == syntax.EU {
			args = append(args, pool.Deadlock())
		}
		c := explicit.NewChecker(g, syntax.Infinite, 0)
		if _, err := c.Sat(t.Context(), one); err != nil { // so that the fixed point itself is ended
			t.Fatal(err)
		}
		f := pool.Make(op, args...)
		if _, err := c.Sat(ended, f); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", f, err)
		}
		if _, err := c.Sat(t.Context(), f); err != nil {
			t.Errorf("%v afterwards: %v", f, err)
		}
	}
}
