package mdd_test

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"brim/mdd"
)

// Examples of counting: an index, marginals, the heaviest tuple, probabilities, folds.

// committees returns the ways to choose 3 of 6 people, of whom the last two are never chosen together.
func committees() mdd.Set {
	f := mdd.New(6, mdd.Options{})
	all := f.Box(slices.Repeat([][]int{{0, 1}}, 6))
	three := all.Between(func(_, v int) int64 { return int64(v) }, 3, 3)
	return three.Minus(three.Between(func(level, v int) int64 { return int64(v * (level / 5)) }, 2, 2))
}

// One index gives the number of tuples, the tuple of a rank, the rank of a tuple, and random tuples.
func ExampleSet_Index() {
	x, err := committees().Index(context.Background(), mdd.Indexing{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.Total(), "committees, the last of them", x.Nth(big.NewInt(15)))
	fmt.Println(x.Rank(1, 1, 0, 1, 0, 0))
	rng := rand.New(rand.NewPCG(1, 2))
	hits := 0
	for range 1000 {
		if values := x.Sample(rng); values[5] == 1 {
			hits++
		}
	}
	fmt.Println("6 of 16 have the last person, so about 375 of 1000 draws do:", hits > 325 && hits < 425)
	// Output:
	// 16 committees, the last of them [0 0 1 1 0 1]
	// 1 true
	// 6 of 16 have the last person, so about 375 of 1000 draws do: true
}

// In how many committees is each person?
func ExampleIndex_Marginals() {
	x, err := committees().Index(context.Background(), mdd.Indexing{})
	if err != nil {
		fmt.Println(err)
		return
	}
	marginals, err := x.Marginals(context.Background())
	for i, list := range marginals {
		fmt.Print(i+1, ": ", list[1].Weight, "  ")
	}
	fmt.Println(err)
	// Output:
	// 1: 9  2: 9  3: 9  4: 9  5: 6  6: 6  <nil>
}

// The best of three knapsack items within 10 kg: their weights are a constraint, and their value is to be maximal.
func ExampleSet_Heaviest() {
	kilos, worth := []int64{6, 5, 5}, []int64{13, 8, 7}
	f := mdd.New(3, mdd.Options{})
	packs := f.Box(slices.Repeat([][]int{{0, 1}}, 3)).Between(func(level,
		v int) int64 {
		return kilos[level-1] * int64(v)
	}, 0, 10)
	values, sum, _ := packs.Heaviest(func(level, v int) int64 { return worth[level-1] * int64(v) })
	fmt.Println(values, "is worth", sum)
	// Output:
	// [0 1 1] is worth 15
}

// How likely is it that two of three machines run, if each does so nine times out of ten?
func ExampleSet_Probability() {
	f := mdd.New(3, mdd.Options{})
	two := f.Box(slices.Repeat([][]int{{0, 1}}, 3)).Between(func(_, v int) int64 { return int64(v) }, 2, 3)
	fmt.Printf("%.3f\n", two.Probability(func(_, v int) float64 { return []float64{0.1, 0.9}[v] }))
	// Output:
	// 0.972
}

// How many tuples have an odd sum: a recursion with two numbers for each node.
func ExampleFold() {
	type parts struct{ even, odd int }
	f := mdd.New(3, mdd.Options{})
	s := f.Box([][]int{{0, 1, 2}, {0, 5}, {0, 1, 3}})
	r, _ := mdd.Fold(s, parts{even: 1}, func(_ int, arcs []mdd.Arc[parts]) (sum parts) {
		for _, a := range arcs {
			if a.Value%2 == 1 {
				a.Below.even, a.Below.odd = a.Below.odd, a.Below.even
			}
			sum.even += a.Below.even
			sum.odd += a.Below.odd
		}
		return sum
	}, nil) // zeros change no sum
	fmt.Println(r.even, "even,", r.odd, "odd")
	// Output:
	// 9 even, 9 odd
}

// A pass down from the root: how many paths lead to each node, and so in how many committees each person is. Fold
// numbers the nodes, with the number of tuples below each.
func ExampleFold_down() {
	type own struct {
		level, tuples int
		arcs          []mdd.Arc[int]
	}
	nodes := []own{{tuples: 1}} // number 0 is the end
	root, _ := mdd.Fold(committees(), 0, func(level int, arcs []mdd.Arc[int]) int {
		n := own{level, 0, slices.Clone(arcs)}
		for _, a := range arcs {
			n.tuples += nodes[a.Below].tuples
		}
		nodes = append(nodes, n)
		return len(nodes) - 1
	}, nil)
	ways, in := make([]int, len(nodes)), make([]int, 7)
	ways[root] = 1
	for i, n := range slices.Backward(nodes) {
		for _, a := range n.arcs {
			ways[a.Below] += ways[i]
			in[n.level] += a.Value * ways[i] * nodes[a.Below].tuples
		}
	}
	fmt.Println(in[1:])
	// Output:
	// [9 9 9 9 6 6]
}

// A new operation on two sets: all sums of a tuple of a and a tuple of b, level by level. A map remembers the result
// for each two sets.
func ExampleSet_Split() {
	f := mdd.New(3, mdd.Options{})
	known := map[[2]mdd.Set]mdd.Set{}
	var sums func(a, b mdd.Set) mdd.Set
	sums = func(a, b mdd.Set) mdd.Set {
		both := [2]mdd.Set{a, b}
		if r, ok := known[both]; ok {
			return r
		}
		la, as := a.Split()
		lb, bs := b.Split()
		level := max(la, lb)
		if level == 0 { // of what is left none has more than the all-zero tuple
			if a.IsEmpty() {
				return a
			}
			return b
		}
		if la < level {
			as = maps.All(map[int]mdd.Set{0: a})
		}
		if lb < level {
			bs = maps.All(map[int]mdd.Set{0: b})
		}
		parts := map[int]mdd.Set{}
		for v, x := range as {
			for w, y := range bs {
				sum := sums(x, y)
				if other, ok := parts[v+w]; ok {
					sum = sum.Union(other)
				}
				parts[v+w] = sum
			}
		}
		known[both] = f.Assemble(level, maps.All(parts))
		return known[both]
	}
	bits := f.Box([][]int{{0, 1}, {0, 1}, {0, 1}})
	fmt.Println(sums(bits, bits).Equal(f.Box([][]int{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}})))
	fmt.Println(slices.Collect(sums(f.Tuples([][]int{{1, 0, 0}, {0, 0, 7}}), f.Tuple(1, 0, 2)).All()))
	// Output:
	// true
	// [[2 0 2] [1 0 9]]
}

// A loop over the tuples of a set, without a slice for each.
func ExampleSet_Each() {
	sum := 0
	for values := range committees().Each {
		sum += values[0]
	}
	fmt.Println("the first person is in", sum)
	// Output:
	// the first person is in 9
}
