package sift

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// A tuple has the value of variable i at index i.
type tuples = [][]int

// build returns the diagram of some sets of tuples under an order of the variables, from below, by the definition: the
// node of a set at a position has an arc for each value, to the node of the tuples that have it.
func build(sets []tuples, order []int, zeroSuppressed bool) *Diagram {
	d := New(len(order), zeroSuppressed)
	d.variable = slices.Clone(order)
	for p, v := range order {
		d.position[v] = p
	}
	var at func(set tuples, p int) uint32
	at = func(set tuples, p int) uint32 {
		if len(set) == 0 || p < 0 {
			return uint32(min(len(set), 1))
		}
		by := map[int]tuples{}
		most := 0
		for _, t := range set {
			by[t[order[p]]] = append(by[t[order[p]]], t)
			most = max(most, t[order[p]])
		}
		var arcs []Arc
		for v := range most + 1 {
			if by[v] != nil {
				arcs = append(arcs, Arc{uint32(v), at(by[v], p-1)})
			}
		}
		if zeroSuppressed && most == 0 {
			return arcs[0].Child
		}
		return d.Node(order[p], arcs)
	}
	for _, set := range sets {
		d.Root(at(set, len(order)-1))
	}
	return d
}

// random returns some sets of tuples of k variables, each with values below a number of its own. Large sets have some
// structure: they are unions of boxes.
func random(rng *rand.Rand, k int) []tuples {
	most := make([]int, k)
	for i := range most {
		if most[i] = 1 + rng.IntN(4); rng.IntN(12) == 0 {
			most[i] = 30
		}
	}
	sets := make([]tuples, 1+rng.IntN(3))
	for i := range sets {
		seen := map[string]bool{}
		for range rng.IntN(8) {
			low, high := make([]int, k), make([]int, k)
			for j := range k {
				low[j] = rng.IntN(most[j])
				if high[j] = low[j]; rng.IntN(3) == 0 {
					high[j] = most[j] - 1
				}
			}
			t := slices.Clone(low)
			for done := false; !done; {
				key := ""
				for _, v := range t {
					key += string(rune('a' + v))
				}
				if !seen[key] {
					seen[key] = true
					sets[i] = append(sets[i], slices.Clone(t))
				}
				done = true
				for j := range k {
					if t[j]++; t[j] <= high[j] {
						done = false
						break
					}
					t[j] = low[j]
				}
			}
		}
	}
	return sets
}

// check compares d with the diagram that the definition gives for the same sets in its order: nodes by variable, arcs,
// references and roots. So d has no node too many, and none that the rule leaves out.
func check(t *testing.T, d *Diagram, sets []tuples) {
	t.Helper()
	want := build(sets, d.variable, d.zeroSuppressed)
	other := map[uint32]uint32{Empty: Empty, Unit: Unit}
	nodes, arcs := 0, 0
	d.Each(func(n uint32, variable int, list []Arc) {
		mapped := make([]Arc, len(list))
		for i, a := range list {
			child, ok := other[a.Child]
			if !ok || i > 0 && list[i-1].Value >= a.Value {
				t.Fatalf("node %d: arcs %v", n, list)
			}
			mapped[i] = Arc{a.Value, child}
		}
		before := want.count
		other[n] = want.Node(variable, mapped)
		if want.count > before {
			t.Fatalf("node %d of variable %d is none of the sets: %v", n, variable, list)
		}
		if d.nodes[n].refs != want.nodes[other[n]].refs {
			t.Fatalf("node %d has %d references, expected %d", n, d.nodes[n].refs, want.nodes[other[n]].refs)
		}
		nodes++
		arcs += len(list)
	})
	if nodes != want.count || d.size() != want.size() || arcs != d.arcs {
		t.Fatalf("%d nodes, %d arcs, counted as %v, expected %v", nodes, arcs, d.size(), want.size())
	}
	for i, r := range d.roots {
		if other[r] != want.roots[i] {
			t.Fatalf("root %d is another set", i)
		}
	}
	for p, v := range d.variable {
		if d.position[v] != p {
			t.Fatalf("order %v, positions %v", d.variable, d.position)
		}
	}
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func ones(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

// After each of many exchanges the copy is the diagram of its order.
func TestExchange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		k := 2 + rng.IntN(5)
		sets := random(rng, k)
		d := build(sets, upTo(k), rng.IntN(2) == 0)
		check(t, d, sets)
		for range 20 {
			d.exchange(rng.IntN(k - 1))
			check(t, d, sets)
		}
	}
}

