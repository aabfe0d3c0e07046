package mdd_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"brim/mdd"
)

// A sliding puzzle: tiles 1 to 5 on a board of two rows and three columns, cell by cell one level,
// the hole as value 0. A move swaps the hole with a neighbour.
func Example() {
	const rows, columns = 2, 3
	board := mdd.New(rows*columns, mdd.Options{})
	moves := board.NewRelation()
	slide := func(hole, neighbour int) {
		for tile := 1; tile < rows*columns; tile++ {
			moves.Add(
				mdd.Step{Level: hole, Effect: mdd.NewPairs([2]int{0, tile})},
				mdd.Step{Level: neighbour, Effect: mdd.NewPairs([2]int{tile, 0})},
			)
		}
	}
	for cell := 1; cell <= rows*columns; cell++ {
		if cell%columns != 0 {
			slide(cell, cell+1)
			slide(cell+1, cell)
		}
		if cell+columns <= rows*columns {
			slide(cell, cell+columns)
			slide(cell+columns, cell)
		}
	}

	solved := board.Tuple(1, 2, 3, 4, 5, 0)
	reachable, depth := moves.BFS(solved)
	fmt.Println("positions:", reachable.Count(), "of 720, the hardest needs", depth, "moves")
	fmt.Println("saturation finds the same:", moves.Saturate(solved).Equal(reachable))
	fmt.Println("4 and 5 swapped:", reachable.Contains(1, 2, 3, 5, 4, 0))
	// Output:
	// positions: 360 of 720, the hardest needs 21 moves
	// saturation finds the same: true
	// 4 and 5 swapped: false
}

// Tokens walk around a ring; each station may hold any number of them. There are more states than
// one could list, and the events need no bound.
func ExampleRelation_Saturate() {
	const stations, tokens = 60, 60
	ring := mdd.New(stations, mdd.Options{})
	step := ring.NewRelation()
	for from := 1; from <= stations; from++ {
		step.Add(
			mdd.Step{Level: from, Effect: mdd.Shift{Min: 1, Delta: -1}},
			mdd.Step{Level: from%stations + 1, Effect: mdd.Shift{Delta: 1}},
		)
	}
	start := make([]int, stations)
	start[0] = tokens
	reachable := step.Saturate(ring.Tuple(start...))
	fmt.Println(reachable.Count(), "states,", reachable.Nodes(), "nodes")
	fmt.Println(step.CountEnabled(reachable), "steps between them,", step.Dead(reachable).Count(), "dead ends")
	// Output:
	// 48307454420181661301946569760686328 states, 3541 nodes
	// 1461401982459277148630316396121603200 steps between them, 0 dead ends
}

// Any computable function can be an effect: here the rule of the Collatz problem.
func ExampleNewMap() {
	f := mdd.New(1, mdd.Options{})
	collatz := f.NewRelation()
	collatz.Add(mdd.Step{Level: 1, Effect: mdd.NewMap(func(n int) (int, bool) {
		switch {
		case n == 1:
			return 0, false
		case n%2 == 0:
			return n / 2, true
		}
		return 3*n + 1, true
	}, nil)})

	reached := collatz.Saturate(f.Tuple(27))
	_, highest, _ := reached.Extent(1)
	fmt.Println(reached.Count(), "numbers, the highest is", highest)
	end, _ := collatz.Dead(reached).Pick()
	fmt.Println("it ends at", end)
	// Output:
	// 112 numbers, the highest is 9232
	// it ends at [1]
}

// Sets of dice rolls: three dice, one a level.
func ExampleForest_Box() {
	f := mdd.New(3, mdd.Options{})
	die := []int{1, 2, 3, 4, 5, 6}
	rolls := f.Box([][]int{die, die, die})
	low := f.Box([][]int{{1, 2}, {1, 2}, {1, 2}})
	sixes := f.Empty()
	for k := range 3 {
		one := [][]int{die, die, die}
		one[k] = []int{6}
		sixes = sixes.Union(f.Box(one))
	}
	fmt.Println(rolls.Count(), "rolls,", sixes.Count(), "with a six,", rolls.Minus(sixes).Minus(low).Count(),
		"neither low nor with a six")
	best, _ := rolls.Minus(sixes).MaxSum(func(_, value int) int64 { return int64(value) })
	fmt.Println("without a six at most", best)
	// Output:
	// 216 rolls, 91 with a six, 117 neither low nor with a six
	// without a six at most 15
}

