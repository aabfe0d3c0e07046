package bbmc

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"brim/ctl/mu"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

func bind(t testing.TB, l *kripke.LTS, text string) *mu.Bound {
	t.Helper()
	f, err := mu.Parse(text, "", l.Names())
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Bind(l.Labels())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What a run says, and where a prefix ends, on random nets: against the oracle, and the witnesses by the firing rule.
func TestVerdicts(t *testing.T) {
	seen := map[engine.Result]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 9))
		net := randnet.Generate(rng, randnet.Config{})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue // too large
		}
		n, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		for range 5 {
			f := syntax.NNF(randformula.Generate(rng, net, 4, pool))
			paths := syntax.Paths(rng.IntN(2))
			g, err := mu.FromCTL(f, paths)
			if err != nil {
				continue
			}
			b, err := g.Bind(n.Labels())
			if err != nil {
				t.Fatal(err)
			}
			holds := space.Sat(f, paths)[0]
			r, err := Check(context.Background(), n, b,
				Options{Breadth: 1 + rng.IntN(4), Degrade: rng.IntN(4), Lanes: seed%2 == 0},
				Runs{Count: 3, Seed: seed, Witness: true})
			if err != nil {
				t.Fatalf("seed %d: %v: %v", seed, f, err)
			}
			if r.Result == engine.Holds && !holds || r.Result == engine.Fails && holds || r.Stopped != nil ||
				len(r.Runs) != 3 {
				t.Fatalf("seed %d: %v, %v paths: %v by %d runs, right is %v", seed, f, paths, r.Result, len(r.Runs),
					holds)
			}
			seen[r.Result]++
			p, err := FindPrefix(context.Background(), n, b, kripke.Limits{})
			if err != nil {
				t.Fatalf("seed %d: %v: %v", seed, f, err)
			}
			if (p.Result == engine.Holds) != holds || p.Result == engine.Unknown {
				t.Fatalf("seed %d: %v, %v paths: %v by a prefix, right is %v", seed, f, paths, p.Result, holds)
			}
			if p.Result == engine.Fails && p.Table.Len() != len(space.States) {
				t.Fatalf("seed %d: %d states, want %d", seed, p.Table.Len(), len(space.States))
			}
			for _, w := range []*Witness{r.Witness, p.Witness} {
				if w == nil {
					continue
				}
				if _, err := w.OfNet(n, f, paths); err != nil {
					t.Fatalf("seed %d: %v, %v paths: %v", seed, f, paths, err)
				}
				path := w.Path()
				if err := path.Check(n); err != nil {
					t.Fatalf("seed %d: %v: %v", seed, f, err)
				}
			}
			least(t, n, b, p)
		}
	}
	if seen[engine.Holds] < 100 || seen[engine.Fails] < 100 || seen[engine.Unknown] < 10 {
		t.Errorf("verdicts %v; the test is too easy", seen)
	}
}

// least looks whether a prefix is the least one by evaluating the formula on each shorter one.
func least(t *testing.T, s kripke.Structure, f *mu.Bound, p *Prefix) {
	t.Helper()
	if p.Result != engine.Holds {
		return
	}
	a, err := newAtoms(s, f, p.Table)
	if err != nil {
		t.Fatal(err)
	}
	var edges []mu.Edge
	var out kripke.Successors
	for n := range p.Needed {
		if err := s.Successors(p.Table.State(n), &out); err != nil {
			t.Fatal(err)
		}
		for k := range out.Len() {
			to, ok := p.Table.Find(out.State(k))
			if !ok {
				t.Fatalf("a successor of state %d is not there", n)
			}
			edges = append(edges, mu.Edge{From: int32(n), Label: int32(out.Label(k)), To: int32(to)})
		}
		if got := f.Iterate(mu.NewGraph(p.Table.Len(), edges), a.holds)[0]; got != (n+1 == p.Needed) && p.Needed > 1 {
			t.Fatalf("%v: with %d states expanded it is %v, needed are %d", f.Formula(), n+1, got, p.Needed)
		}
	}
}

// A search that a limit ends says what it saw.
func TestPrefixLimits(t *testing.T) {
	l := randomLTS(t, rand.New(rand.NewPCG(6, 1)), 60)
	f := bind(t, l, "<a>false")
	for _, limits := range []kripke.Limits{{States: 5}, {Depth: 2}, {Memory: 10}} {
		p, err := FindPrefix(context.Background(), l, f, limits)
		if err != nil || p.Result != engine.Unknown || p.Stopped == nil || p.Expanded >= reachable(t, l) {
			t.Errorf("%+v: %+v, %v", limits, p, err)
		}
	}
	if p, err := FindPrefix(context.Background(), l, f, kripke.Limits{}); err != nil || p.Result != engine.Fails ||
		p.Expanded != reachable(t, l) {
		t.Errorf("%+v, %v", p, err)
	}
}