// orders calls fn for all orders of n things.
func orders(n int, fn func([]int)) {
	list := upTo(n)
	var rest func(i int)
	rest = func(i int) {
		if i == n {
			fn(list)
		}
		for j := i; j < n; j++ {
			list[i], list[j] = list[j], list[i]
			rest(i + 1)
			list[i], list[j] = list[j], list[i]
		}
	}
	rest(0)
}

// Sifting never makes a diagram larger, keeps blocks together, and what it finds is close to the best of all orders.
// The result is the same again.
func TestSiftAgainstAllOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	found, best, start, hits, runs, once := 0, 0, 0, 0, 0, 0
	for range 150 {
		k := 2 + rng.IntN(4)
		sets, zs := random(rng, k), rng.IntN(2) == 0
		d := build(sets, upTo(k), zs)
		before := d.size()
		o := Options{Blocks: ones(k), MaxGrowth: 1.2, Passes: 1}
		first := build(sets, upTo(k), zs)
		first.Sift(context.Background(), o)
		check(t, first, sets)
		once += first.count
		o.MaxGrowth, o.Passes = 1.5, 0
		if !d.Sift(context.Background(), o) {
			t.Fatal("not complete")
		}
		check(t, d, sets)
		if before.less(d.size()) {
			t.Fatalf("%v became %v", before, d.size())
		}
		again := build(sets, upTo(k), zs)
		again.Sift(context.Background(), o)
		if !slices.Equal(d.variable, again.variable) {
			t.Fatalf("order %v, and then %v", d.variable, again.variable)
		}
		least := before
		orders(k, func(order []int) {
			if s := build(sets, order, zs).size(); s.less(least) {
				least = s
			}
		})
		if d.size().less(least) {
			t.Fatalf("%v nodes, fewer than those of all orders: %v", d.size(), least)
		}
		runs++
		found, best, start = found+d.count, best+least.nodes, start+before.nodes
		if d.size() == least {
			hits++
		}
	}
	t.Logf("%d nodes at the start, %d after a pass, %d found, %d of the best orders; %d of %d runs found the best",
		start, once, found, best, hits, runs)
	if hits < runs*9/10 || found > best*102/100 {
		t.Errorf("%d nodes found, %d of the best orders; %d of %d runs found the best", found, best, hits, runs)
	}
}

// Blocks stay together in their order, and limits leave a right diagram.
func TestSiftBlocksAndLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		k := 3 + rng.IntN(5)
		sets := random(rng, k)
		d := build(sets, upTo(k), rng.IntN(2) == 0)
		before := d.size()
		var blocks, first []int
		for low := 0; low < k; {
			n := 1 + rng.IntN(min(3, k-low))
			blocks, first = append(blocks, n), append(first, low)
			low += n
		}
		o := Options{Blocks: blocks, MaxGrowth: 1 + rng.Float64(), Passes: 1 + rng.IntN(3)}
		if rng.IntN(2) == 0 {
			o.Work = 1 + rng.Int64N(200)
		}
		if rng.IntN(4) == 0 {
			o.Memory = d.Bytes() + rng.Int64N(4000)
		}
		complete := d.Sift(context.Background(), o)
		if !complete && o.Work == 0 {
			t.Fatal("not complete without a limit")
		}
		check(t, d, sets)
		if before.less(d.size()) {
			t.Fatalf("%v became %v", before, d.size())
		}
		for i, n := range blocks {
			for j := range n {
				if d.position[first[i]+j] != d.position[first[i]]+j {
					t.Fatalf("block %d of %v was torn: %v", i, blocks, d.variable)
				}
			}
		}
	}
}

// A context that is done leaves the order as it is.
func TestSiftCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sets := random(rand.New(rand.NewPCG(7, 8)), 6)
	d := build(sets, upTo(6), true)
	if d.Sift(ctx, Options{Blocks: ones(6), MaxGrowth: 2, Passes: 1}) || !slices.Equal(d.variable, upTo(6)) {
		t.Errorf("order %v", d.variable)
	}
	check(t, d, sets)
}
