package walk_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

var netCount = flag.Int("nets", 300, "how many random nets")

// most is how many markings the oracle may have to look at.
const most = 3000

// stateFormula draws a formula without path operators.
func stateFormula(rng *rand.Rand, net *petri.Net, pool *syntax.Pool) *syntax.Formula {
	for {
		if f := randformula.Generate(rng, net, rng.IntN(4), pool); !f.Temporal() {
			return f
		}
	}
}

// randomNet draws a net of any kind, with inhibitor and read arcs, and weights up to 3.
func randomNet(rng *rand.Rand) *petri.Net {
	cfg := randnet.Config{States: 300, Open: rng.IntN(3) == 0, Safe: rng.IntN(4) == 0, NoInhibitors: rng.IntN(3) == 0}
	cfg.Arbitrary = rng.IntN(6) == 0
	return randnet.Generate(rng, cfg)
}

// Walks report of random nets only what the oracle finds among all markings: goals, largest sums, dead markings,
// transitions that fire, places with two tokens, transitions that cannot fire again. All paths are replayed. In small
// nets walks find nearly everything. A large run is -nets 100000.
func TestAgreesWithOracle(t *testing.T) {
	var count tally
	for seed := range uint64(*netCount) {
		rng := rand.New(rand.NewPCG(seed, 1))
		net := randomNet(rng)
		space, err := oracle.Explore(net, most)
		if err != nil {
			space = nil // unbounded, perhaps: only replays judge
		}
		if !judge(t, rng, net, space, &count) {
			t.Fatalf("seed %d, net %s", seed, net.Name)
		}
	}
	t.Logf("%+v", count)
	if count.found*10 < count.reachable*9 || count.best*10 < count.sums*9 || count.lost*2 < count.notLive ||
		count.infinite*2 < count.endless || count.endless == 0 {
		t.Errorf("walks find too little: %+v", count)
	}
}

// A tally counts what there was to find, and what was found.
type tally struct{ nets, reachable, found, sums, best, endless, infinite, dead, lost, notLive int }

func judge(t *testing.T, rng *rand.Rand, net *petri.Net, space *oracle.Space, count *tally) bool {
	w, err := walk.New(net, rng.Uint64())
	if err != nil {
		t.Fatal(err)
	}
	w.WatchLiveness(true)
	pool := syntax.NewPool()
	var goals []*walk.Goal
	var formulas []*syntax.Formula
	for range 6 {
		f := stateFormula(rng, net, pool)
		g, err := w.Reach(f)
		if err != nil {
			continue // numbers near 2^63
		}
		goals, formulas = append(goals, g), append(formulas, f)
	}
	var sums []*syntax.Sum
	var maxima []*walk.Maximum
	for range 2 {
		s := &syntax.Sum{Const: rng.Int64N(5) - 2}
		for p := range net.Places {
			if rng.IntN(2) == 0 {
				s.Terms = append(s.Terms,
					syntax.Term{Place: syntax.Ref{Index: p, Name: net.Places[p].Name}, Weight: rng.Int64N(5) - 1})
			}
		}
		m, err := w.Maximize(s)
		if err != nil {
			t.Fatal(err)
		}
		sums, maxima = append(sums, s), append(maxima, m)
	}
	if err := w.Random(t.Context(), walk.Limits{Firings: 3_000}); err != nil {
		t.Error(err)
		return false
	}
	var vector []int64
	for range net.Transitions {
		vector = append(vector, rng.Int64N(4))
	}
	if err := w.Along(t.Context(), vector, walk.Limits{Runs: 4}); err != nil {
		t.Error(err)
		return false
	}
	for _, g := range goals {
		if err := w.Toward(t.Context(), g, walk.Limits{Firings: 600}); err != nil {
			t.Error(err)
			return false
		}
	}
	for _, m := range maxima {
		if err := w.TowardMore(t.Context(), m, walk.Limits{Firings: 600}); err != nil {
			t.Error(err)
			return false
		}
	}
	ok := true
	wrong := func(format string, args ...any) {
		t.Errorf(format, args...)
		ok = false
	}
	count.nets++
	for i, g := range goals {
		path, found := g.Found()
		if found {
			m, err := net.Replay(path)
			if err != nil || !engine.Eval(net, formulas[i], m) {
				wrong("%v: a path that does not show it, %v", formulas[i], err)
			}
		}
		if space == nil {
			continue
		}
		if can := slices.Contains(space.Sat(formulas[i], syntax.Maximal), true); can {
			count.reachable++
			if found {
				count.found++
			}
		} else if found {
			wrong("%v is never true, but found", formulas[i])
		}
	}
	if path, dead := w.Dead(); dead {
		m, err := net.Replay(path)
		if err != nil || !engine.Eval(net, pool.Deadlock(), m) {
			wrong("no dead marking: %v", err)
		}
		count.dead++
	}
	never, constant := w.Never()
	if space == nil {
		return plausible(t, net, w, never, sums, maxima, count, wrong) && ok
	}
	for i, m := range maxima {
		value, infinite := m.Best()
		largest := best(space, sums[i])
		if infinite || value > largest {
			wrong("sum %v: %d or %v, at most %d", sums[i], value, infinite, largest)
		}
		count.sums++
		if value == largest {
			count.best++
		}
	}
	for tr := range net.Transitions {
		can := fires(space, tr)
		if w.Enabled(tr) && !can || can && slices.Contains(never, tr) {
			wrong("transition %d: seen enabled %v, can be %v, never %v", tr, w.Enabled(tr), can, never)
		}
	}
	for _, p := range constant {
		for _, m := range space.States {
			if m[p] != net.Places[p].Initial {
				wrong("place %d changes", p)
				break
			}
		}
	}
	if p, unsafe := w.Unsafe(); unsafe && space.MaxTokens[p] < 2 {
		wrong("place %d never has two tokens", p)
	}
	lost, isLost := w.Lost()
	live := isLive(space)
	if isLost && live[lost] {
		wrong("transition %d is live", lost)
	}
	if slices.Contains(live, false) {
		count.notLive++
		if isLost {
			count.lost++
		}
	}
	return ok
}