// The seed determines all runs, also how many there are behind them.
func TestReproducible(t *testing.T) {
	l := randomLTS(t, rand.New(rand.NewPCG(4, 1)), 200)
	f := bind(t, l, "<true* . a . b . a . b . c>true")
	check := func(seed uint64, runs int) *Result {
		r, err := Check(context.Background(), l, f, Options{Breadth: 2}, Runs{Count: runs, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	a, b, c, other := check(7, 20), check(7, 20), check(7, 5), check(8, 20)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a.Runs[:5], c.Runs) {
		t.Error("the same seed gives other runs")
	}
	if reflect.DeepEqual(a.Runs, other.Runs) {
		t.Error("another seed gives the same runs")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Check(ended, l, f, Options{Breadth: 2}, Runs{Count: 3})
	if err != nil || r.Stopped != context.Canceled || len(r.Runs) != 0 {
		t.Errorf("after the end of the context: %+v, %v", r, err)
	}
	if _, err := Check(ended, l, f, Options{Breadth: 2}, Runs{}); err == nil {
		t.Error("no runs: no error")
	}
}

// Values of R's binom.test, and the rule that 0 of n has the upper end 1 − (1 − c)/2 to the power of 1/n.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		found, runs int
		low, high   float64
	}{
		{0, 100, 0, 0.0362167}, {100, 100, 0.9637833, 1}, {50, 100, 0.3983211, 0.6016789},
		{7, 10, 0.3475471, 0.9332605}, {0, 0, 0, 1},
	} {
		low, high := Interval(c.found, c.runs, 0.95)
		if d := max(low-c.low, c.low-low, high-c.high, c.high-high); d > 1e-6 {
			t.Errorf("%d of %d: %.7f to %.7f, want %.7f to %.7f", c.found, c.runs, low, high, c.low, c.high)
		}
	}
}

// chainLTS is a path of so many states labelled a, with b from one of them on.
func chainLTS(t testing.TB, states, at int) *kripke.LTS {
	var edges []kripke.Edge
	for s := range states - 1 {
		label := 0
		if s >= at {
			label = 1
		}
		edges = append(edges, kripke.Edge{From: s, To: s + 1, Label: label})
	}
	l, err := kripke.NewLTS("chain", states, 0, []string{"a", "b"}, edges)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A part that grows long is asked on the way: it ends where it has doubled since it showed the formula, and not where
// it does not show it.
func TestOnTheWay(t *testing.T) {
	const states = 2*askFrom + 1000
	for _, c := range []struct {
		at   int // the first b
		cut  bool
		most int // states
	}{{10, true, askFrom + 10}, {askFrom + 10, true, 2*askFrom + 10}, {2*askFrom + 500, false, states},
		{states, false, states}} {
		l := chainLTS(t, states, c.at)
		r, err := Check(context.Background(), l, bind(t, l, "<true* . b>true"), Options{Breadth: 1},
			Runs{Count: 1, Witness: c.at == 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.Runs {
			if x.Cut != c.cut || x.Closed == c.cut || x.States > c.most || x.Found != (c.at < states) {
				t.Errorf("the first b after %d: %+v", c.at, x)
			}
		}
		if (r.Witness != nil) != (c.at == 10) {
			t.Errorf("the first b after %d: witness %v", c.at, r.Witness)
		}
	}
}

// With First the runs are those without, up to the first that finds a witness.
func TestFirst(t *testing.T) {
	l := randomLTS(t, rand.New(rand.NewPCG(4, 1)), 200)
	f := bind(t, l, "<true* . a . b . a . b . c>true")
	early := 0
	for seed := range uint64(60) {
		check := func(first bool) *Result {
			r, err := Check(context.Background(), l, f, Options{Breadth: 1}, Runs{Count: 4, Seed: seed, First: first})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		all, first := check(false), check(true)
		want := len(all.Runs)
		for i, x := range all.Runs {
			if x.Found {
				want = i + 1
				break
			}
		}
		if !reflect.DeepEqual(first.Runs, all.Runs[:want]) || first.Result != all.Result {
			t.Errorf("seed %d: %d runs, want the first %d: %v, %v", seed, len(first.Runs), want, first.Result,
				all.Result)
		}
		if want < len(all.Runs) {
			early++
		}
	}
	if early == 0 || early == 60 {
		t.Errorf("%d of 60 end early; the test is too easy", early)
	}
}

// The bounds by hand: 0.99²⁹⁸ > 0.05 ≥ 0.99²⁹⁹, 0.5⁴ > 0.05 ≥ 0.5⁵.
func TestAttempts(t *testing.T) {
	for _, c := range []struct {
		chance float64
		want   int
	}{{0.01, 299}, {0.5, 5}, {0.95, 1}, {0.999, 1}, {1e-6, 2995731}} {
		if got := Attempts(c.chance, 0.95); got != c.want {
			t.Errorf("%v: %d, want %d", c.chance, got, c.want)
		}
	}
}
