package structure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

func cover(net *petri.Net, markings int) *structure.Cover {
	flows, _ := structure.Semiflows(net, structure.Limit{})
	return structure.Coverability(context.Background(), net, flows, markings)
}

func TestCoverByHand(t *testing.T) {
	const w = petri.Omega
	for _, c := range []struct {
		name, text string
		bounds     []int64 // of the places in the order in which they are named
		dead       string  // the transitions that are never enabled
	}{
		{"invariant", "a=1; a -> b; b -> a", []int64{1, 1}, ""},
		{"source", " -> a", []int64{w}, ""},
		{"source that needs a token", "k=1; k -> k + a; 3 a -> b", []int64{1, w, w}, ""},
		{"source without its token", "k=0; k -> k + a; a -> b", []int64{0, 0, 0}, "t1 t2"},
		{"a choice", "s=1; s -> l; s -> r; l -> l + a; r -> r + b; a + b -> both", []int64{1, 1, 1, w, w, 0}, "t5"},
		{"three at most", "k=3; k -> a; 4 a -> a", []int64{3, 3}, "t2"},
		{"doubling", "a=1; a -> 2 b; b -> a", []int64{w, w}, ""},
		{"no tokens, no arcs", " -> ", nil, ""},

		{"inhibited at three", "k=1; k -> k + a ! a:3; 4 a -> b", []int64{1, 3, 0}, "t2"},
		{"inhibited by what grows", "p=1; p -> q + x ! x:2; q -> p", []int64{1, 1, 2}, ""},
		{"inhibitor beside the loop", "k=1;c=1; k -> k + a; c -> d ! z:1", []int64{1, 1, w, 1, 0}, ""},
		{"inhibitor that lasts", "z=1;k=1; k -> k + a ! z:1; k -> k + b", []int64{1, 1, 0, w}, "t1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			net := parse(t, c.text)
			got := cover(net, 0)
			if !got.Complete || !slices.Equal(got.Bounds(), c.bounds) {
				t.Errorf("bounds %v, want %v; %s", got.Bounds(), c.bounds, got.Reason)
			}
			var dead []string
			for x, fireable := range got.Fireable(net) {
				if !fireable {
					dead = append(dead, net.Transitions[x].Name)
				}
			}
			if strings.Join(dead, " ") != c.dead {
				t.Errorf("never enabled: %v, want %s", dead, c.dead)
			}
		})
	}
}

func TestCoverStops(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx      context.Context
		text     string
		markings int
		reason   string
	}{
		{context.Background(), "p=9; p -> q", 5, "more than 5 markings"},
		{cancelled, "p=1; p -> q", 0, "canceled"},
		{context.Background(), "k=1;a=9223372036854775807; k -> k + b", 0, "64 bits"},
		{context.Background(), "k=1;a=9223372036854775806; k -> k + a ! a:9223372036854775807", 0, "64 bits"},
		{context.Background(), "k=1; k -> k + a; k -> q ! a:5", 50, "more than 50 markings"}, // a inhibits, and grows
	} {
		net := parse(t, c.text)
		if got := structure.Coverability(c.ctx, net, nil, c.markings); got.Complete ||
			!strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: complete: %v, %q; want %q", c.text, got.Complete, got.Reason, c.reason)
		}
	}
}

// On bounded nets the limits are reachable markings, and cover all of them.
func TestCoverOfBoundedNets(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 31))
		net := randnet.Generate(rng, randnet.Config{States: 300, Open: seed%2 == 0, NoInhibitors: seed%3 == 0})
		want, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		got := cover(net, 0)
		if seed%5 == 0 { // without flows
			got = structure.Coverability(context.Background(), net, nil, 0)
		}
		if !got.Complete {
			t.Fatalf("seed %d: %s", seed, got.Reason)
		}
		if !slices.Equal(got.Bounds(), want.MaxTokens) {
			t.Fatalf("seed %d: bounds %v, want %v\n%s", seed, got.Bounds(), want.MaxTokens, randnet.Text(net))
		}
		for m := range got.Limits() {
			if _, ok := want.Number(m); !ok {
				t.Fatalf("seed %d: limit %v is not reachable\n%s", seed, m, randnet.Text(net))
			}
		}
		for _, m := range want.States {
			if !isCovered(m, got.Limits()) {
				t.Fatalf("seed %d: %v is not covered\n%s", seed, m, randnet.Text(net))
			}
		}
		fireable := make([]bool, len(net.Transitions))
		for _, edges := range want.Succ {
			for _, e := range edges {
				fireable[e.Transition] = true
			}
		}
		if !slices.Equal(got.Fireable(net), fireable) {
			t.Fatalf("seed %d: fireable %v, want %v\n%s", seed, got.Fireable(net), fireable, randnet.Text(net))
		}
	}
}

func isCovered(m petri.Marking, by func(func(petri.Marking) bool)) bool {
	for l := range by {
		if atMost(m, l) {
			return true
		}
	}
	return false
}

func atMost(a, b petri.Marking) bool {
	for p := range a {
		if a[p] > b[p] {
			return false
		}
	}
	return true
}

