package order

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"brim/petri"
)

// line returns n places on n levels in a random order.
func line(n int, seed uint64) Decomposition {
	d := Decomposition{Method: "line"}
	for _, p := range rand.New(rand.NewPCG(seed, 9)).Perm(n) {
		d.Levels = append(d.Levels, []int{p})
	}
	return d
}

// pathCost is the sum of the distances of places p and p+1: least, n−1, when they
// stand in a row.
func pathCost(d Decomposition) float64 {
	at := map[int]int{}
	for i, level := range d.Levels {
		for _, p := range level {
			at[p] = i
		}
	}
	cost := 0.0
	for p := range len(at) - 1 {
		cost += math.Abs(float64(at[p] - at[p+1]))
	}
	return cost
}

func pathProbe(d Decomposition, limit float64) (float64, bool) {
	cost := pathCost(d)
	return cost, cost <= limit
}

func TestTuneFindsTheOptimumOfAPath(t *testing.T) {
	for seed := range uint64(5) {
		start := line(9, seed)
		d, stats := Tune(context.Background(), []Decomposition{start}, pathProbe, TuneOptions{Seed: seed, Probes: 2000})
		if stats.Best != 8 || pathCost(d) != 8 {
			t.Errorf("seed %d: from %v to %v, %+v", seed, start.Levels, d.Levels, stats)
		}
		if want := "tuned from line"; d.Method != want {
			t.Errorf("method %q, want %q", d.Method, want)
		}
		again := Decomposition{Levels: start.Levels, Method: d.Method}
		if d, _ := Tune(context.Background(), []Decomposition{again}, pathProbe,
			TuneOptions{Seed: seed, Probes: 2000}); d.Method != "tuned from line" {
			t.Errorf("tuned twice, the method is %q", d.Method)
		}
	}
}

func TestTuneMergesWhereThatHelps(t *testing.T) {
	probe := func(d Decomposition, limit float64) (float64, bool) { // best: pairs {0,1}, {2,3}, {4,5}
		cost := 0.0
		at := map[int]int{}
		for i, level := range d.Levels {
			cost += math.Abs(float64(len(level) - 2))
			for _, p := range level {
				at[p] = i
			}
		}
		for p := 0; p < 6; p += 2 {
			cost += math.Abs(float64(at[p] - at[p+1]))
		}
		return cost, cost <= limit
	}
	d, stats := Tune(context.Background(), []Decomposition{line(6, 1)}, probe, TuneOptions{Probes: 3000, Regroup: true})
	if stats.Best != 0 || len(d.Levels) != 3 {
		t.Errorf("%v, %+v", d.Levels, stats)
	}
}

// TestTuneContract checks what Tune promises whatever the probe does.
func TestTuneContract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "places")
		b := petri.NewBuilder("n")
		for p := range n {
			b.Place(string(rune('a'+p)), 0)
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "transitions") {
			tr := b.Transition(fmt.Sprint("t", i))
			for range rapid.IntRange(0, 3).Draw(t, "arcs") {
				b.In(tr, rapid.IntRange(0, n-1).Draw(t, "place"), 1)
			}
		}
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		starts := []Decomposition{line(n, 1), line(n, 2),
			{Levels: [][]int{slices.Sorted(slices.Values(slices.Concat(line(n, 1).Levels...)))}}}
		salt := rapid.Uint64().Draw(t, "salt")
		var guide *Hypergraph
		if rapid.Bool().Draw(t, "guided") {
			guide = GraphOf(net)
		}
		options := TuneOptions{
			Probes: rapid.IntRange(1, 60).Draw(t, "probes"), Seed: salt,
			Regroup: rapid.Bool().Draw(t, "regroup"), Graph: guide, Stale: rapid.IntRange(0, 20).Draw(t, "stale"),
		}
		least, calls := math.Inf(1), 0
		seen := map[uint64]bool{}
		probe := func(d Decomposition, limit float64) (float64, bool) {
			if err := d.Check(net); err != nil {
				t.Fatal(err)
			}
			if seen[d.fingerprint()] {
				t.Fatalf("%v is probed twice", d.Levels)
			}
			seen[d.fingerprint()] = true
			calls++
			cost := float64(mix(salt^d.fingerprint()) % 100)
			if cost > limit || cost > 90 {
				return 0, false
			}
			least = min(least, cost)
			return cost, true
		}
		d, stats := Tune(context.Background(), starts, probe, options)
		if err := d.Check(net); err != nil {
			t.Fatal(err)
		}
		if stats.Probes != calls || calls > options.Probes || stats.Best != least || stats.Best > stats.Start {
			t.Fatalf("%d calls, least cost %v, %+v", calls, least, stats)
		}
		if !math.IsInf(least, 1) && float64(mix(salt^d.fingerprint())%100) != least {
			t.Fatalf("the result is not the best one seen")
		}
	})
}

func TestTuneIsDeterministicAndStops(t *testing.T) {
	options := TuneOptions{Probes: 200, Seed: 3}
	d, s := Tune(context.Background(), []Decomposition{line(20, 4)}, pathProbe, options)
	e, r := Tune(context.Background(), []Decomposition{line(20, 4)}, pathProbe, options)
	if !d.Equal(e) || s != r {
		t.Errorf("two runs differ: %v %+v, %v %+v", d.Levels, s, e.Levels, r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, s = Tune(ctx, []Decomposition{line(20, 4)}, func(d Decomposition, limit float64) (float64, bool) {
		if calls++; calls == 7 {
			cancel()
		}
		return pathProbe(d, limit)
	}, options)
	if calls != 7 || s.Probes != 7 {
		t.Errorf("cancelled at probe 7, ended after %d (%+v)", calls, s)
	}
	d, s = Tune(context.Background(), []Decomposition{line(5, 1)},
		func(Decomposition, float64) (float64, bool) { return 0, false }, options)
	if s.Probes != 1 || !math.IsInf(s.Best, 1) || !d.Equal(line(5, 1)) {
		t.Errorf("nothing measurable: %v %+v", d, s)
	}
}
