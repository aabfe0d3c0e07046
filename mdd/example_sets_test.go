package mdd_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"brim/mdd"
)

// Examples of operations on sets and of single steps of relations.

// A linear constraint: coins of 1, 2, 5, 10, 20 and 50 cents, up to 100 of each, that make one euro.
func ExampleSet_Between() {
	coins := []int64{1, 2, 5, 10, 20, 50}
	f := mdd.New(len(coins), mdd.Options{})
	upTo100 := make([]int, 101)
	for i := range upTo100 {
		upTo100[i] = i
	}
	purse := f.Box(slices.Repeat([][]int{upTo100}, len(coins)))
	euro := purse.Between(func(level, value int) int64 { return coins[level-1] * int64(value) }, 100, 100)
	fmt.Println(euro.Count(), "ways among", purse.Count(), "purses")
	// Output:
	// 4562 ways among 1061520150601 purses
}

// Hands of three cards of two kinds; there are 4 different aces and 12 different pictures. The weight of a number of
// cards of a kind is the number of ways to choose them. With one ace on the table, 3 are left.
func ExampleSet_Weigh() {
	f := mdd.New(2, mdd.Options{})
	hands := f.Tuples([][]int{{0, 3}, {1, 2}, {2, 1}, {3, 0}})
	choose := func(n int64) func(int) *big.Int {
		return func(k int) *big.Int { return new(big.Int).Binomial(n, int64(k)) }
	}
	const aces, pictures, acesLeft = 0, 1, 2
	w := mdd.Weighing{Tables: []func(int) *big.Int{choose(4), choose(12), choose(3)}, Base: []int{aces, pictures}}
	all, err := hands.Weigh(context.Background(), w, mdd.Variant{})
	fmt.Println(all, err)
	left, err := hands.Weigh(context.Background(), w, mdd.Variant{Changes: []mdd.Change{{Level: 1, Table: acesLeft}}})
	fmt.Println(left, err)
	// Output:
	// 560 <nil>
	// 455 <nil>
}

// An implication: a car with the roof box (level 2) needs the strong engine (level 1, value 2), too.
func ExampleSet_Where() {
	f := mdd.New(2, mdd.Options{})
	cars := f.Box([][]int{{0, 1, 2}, {0, 1}})
	box := cars.Where(2, func(v int) bool { return v == 1 })
	strong := cars.Where(1, func(v int) bool { return v == 2 })
	allowed := cars.Minus(box.Minus(strong))
	fmt.Println(slices.Collect(allowed.All()))
	// Output:
	// [[0 0] [1 0] [2 0] [2 1]]
}

// A guard over two variables: x may grow while x < y. The pairs of values before and after are a set of
// another forest, two levels for each variable, made by the operations on sets.
func ExampleRelation_AddDiagram() {
	const most = 9
	pairs := mdd.New(4, mdd.Options{}) // next x, x, next y, y
	var list [][]int
	for x := range most + 1 {
		for y := x + 1; y <= most; y++ {
			list = append(list, []int{x + 1, x, y, y})
		}
	}
	f := mdd.New(2, mdd.Options{})
	r := f.NewRelation()
	r.AddDiagram([]int{1, 2}, pairs.Tuples(list))
	r.Add(mdd.Step{Level: 2, Effect: mdd.Shift{Below: most, Delta: 1}})
	fmt.Println(r.Saturate(f.Tuple(0, 0)).Count(), "pairs with x ≤ y ≤ 9")
	// Output:
	// 55 pairs with x ≤ y ≤ 9
}

// The nodes of a set go to another forest by name, here one level higher.
func ExampleForest_NewBuilder() {
	s := mdd.New(2, mdd.Options{}).Tuples([][]int{{0, 2}, {1, 2}, {1, 0}})
	f := mdd.New(3, mdd.Options{})
	b := f.NewBuilder()
	defer b.End()
	names := []uint32{0, 1} // of the empty set and of the tuple of no variables
	for n := range s.EachNode() {
		var children []uint32
		for _, c := range n.Children {
			children = append(children, names[c])
		}
		names = append(names, b.Node(n.Level+1, n.Values, children))
	}
	fmt.Println(slices.Collect(b.Set(names[len(names)-1]).All()))
	// Output:
	// [[0 1 0] [0 0 2] [0 1 2]]
}