// plausible judges by what can be covered, for nets that the oracle cannot explore.
func plausible(t *testing.T, net *petri.Net, w *walk.Walker, never []int, sums []*syntax.Sum, maxima []*walk.Maximum,
	count *tally, wrong func(string, ...any)) bool {
	for _, tr := range never {
		if w.Enabled(tr) {
			wrong("transition %d never fires, but was seen enabled", tr)
			return false
		}
	}
	cover := structure.Coverability(t.Context(), net, nil, most)
	if !cover.Complete {
		return true
	}
	bounds := cover.Bounds()
	for i, m := range maxima {
		value, infinite := m.Best()
		largest, endless, mixed := sums[i].Const, false, false
		for _, x := range sums[i].Terms {
			switch {
			case x.Weight < 0:
				mixed = true
			case x.Weight > 0 && bounds[x.Place.Index] == petri.Omega:
				endless = true
			case !endless:
				largest += x.Weight * bounds[x.Place.Index]
			}
		}
		if infinite && !endless || !endless && value > largest {
			wrong("sum %v: %d or %v, at most %d, endless %v", sums[i], value, infinite, largest, endless)
			return false
		}
		if endless && !mixed {
			count.endless++
			if infinite {
				count.infinite++
			}
		}
	}
	return true
}

func best(space *oracle.Space, s *syntax.Sum) int64 {
	var list []int64
	for _, m := range space.States {
		value := s.Const
		for _, x := range s.Terms {
			value += x.Weight * m[x.Place.Index]
		}
		list = append(list, value)
	}
	return slices.Max(list)
}

func fires(space *oracle.Space, transition int) bool {
	return slices.ContainsFunc(space.Succ, func(edges []oracle.Edge) bool {
		return slices.ContainsFunc(edges, func(e oracle.Edge) bool { return e.Transition == transition })
	})
}

// isLive tells of each transition whether it can fire again from every marking.
func isLive(space *oracle.Space) []bool {
	pool := syntax.NewPool()
	live := make([]bool, len(space.Net.Transitions))
	for tr := range live {
		f := pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: tr, Name: space.Net.Transitions[tr].Name}))
		live[tr] = !slices.Contains(space.Sat(f, syntax.Maximal), false)
	}
	return live
}

// A context that is done ends a walk, and what was found before stays.
func TestCancelled(t *testing.T) {
	net := randomNet(rand.New(rand.NewPCG(7, 7)))
	w, err := walk.New(net, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	pool := syntax.NewPool()
	g, err := w.Reach(pool.Bool(true))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Random(ctx, walk.Limits{Found: func() bool { calls++; cancel(); return true }}); err != nil {
		t.Fatal(err)
	}
	if _, ok := g.Found(); !ok || calls == 0 {
		t.Errorf("found %v, told %d times", ok, calls)
	}
}
