package structure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/structure"
)

// verdict decides and checks a witness of unboundedness by the definition.
func verdict(tb testing.TB, net *petri.Net, flows []structure.Semiflow, budget structure.Budget) structure.Verdict {
	tb.Helper()
	v := structure.Boundedness(context.Background(), net, flows, budget)
	if v.Reason == "" {
		tb.Fatalf("%s: no reason", net.Name)
	}
	if v.Kind != structure.Unbounded {
		return v
	}
	m := net.Initial()
	follow := func(trace []int) {
		for _, t := range trace {
			if !isEnabled(net, m, t) {
				tb.Fatalf("%s: %v: %s is not enabled in %v", net.Name, v, net.Transitions[t].Name, m)
			}
			fire(net, m, t)
		}
	}
	follow(v.Prefix)
	for range 5 {
		before := m.Clone()
		follow(v.Loop)
		for p := range m {
			if grows := slices.Contains(v.Grown, p); m[p] < before[p] || (m[p] > before[p]) != grows {
				tb.Fatalf("%s: %v: place %d goes from %d to %d", net.Name, v, p, before[p], m[p])
			}
		}
	}
	if len(v.Grown) == 0 {
		tb.Fatalf("%s: %v: nothing grows", net.Name, v)
	}
	return v
}

func TestBoundednessByHand(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       structure.Kind
	}{
		{"invariant", "a=1; a -> b; b -> a", structure.Bounded},
		{"sub-invariant", "a=3; a -> b; b -> c; c -> ", structure.Bounded},
		{"source", " -> a", structure.Unbounded},
		{"source that needs a token", "k=1; k -> k + a", structure.Unbounded},
		{"source without its token", "k=0; k -> k + a", structure.Bounded},
		{"structurally unbounded, dead", "a=1; 2 a -> 3 a", structure.Bounded},
		{"structurally unbounded, alive", "a=2; 2 a -> 3 a", structure.Unbounded},
		{"doubling", "a=1; a -> 2 b; b -> a", structure.Unbounded},
		{"overflow at once", "k=1;a=9223372036854775807; k -> k + a", structure.Unknown},
		{"no places", "->", structure.Bounded},

		// With the inhibitor arc left out these would all be unbounded.
		{"inhibited at three", "k=1; k -> k + a ! a:3", structure.Bounded},
		{"inhibited by what grows", "p=1; p -> q + x ! x:2; q -> p", structure.Bounded},
		{"inhibited source", " -> a ! a:4", structure.Bounded},
		{"inhibited from the start", "z=1;k=1; k -> k + a ! z:1", structure.Bounded},
		{"inhibited after the first round", "p=1; p -> p + x + y ! y:1", structure.Bounded},
		{"inhibited by a neighbour that grows", "p=1; p -> q + x; q -> p + y ! x:5", structure.Bounded},
		{"inhibited later than the search looks", "p=1; p -> p + x ! x:1000000000", structure.Bounded},
		{"inhibited by a neighbour, later than the search looks", "p=1; p -> q + x; q -> p + y ! x:1000000000",
			structure.Unknown},

		// And these are, inhibitor arcs or not.
		{"inhibitor beside the loop", "k=1;c=1; k -> k + a; c -> d ! a:1", structure.Unbounded},
		{"inhibitor from an empty place", "k=1; k -> k + a ! z:1; z -> ", structure.Unbounded},
		{"inhibitor from a place emptied again", "s=1; s -> r ! b:1; r -> q + b; q + b -> s + x", structure.Unbounded},
		{"inhibited source beside another", " -> a ! a:1; -> b", structure.Unbounded},
	} {
		t.Run(c.name, func(t *testing.T) {
			net := parse(t, c.text)
			flows, _ := structure.Semiflows(net, structure.Limit{})
			if v := verdict(t, net, flows, structure.Budget{Markings: 20_000}); v.Kind != c.want {
				t.Errorf("%s: %+v, want %v", c.text, v, c.want)
			}
		})
	}
}

func TestBoundednessOfFamilies(t *testing.T) {
	for _, spec := range []string{"dphil:5", "fms:3", "hanoi:4", "kanban:5", "prodcons:3", "rr:5", "sr:5"} {
		net, err := nets.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		flows, _ := structure.Semiflows(net, structure.Limit{})
		if v := verdict(t, net, flows, structure.Budget{}); v.Kind != structure.Bounded {
			t.Errorf("%s: %+v", spec, v)
		}
		if v := verdict(t, net, nil, structure.Budget{Markings: 2000}); v.Kind == structure.Unbounded {
			t.Errorf("%s without flows: %+v", spec, v)
		}
	}
	for _, n := range []int{1, 2, 10, 40, 1000} {
		net, err := nets.Parse(fmt.Sprint("unbounded:", n))
		if err != nil {
			t.Fatal(err)
		}
		flows, _ := structure.Semiflows(net, structure.Limit{})
		v := verdict(t, net, flows, structure.Budget{})
		if store, _ := net.PlaceIndex("Store"); v.Kind != structure.Unbounded || !slices.Equal(v.Grown, []int{store}) {
			t.Errorf("unbounded:%d: %+v", n, v)
		}
	}
}

