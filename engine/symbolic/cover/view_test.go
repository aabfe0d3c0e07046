package cover

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/race"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/structure"
)

// What a view says of the markings that one of its markings stands for is what the oracle says, whatever places it sees
// how.
func TestViewsAgree(t *testing.T) {
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true},
		{Open: true}}
	definite, unknown, coarse := 0, 0, 0
	for seed := range uint64(700) {
		rng := rand.New(rand.NewPCG(seed, 43))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		want, err := oracle.Explore(net, 400)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		v, err := newView(t.Context(), net, randomSights(rng, net), race.Options{Nodes: 20_000})
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		for range 4 {
			f, paths := randformula.Generate(rng, net, 1+rng.IntN(4), pool), syntax.Paths(rng.IntN(2))
			must, may := v.checker(paths).Must(f), v.checker(paths).May(f)
			for i, holds := range want.Sat(f, paths) {
				m := v.see(t, petri.Marking(want.States[i]))
				if m.Intersect(v.reach).IsEmpty() {
					t.Fatalf("seed %d: nothing stands for %v\n%s", seed, want.States[i], randnet.Text(net))
				}
				surely, maybe := !m.Intersect(must).IsEmpty(), !m.Intersect(may).IsEmpty()
				if surely && !holds || holds && !maybe {
					t.Fatalf("seed %d, sights %v: %v in %v, %v: surely %v, maybe %v; the oracle says %v\n%s",
						seed, v.sights, f, want.States[i], paths, surely, maybe, holds, randnet.Text(net))
				}
				if surely == maybe {
					definite++
				} else {
					unknown++
				}
			}
			if v.holds(f, paths) != engine.Between(!must.Intersect(v.space.Model.Init).IsEmpty(),
				!may.Intersect(v.space.Model.Init).IsEmpty()) {
				t.Fatalf("seed %d: %v in the initial marking: %v", seed, f, v.holds(f, paths))
			}
		}
		if v.space.States().Int64() < int64(len(want.States)) {
			coarse++
		}
		v.close()
	}
	t.Logf("%d definite, %d unknown; %d views with fewer markings than their net", definite, unknown, coarse)
	if definite < unknown/4 || unknown < definite/20 || coarse < 30 {
		t.Error("too few of the answers say anything")
	}
}

// randomSights sees each place in one way or another, exactly only where invariants over such places bound it.
func randomSights(rng *rand.Rand, net *petri.Net) []sight {
	flows, _ := structure.Semiflows(net, structure.Limit{})
	sights, wish := make([]sight, len(net.Places)), make([]bool, len(net.Places))
	for p := range sights {
		sights[p] = []sight{hidden, 0, 1, 2}[rng.IntN(4)]
		wish[p] = rng.IntN(3) > 0
	}
	for _, f := range flows {
		if !slices.ContainsFunc(f.Places, func(p int) bool { return !wish[p] }) {
			for _, p := range f.Places {
				sights[p] = exactly
			}
		}
	}
	return sights
}

// see returns the marking of the view for m that tells most.
func (v *view) see(t *testing.T, m petri.Marking) mdd.Set {
	t.Helper()
	small := make(petri.Marking, len(v.space.Net.Places))
	for p, x := range m {
		if v.at[p] >= 0 {
			small[v.at[p]] = v.sights[p].see(x)
		}
	}
	values, ok := v.space.Model.Tuple(small)
	if !ok {
		return v.space.Model.Forest.Empty()
	}
	return v.space.Model.Forest.Tuple(values...)
}

// A producer that never waits fills a store without end. Which temporal formulas hold is plain, but neither limits nor
// parts decide them.
func TestViewOfUnboundedNet(t *testing.T) {
	b := petri.NewBuilder("producer")
	idle, busy, store := b.Place("idle", 1), b.Place("busy", 0), b.Place("store", 0)
	move := func(name string, from, to int) int {
		n := b.Transition(name)
		b.In(n, from, 1)
		b.Out(n, to, 1)
		return n
	}
	move("begin", idle, busy)
	b.Out(move("make", busy, idle), store, 1)
	b.In(b.Transition("take"), store, 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	names := syntax.NewLists([]string{"idle", "busy", "store"}, []string{"begin", "make", "take"}, nil)
	for _, test := range []struct {
		text   string
		looks  int // after which it is decided
		result engine.Result
	}{
		{"AG EF busy = 1", 1, engine.Holds},
		{"EF AG busy = 0", 1, engine.Fails},
		{"EG store = 0", 2, engine.Fails}, // the producer never waits
	} {
		f, err := pool.Parse(test.text, "test", names)
		if err != nil {
			t.Fatal(err)
		}
		c := New(context.Background(), net, 10, race.Options{})
		for look := 1; look <= 3; look++ {
			if err := c.Enlarge(context.Background()); err != nil {
				t.Fatal(err)
			}
			want := engine.Unknown
			if look >= test.looks {
				want = test.result
			}
			if r := c.Holds(f, syntax.Maximal); r != want {
				t.Errorf("%s: %v after %d looks, want %v", test.text, r, look, want)
			}
		}
		c.Close()
	}
}
