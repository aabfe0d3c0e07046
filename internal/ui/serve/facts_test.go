package serve

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"brim/check"
	"brim/internal/testkit/randnet"
)

// Invariants and bounds hold in every marking of random walks, siphons stay empty and traps marked; what is told to
// be unbounded grows with each round.
func TestFactsHold(t *testing.T) {
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	invariants, unbounded, sets := 0, 0, map[string]int{}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 107))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: seed%3 == 0})
		x := facts(t.Context(), net, func(string) {})
		if x.Found != len(x.Invariants) || len(x.Bounds) != len(net.Places) {
			t.Fatalf("seed %d: %d of %d invariants, %d bounds", seed, len(x.Invariants), x.Found, len(x.Bounds))
		}
		m := net.Initial()
		tokens := func(places []int) (n int64) {
			for _, p := range places {
				n += m[p]
			}
			return n
		}
		first := make([]int64, len(x.Sets)) // tokens of each set at first
		for i, set := range x.Sets {
			first[i] = tokens(set.Places)
		}
		for range 60 {
			for i, set := range x.Sets {
				n := tokens(set.Places)
				if set.Kind == "siphon" && first[i] == 0 && n > 0 || set.Kind == "trap" && first[i] > 0 && n == 0 ||
					set.Kind == "S-component" && n != first[i] {
					t.Fatalf("seed %d: %v has %d tokens, then %d", seed, set, first[i], n)
				}
				sets[set.Kind]++
			}
			for _, f := range x.Invariants {
				sum := int64(0)
				for _, w := range f.Places {
					sum += number(w.Tokens) * m[w.Place]
				}
				if invariants++; sum != number(f.Value) {
					t.Fatalf("seed %d: %v is %d in %v", seed, f, sum, m)
				}
			}
			for p, b := range x.Bounds {
				if b != "" && m[p] > number(b) {
					t.Fatalf("seed %d: place %d has the bound %s and %d tokens", seed, p, b, m[p])
				}
			}
			var enabled []int
			for e := range net.EnabledTransitions(m) {
				enabled = append(enabled, e)
			}
			if len(enabled) == 0 || net.Fire(m, enabled[rng.IntN(len(enabled))]) != nil {
				break
			}
		}
		if b := x.Boundedness; b.Verdict == "unbounded" {
			unbounded++
			before, err := net.Replay(b.Prefix)
			if err != nil {
				t.Fatal(err)
			}
			after := before.Clone()
			for _, step := range b.Loop {
				if err := net.Fire(after, step); err != nil {
					t.Fatal(err)
				}
			}
			for _, p := range b.Places {
				if after[p] <= before[p] {
					t.Errorf("seed %d: place %d does not grow: %d, %d", seed, p, before[p], after[p])
				}
			}
		}
	}
	if invariants == 0 || unbounded == 0 || len(sets) < 5 {
		t.Errorf("%d invariants, %d unbounded nets, sets %v", invariants, unbounded, sets)
	}
}

// What the page is told of a net that everybody knows.
func TestFactsOfPhilosophers(t *testing.T) {
	m, err := check.Load(t.Context(), "dphil:2")
	if err != nil {
		t.Fatal(err)
	}
	x := facts(t.Context(), m.Net, func(string) {})
	// by hand: each fork is on the table or with one of two; each philosopher is idle or has, or waits for, each fork
	siphons := 0
	for _, set := range x.Sets {
		if set.Kind == "siphon" && set.About == "it contains no marked trap" {
			siphons++ // all left forks are taken, or all right forks
		}
	}
	if siphons != 2 {
		t.Errorf("%d siphons without a marked trap", siphons)
	}
	if !x.Complete || x.Found != 6 || x.Boundedness.Verdict != "bounded" {
		t.Errorf("%d invariants, complete %v, %s", x.Found, x.Complete, x.Boundedness.Verdict)
	}
	for p, b := range x.Bounds {
		if b != "1" {
			t.Errorf("place %d has the bound %q", p, b)
		}
	}
	holds := map[string]bool{}
	for _, p := range x.Properties {
		holds[p.Name] = p.Holds
	}
	if !holds["ordinary"] || !holds["safe by invariants"] || holds["marked graph"] || holds["conservative"] ||
		!holds["connected"] {
		t.Errorf("properties %v", holds)
	}
}