// Widths by level: pairs of equal numbers by their bits, once one number after the other, once bit by bit.
func ExampleSet_Widths() {
	apart, beside := mdd.New(8, mdd.Options{}), mdd.New(8, mdd.Options{})
	var one, other [][]int
	for x := range 16 {
		a, b, c, d := x&1, x>>1&1, x>>2&1, x>>3&1
		one = append(one, []int{a, b, c, d, a, b, c, d})
		other = append(other, []int{a, a, b, b, c, c, d, d})
	}
	fmt.Println(apart.Tuples(one).Widths())
	fmt.Println(beside.Tuples(other).Widths())
	// Output:
	// [1 2 4 8 8 4 2 1]
	// [1 1 1 1 1 1 1 1]
}

// A shortest path out of a wood: layers until the exit is reached, then back along them, event by event.
func ExampleRelation_ImageOf() {
	const size = 5
	f := mdd.New(2, mdd.Options{})
	r := f.NewRelation()
	names := []string{"east", "west", "north", "south"}
	for level := 1; level <= 2; level++ {
		r.Add(mdd.Step{Level: level, Effect: mdd.Shift{Below: size - 1, Delta: 1}})
		r.Add(mdd.Step{Level: level, Effect: mdd.Shift{Min: 1, Delta: -1}})
	}
	trees := f.Tuples([][]int{{1, 0}, {1, 1}, {3, 4}, {3, 3}, {3, 2}})
	exit := f.Tuple(4, 4)

	var layers []mdd.Set
	reached := f.Empty()
	for layer := f.Tuple(0, 0); reached.Intersect(exit).IsEmpty() && !layer.IsEmpty(); {
		layers = append(layers, layer)
		reached = reached.Union(layer)
		layer = r.Image(layer).Minus(trees).Minus(reached)
	}
	var path []string
	here := exit
	for _, layer := range slices.Backward(layers[:len(layers)-1]) {
		for event := range r.Len() {
			if before := r.Inverse().ImageOf(event, here).Intersect(layer); !before.IsEmpty() {
				tuple, _ := before.Pick()
				here, path = f.Tuple(tuple...), append(path, names[event])
				break
			}
		}
	}
	slices.Reverse(path)
	fmt.Println(len(path), "steps:", path)
	// Output:
	// 10 steps: [north north east east south east east north north north]
}

// What can be reached without leaving a set.
func ExampleRelation_SaturateWithin() {
	f := mdd.New(1, mdd.Options{})
	r := f.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 2}})
	low := f.Box([][]int{{0, 1, 2, 3, 4, 5, 8}})
	fmt.Println(slices.Collect(r.SaturateWithin(f.Tuple(0), low).All()))
	// Output:
	// [[0] [2] [4]]
}

// A Saturate that is ended by a bound on its work leaves the tuples found so far, and the next attempt goes on from
// there.
func ExampleForest_Try() {
	f := mdd.New(12, mdd.Options{})
	r := f.NewRelation()
	for k := 1; k <= 12; k++ {
		r.Add(mdd.Step{Level: k, Effect: mdd.Shift{Min: 1, Delta: -1}},
			mdd.Step{Level: k%12 + 1, Effect: mdd.Shift{Delta: 1}})
	}
	start := make([]int, 12)
	start[0] = 20
	s := f.Tuple(start...)
	var all mdd.Set
	work, attempts := int64(1000), 1
	for ; !f.Try(work, func() { all = r.Saturate(s) }); work *= 2 {
		attempts++
	}
	fmt.Println(all.Count(), "states, after more than one attempt:", attempts > 1)
	// Output:
	// 84672315 states, after more than one attempt: true
}