// On all nets the maximal limits are those of the textbook's tree, which leaves out nothing but what equals a
// predecessor, and each limit is approached by markings that a plain search finds.
func TestCoverAgreesWithTextbook(t *testing.T) {
	compared, unbounded, limits, far := 0, 0, 0, 0
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 32))
		net := random(t, rng, 2+rng.IntN(4), 1+rng.IntN(5), 1+rng.Int64N(2), 2, false)
		want, ok := textbook(net, 3000)
		if !ok {
			continue
		}
		got := cover(net, 3000)
		if !got.Complete {
			t.Fatalf("seed %d: %s; the textbook's tree has %d markings\n%s", seed, got.Reason, len(want),
				randnet.Text(net))
		}
		compared++
		if slices.Contains(got.Bounds(), petri.Omega) {
			unbounded++
		}
		for _, m := range want {
			if !isCovered(m, got.Limits()) {
				t.Fatalf("seed %d: %v is not covered\n%s", seed, m, randnet.Text(net))
			}
		}
		near := closeTo(net, 5000)
		for l := range got.Limits() {
			if !isCovered(l, slices.Values(want)) {
				t.Fatalf("seed %d: limit %v is too large\n%s", seed, l, randnet.Text(net))
			}
			if limits++; !slices.ContainsFunc(near, func(m petri.Marking) bool { return approaches(m, l, 2) }) {
				far++
			}
		}
	}
	t.Logf("%d nets compared, %d of them unbounded; %d limits, %d of them not approached near the initial marking",
		compared, unbounded, limits, far)
	if compared < 500 || unbounded < 200 || far > 0 {
		t.Error("too few nets say anything, or a limit is far away")
	}
}

// With inhibitor arcs, too, limits are approached and a complete cover covers, with equality on the places that
// inhibit.
func TestCoverWithInhibitors(t *testing.T) {
	checked, complete, unbounded := 0, 0, 0
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 33))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: true, Open: true, Blocks: 2, Transitions: 5, Tokens: 2,
			Weight: 1})
		inhibits := make([]bool, len(net.Places))
		for _, x := range net.Transitions {
			for _, a := range x.Inhibit {
				inhibits[a.Place] = true
			}
		}
		if !slices.Contains(inhibits, true) {
			continue
		}
		got := cover(net, 30)
		near := closeTo(net, 4000)
		for l := range got.Limits() {
			if slices.ContainsFunc(l, func(x int64) bool { return x > 4 && x < petri.Omega }) {
				continue // far away
			}
			if checked++; !slices.ContainsFunc(near, func(m petri.Marking) bool { return approaches(m, l, 2) }) {
				t.Errorf("seed %d: limit %v is not approached\n%s", seed, l, randnet.Text(net))
			}
		}
		if !got.Complete {
			continue
		}
		complete++
		if slices.Contains(got.Bounds(), petri.Omega) {
			unbounded++
		}
		for _, m := range near {
			covers := false
			for l := range got.Limits() {
				equal := atMost(m, l)
				for p := range m {
					equal = equal && (m[p] == l[p] || !got.Pinned[p])
				}
				covers = covers || equal
			}
			if !covers {
				t.Fatalf("seed %d: %v is not covered\n%s", seed, m, randnet.Text(net))
			}
		}
	}
	t.Logf("%d limits approached; %d complete covers, %d of them of unbounded nets", checked, complete, unbounded)
	if complete < 100 || unbounded < 30 {
		t.Error("too few nets say anything")
	}
}

// approaches reports whether m equals l where that is finite and has at least k tokens elsewhere.
func approaches(m, l petri.Marking, k int64) bool {
	for p := range m {
		if m[p] != l[p] && (l[p] != petri.Omega || m[p] < k) {
			return false
		}
	}
	return true
}

// closeTo returns the markings near the initial one.
func closeTo(net *petri.Net, limit int) []petri.Marking {
	found := []petri.Marking{net.Initial()}
	seen := map[string]bool{fmt.Sprint(found[0]): true}
	for i := 0; i < len(found) && len(found) < limit; i++ {
		for t := range net.Transitions {
			if !isEnabled(net, found[i], t) {
				continue
			}
			m := found[i].Clone()
			fire(net, m, t)
			if key := fmt.Sprint(m); !seen[key] {
				seen[key] = true
				found = append(found, m)
			}
		}
	}
	return found
}

// textbook returns the markings of the tree of [KM69] for a net without inhibitor arcs: a marking is not expanded
// exactly if it equals a predecessor. It gives up after limit markings.
func textbook(net *petri.Net, limit int) (all []petri.Marking, ok bool) {
	var path []petri.Marking
	var visit func(m petri.Marking) bool
	visit = func(m petri.Marking) bool {
		if all = append(all, m); len(all) > limit {
			return false
		}
		if slices.ContainsFunc(path, m.Equal) {
			return true
		}
		path = append(path, m)
		defer func() { path = path[:len(path)-1] }()
		for t := range net.Transitions {
			if !isEnabled(net, m, t) {
				continue
			}
			next := m.Clone()
			fire(net, next, t)
			for p := range m {
				if m[p] == petri.Omega {
					next[p] = petri.Omega
				}
			}
			for _, a := range path {
				if !atMost(a, next) {
					continue
				}
				for p := range next {
					if next[p] > a[p] {
						next[p] = petri.Omega
					}
				}
			}
			if !visit(next) {
				return false
			}
		}
		return true
	}
	return all, visit(net.Initial())
}
