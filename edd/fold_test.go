package edd_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/edd"
	"brim/mdd"
)

// A listed is a tuple with its distance, as Fold lists it: over the levels folded so far.
type listed struct {
	values   []int
	distance int
}

// By Fold all tuples are listed with their distances, and each node is visited once.
func TestFold(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 61))
		levels := 1 + rng.IntN(5)
		f := newForest(levels, edd.Options{CollectEvery: int(seed % 3)})
		g := f.Infinity()
		for range rng.IntN(20) {
			values := make([]int, levels)
			for k := range values {
				if values[k] = max(0, rng.IntN(8)-4); values[k] == 3 && seed%2 == 0 {
					values[k] = mdd.MaxValue - rng.IntN(3) // far from the others
				}
			}
			g = g.Min(f.Zero(f.Sets().Tuple(values...)).Plus(rng.IntN(9)))
		}
		nodes, widths := 0, make([]int, levels)
		node := func(level int, arcs []edd.Arc[[]listed]) (list []listed) {
			nodes++
			widths[level-1]++
			for _, a := range arcs {
				for _, x := range a.Below {
					if len(x.values) != level-1 {
						t.Fatalf("%v below level %d", x.values, level)
					}
					list = append(list, listed{append(slices.Clone(x.values), a.Value), x.distance + a.Distance})
				}
			}
			return list
		}
		skip := func(below []listed, from, to int) (list []listed) {
			for _, x := range below {
				list = append(list, listed{append(slices.Clone(x.values), make([]int, to+1-from)...), x.distance})
			}
			return list
		}
		list, least, ok := edd.Fold(g, []listed{{}}, node, skip)
		if ok == g.IsInfinity() || nodes != g.Nodes() {
			t.Fatalf("seed %d: %v, %d nodes, want %d", seed, ok, nodes, g.Nodes())
		}
		if got := g.Widths(); !slices.Equal(got, widths) {
			t.Fatalf("seed %d: widths %v, want %v", seed, got, widths)
		}
		got := map[string]int{}
		nearest := edd.Infinity
		for _, x := range list {
			got[fmt.Sprint(x.values)] = x.distance + least
			nearest = min(nearest, x.distance)
		}
		if ok && nearest != 0 {
			t.Errorf("seed %d: the least distance is %d beside %d", seed, nearest, least)
		}
		n := 0
		for d, values := range g.All() {
			if n++; got[fmt.Sprint(values)] != d {
				t.Errorf("seed %d: %v at %d, want %d", seed, values, got[fmt.Sprint(values)], d)
			}
		}
		if n != len(list) || n != len(got) {
			t.Errorf("seed %d: %d tuples, want %d", seed, len(list), n)
		}
		closeBoth(f)
	}
}
