package walk_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/walk"
	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/nets"
)

// Equal nets, seeds and calls give equal results.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		net := randomNet(rand.New(rand.NewPCG(seed, 5)))
		walked := func() (paths [][]int, firings int64) {
			w, err := walk.New(net, seed)
			if err != nil {
				t.Fatal(err)
			}
			rng, pool := rand.New(rand.NewPCG(seed, 6)), syntax.NewPool()
			for range 5 {
				g, err := w.Reach(stateFormula(rng, net, pool))
				if err != nil {
					continue
				}
				if err := errors.Join(w.Random(t.Context(), walk.Limits{Firings: 300}),
					w.Toward(t.Context(), g, walk.Limits{Firings: 300})); err != nil {
					t.Fatal(err)
				}
				path, _ := g.Found()
				paths = append(paths, path)
			}
			dead, _ := w.Dead()
			return append(paths, dead), w.Firings()
		}
		a, n := walked()
		b, m := walked()
		if n != m || !slices.EqualFunc(a, b, slices.Equal) {
			t.Errorf("seed %d: %v in %d firings, then %v in %d", seed, a, n, b, m)
		}
	}
}

// Limits of firings and of runs are kept, about.
func TestLimits(t *testing.T) {
	net, err := nets.Parse("dphil:10")
	if err != nil {
		t.Fatal(err)
	}
	w, err := walk.New(net, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Random(t.Context(), walk.Limits{Firings: 5000}); err != nil || w.Firings() > 5000 ||
		w.Firings() < 4000 {
		t.Errorf("%d firings, error %v; want at most 5000", w.Firings(), err)
	}
	before := w.Firings()
	if err := w.Random(t.Context(), walk.Limits{Runs: 1}); err != nil || w.Firings() == before ||
		w.Firings() > before+100_000 {
		t.Errorf("%d firings after %d in one run, error %v", w.Firings(), before, err)
	}
}

// A run that can only go round in a circle ends, and so does one in which only firings without a change are left.
func TestCircles(t *testing.T) {
	for _, idle := range []bool{false, true} {
		b := petri.NewBuilder("circle")
		p, q := b.Place("p", 1), b.Place("q", 0)
		there, back := b.Transition("there"), b.Transition("back")
		b.In(there, p, 1)
		b.Out(there, q, 1)
		b.In(back, q, 1)
		b.Out(back, map[bool]int{false: p, true: q}[idle], 1)
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		w, err := walk.New(net, 1)
		if err != nil {
			t.Fatal(err)
		}
		const runs, longestCircle = 60, 2100 // most of the runs could have 100,000 firings
		if err := w.Random(t.Context(), walk.Limits{Runs: runs}); err != nil || w.Firings() > runs*longestCircle {
			t.Errorf("idle %v: %d firings in %d runs, error %v", idle, w.Firings(), runs, err)
		}
		if _, dead := w.Dead(); dead || w.Unseen() > 0 {
			t.Errorf("idle %v: dead %v, %d transitions not seen", idle, dead, w.Unseen())
		}
	}
}

// Numbers near the end of 64 bits are refused, or end a run: no sum and no place passes them.
func TestLargeNumbers(t *testing.T) {
	b := petri.NewBuilder("large")
	p, q := b.Place("p", math.MaxInt64-5), b.Place("q", 0)
	grow, turn := b.Transition("grow"), b.Transition("turn")
	b.Out(grow, p, math.MaxInt64)
	b.In(turn, p, 1<<61)
	b.Out(turn, q, 1<<61)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	w, err := walk.New(net, 1)
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	if _, err := w.Maximize(&syntax.Sum{Terms: []syntax.Term{{Place: syntax.Ref{Index: p},
		Weight: 2}}}); !errors.Is(err, walk.ErrNumbers) {
		t.Errorf("error %v, want %v", err, walk.ErrNumbers)
	}
	f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: q, Name: "q"}), syntax.GreaterEqual, syntax.Constant(1<<61))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Reach(f); !errors.Is(err, walk.ErrNumbers) {
		t.Errorf("error %v, want %v", err, walk.ErrNumbers)
	}
	both := pool.Enabled(syntax.Ref{Index: grow, Name: "grow"}, syntax.Ref{Index: turn, Name: "turn"})
	g, err := w.Reach(pool.Not(both))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Random(t.Context(), walk.Limits{Firings: 2000}),
		w.Toward(t.Context(), g, walk.Limits{Firings: 2000})); err != nil {
		t.Fatal(err)
	}
	if _, ok := g.Found(); ok || w.Unseen() != 0 {
		t.Errorf("found %v, %d transitions not seen; grow is always enabled", ok, w.Unseen())
	}
}

// A circle is left out of a path.
func TestShorten(t *testing.T) {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		t.Fatal(err)
	}
	var path []int
	m := net.Initial()
	rng := rand.New(rand.NewPCG(1, 1))
	for len(path) < 500 {
		enabled := slices.Collect(net.EnabledTransitions(m))
		if len(enabled) == 0 {
			break
		}
		x := enabled[rng.IntN(len(enabled))]
		if err := net.Fire(m, x); err != nil {
			t.Fatal(err)
		}
		path = append(path, x)
	}
	space, err := oracle.Explore(net, 1000)
	if err != nil {
		t.Fatal(err)
	}
	short := walk.Shorten(net, path)
	end, err := net.Replay(short)
	if err != nil || !end.Equal(m) || len(short) >= len(space.States) {
		t.Errorf("%d steps of %d, to %v, error %v; want %v", len(short), len(path), end, err, m)
	}
	seen := map[string]bool{}
	for m := range net.Markings(short) {
		if seen[net.Format(m)] {
			t.Errorf("%s twice", net.Format(m))
		}
		seen[net.Format(m)] = true
	}
}

// Walks reach the bounds of places that all of 5,000 tokens have to reach together: each station of kanban:5000 has
// 5,000 cards, so all of its places have that bound.
func TestTogether(t *testing.T) {
	net, err := nets.Parse("kanban:5000")
	if err != nil {
		t.Fatal(err)
	}
	for p := range net.Places {
		w, err := walk.New(net, 1)
		if err != nil {
			t.Fatal(err)
		}
		sum := syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name})
		m, err := w.Maximize(&sum)
		if err != nil {
			t.Fatal(err)
		}
		more := func() bool { best, _ := m.Best(); return best < 5000 }
		if err := w.TowardMore(t.Context(), m, walk.Limits{Firings: 5_000_000, Found: more}); err != nil || more() {
			best, _ := m.Best()
			t.Errorf("%s: %d tokens after %d firings, error %v; want 5,000", net.Places[p].Name, best, w.Firings(), err)
		}
	}
}