// TestAgainstKarpMiller compares with the coverability tree on random nets.
func TestAgainstKarpMiller(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 4))
	found, reasons := map[structure.Kind]int{}, map[string]int{}
	for round := range 800 {
		net := random(t, r, 2+r.IntN(5), 1+r.IntN(6), 1+r.Int64N(2), 3, r.IntN(5) == 0)
		want := karpMiller(net, 3000)
		if want == structure.Unknown {
			continue
		}
		flows, _ := structure.Semiflows(net, structure.Limit{})
		if r.IntN(3) == 0 {
			flows = nil
		}
		v := verdict(t, net, flows, structure.Budget{Markings: 20_000})
		found[v.Kind]++
		if v.Kind != want {
			t.Fatalf("seed %d round %d: %+v, want %v\n%s", seed, round, v, want, randnet.Text(net))
		}
		// A small budget leaves it to algebra and luck, which may fail but not err.
		v = verdict(t, net, nil, structure.Budget{Markings: 1 + r.IntN(20),
			Algebra: structure.Limit{Rows: 1 + r.IntN(10), Work: 1 + r.Int64N(2000)}})
		reasons[strings.Join(strings.Fields(v.Reason)[:2], " ")]++
		if v.Kind != want && v.Kind != structure.Unknown {
			t.Fatalf("seed %d round %d: small budget: %+v, want %v\n%s", seed, round, v, want, randnet.Text(net))
		}
	}
	if found[structure.Bounded] < 50 || found[structure.Unbounded] < 50 {
		t.Errorf("seed %d: too few of one kind: %v", seed, found)
	}
	t.Logf("arguments with a small budget: %v", reasons)
}

// karpMiller builds the tree of [KM69] for a net without inhibitor arcs, depth first,
// up to the first marking that exceeds a predecessor. Markings met before are left
// out: what remains of an infinite tree still has an infinite path. It gives up after
// limit markings.
func karpMiller(net *petri.Net, limit int) structure.Kind {
	var path []petri.Marking
	seen := map[string]bool{}
	var visit func(m petri.Marking) structure.Kind
	visit = func(m petri.Marking) structure.Kind {
		if seen[fmt.Sprint(m)] {
			return structure.Bounded
		}
		for _, a := range path {
			less := false
			for p := range m {
				less = less || m[p] < a[p]
			}
			if !less {
				return structure.Unbounded
			}
		}
		if seen[fmt.Sprint(m)] = true; len(seen) > limit {
			return structure.Unknown
		}
		path = append(path, m)
		defer func() { path = path[:len(path)-1] }()
		kind := structure.Bounded
		for t := range net.Transitions {
			if isEnabled(net, m, t) {
				next := m.Clone()
				fire(net, next, t)
				switch visit(next) {
				case structure.Unbounded:
					return structure.Unbounded
				case structure.Unknown:
					kind = structure.Unknown
				}
			}
		}
		return kind
	}
	return visit(net.Initial())
}

// TestBoundedNetsWithInhibitors: nets that are bounded by construction, of many
// kinds and with inhibitor arcs, are never called unbounded.
func TestBoundedNetsWithInhibitors(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 5))
	found, reasons := map[structure.Kind]int{}, map[string]int{}
	for round := range 400 {
		net := randnet.Generate(r, randnet.Config{States: 300, Open: r.IntN(2) == 0})
		v := verdict(t, net, nil, structure.Budget{Markings: 1000})
		found[v.Kind]++
		if v.Kind != structure.Bounded {
			t.Fatalf("seed %d round %d: %+v\n%s", seed, round, v, randnet.Text(net))
		}
		small := structure.Budget{Markings: 1 + r.IntN(20),
			Algebra: structure.Limit{Rows: 1 + r.IntN(10), Work: 1 + r.Int64N(2000)}}
		v = verdict(t, net, nil, small)
		reasons[strings.Join(strings.Fields(v.Reason)[:2], " ")]++
		if v.Kind == structure.Unbounded {
			t.Fatalf("seed %d round %d: small budget: %+v\n%s", seed, round, v, randnet.Text(net))
		}
	}
	// Arbitrary nets with inhibitor arcs: the witness is checked in verdict.
	for range 300 {
		found[verdict(t, randnet.Generate(r, randnet.Config{Arbitrary: true, Open: true}), nil,
			structure.Budget{Markings: 500}).Kind]++
	}
	t.Logf("seed %d: %v; with a small budget: %v", seed, found, reasons)
}

func TestBoundednessStops(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	net := parse(t, "p=1; p -> q + x; q -> p + y ! x:1000000000")
	if v := structure.Boundedness(cancelled, net, nil, structure.Budget{}); v.Kind != structure.Unknown ||
		!strings.Contains(v.Reason, "canceled") {
		t.Errorf("cancelled: %+v", v)
	}
	if v := structure.Boundedness(context.Background(), net, nil,
		structure.Budget{Markings: 10}); v.Kind != structure.Unknown || !strings.Contains(v.Reason, "place x") {
		t.Errorf("small budget: %+v", v)
	}
}

func TestDeclaredUnits(t *testing.T) {
	b := petri.NewBuilder("units")
	p, q := b.Place("p", 1), b.Place("q", 0)
	x := b.Transition("x") // bounded only because the units say so
	b.In(x, p, 1)
	b.Out(x, p, 1)
	b.Out(x, q, 1)
	b.Units(&petri.Units{Safe: true, List: []petri.Unit{{Name: "u", Places: []int{p, q}}}})
	net := build(t, b)
	if v := structure.Boundedness(context.Background(), net, nil, structure.Budget{}); v.Kind != structure.Bounded ||
		!strings.Contains(v.Reason, "units") {
		t.Errorf("%+v", v)
	}
}