// All lists tuples in lexicographic order.
func ExampleSet_All() {
	f := mdd.New(2, mdd.Options{})
	s := f.Tuples([][]int{{5, 1}, {0, 2}, {3, 1}})
	for values := range s.All() {
		fmt.Println(values)
	}
	// Output:
	// [3 1]
	// [5 1]
	// [0 2]
}

// Layers gives the breadth-first layers one by one: here the knight's tour distances from a corner of a chessboard.
func ExampleRelation_Layers() {
	f := mdd.New(2, mdd.Options{})
	knight := f.NewRelation()
	for _, dx := range []int{-2, -1, 1, 2} {
		for _, dy := range []int{-2, -1, 1, 2} {
			if dx*dx != dy*dy {
				on := func(delta int) mdd.Shift {
					return mdd.Shift{Min: max(0, -delta), Below: min(8, 8-delta),
						Delta: delta}
				}
				knight.Add(mdd.Step{Level: 1, Effect: on(dx)}, mdd.Step{Level: 2, Effect: on(dy)})
			}
		}
	}
	knight.Layers(f.Tuple(0, 0), func(distance int, layer mdd.Set) bool {
		fmt.Print(distance, ": ", layer.Count(), "  ")
		return true
	})
	// Output:
	// 0: 1  1: 2  2: 9  3: 20  4: 21  5: 10  6: 1
}

// A saturation that has no end is ended by a limit.
func ExampleForest_Guard() {
	f := mdd.New(2, mdd.Options{})
	count := f.NewRelation()
	count.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}}, mdd.Step{Level: 2, Effect: mdd.Shift{Delta: 2}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := f.Guard(ctx, mdd.Limits{Nodes: 1000}, func() {
		count.Saturate(f.Tuple(0, 0))
	})
	fmt.Println(err)
	// Output:
	// node limit reached: 1000 nodes in use, limit 1000
}

// A set is saved and loaded again.
func ExampleSet_Save() {
	f := mdd.New(3, mdd.Options{})
	s := f.Tuples([][]int{{1, 0, 2}, {0, 0, 2}, {7, 7, 7}})
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		fmt.Println(err)
	}
	sparse := mdd.New(3, mdd.Options{Rule: mdd.ZeroSuppressed})
	loaded, err := sparse.Load(&file)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(slices.Collect(loaded.All()))
	// Output:
	// [[0 0 2] [1 0 2] [7 7 7]]
}

// A drawing of a set.
func ExampleSet_WriteDOT() {
	f := mdd.New(2, mdd.Options{})
	s := f.Tuples([][]int{{0, 0}, {1, 0}, {0, 2}, {1, 2}, {1, 5}})
	var drawing bytes.Buffer
	if err := s.WriteDOT(&drawing, mdd.DOTOptions{Level: func(k int) string {
		return []string{"x",
			"y"}[k-1]
	}}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(drawing.String())
	// Output:
	// digraph mdd {
	//   node [shape=circle, width=0.3, label=""];
	//   root [shape=point];
	//   terminal [shape=box, label="1"];
	//   level2 [shape=plaintext, label="y"];
	//   { rank=same; level2; n0; }
	//   level1 [shape=plaintext, label="x"];
	//   { rank=same; level1; n1; n2; }
	//   level2 -> level1 -> terminal [style=invis];
	//   root -> n0 [label=""];
	//   n0 -> n1 [label="0, 2"];
	//   n0 -> n2 [label="5"];
	//   n1 -> terminal [label="0, 1"];
	//   n2 -> terminal [label="1"];
	// }
}
