package mdd_test

import (
	"fmt"

	"brim/mdd"
)

// The sliding puzzle of the first example: a slide swaps the hole with a tile next to it, whatever that is. That is one
// matrix for two cells, instead of an event for each tile and direction.
func ExampleRelation_AddMatrix() {
	const rows, columns = 2, 3
	board := mdd.New(rows*columns, mdd.Options{})
	moves := board.NewRelation()
	slide := func(cell, neighbour int) {
		moves.AddMatrix(board.MatrixOf([]int{cell, neighbour}, func(yield func(from, to []int) bool) {
			for tile := 1; tile < rows*columns; tile++ {
				if !yield([]int{0, tile}, []int{tile, 0}) || !yield([]int{tile, 0}, []int{0, tile}) {
					return
				}
			}
		}))
	}
	for cell := 1; cell <= rows*columns; cell++ {
		if cell%columns != 0 {
			slide(cell, cell+1)
		}
		if cell+columns <= rows*columns {
			slide(cell, cell+columns)
		}
	}
	reachable, depth := moves.BFS(board.Tuple(1, 2, 3, 4, 5, 0))
	fmt.Println(moves.Len(), "events,", reachable.Count(), "positions, the hardest needs", depth, "moves")
	// Output:
	// 7 events, 360 positions, the hardest needs 21 moves
}

// A graph with a million edges: the moves of a knight on a board of 356 × 356 squares, a level for rows and one for
// columns. There are 8·(n−1)·(n−2) of them on n × n squares, and they lead from each square to all.
func ExampleForest_Steps() {
	const n = 356
	f := mdd.New(2, mdd.Options{})
	line := make([]int, n)
	for i := range line {
		line[i] = i
	}
	lines := [][]int{line, line}
	along := func(level, by int) mdd.Step {
		return mdd.Step{Level: level, Effect: mdd.Shift{Min: max(0, -by), Below: n - max(0, by), Delta: by}}
	}
	moves := f.NoPairs()
	for _, by := range []int{-1, 1} {
		for _, across := range []int{-2, 2} {
			moves = moves.Union(f.Steps(lines, along(1, by), along(2, across)))
			moves = moves.Union(f.Steps(lines, along(1, across), along(2, by)))
		}
	}
	knight := f.NewRelation()
	knight.AddMatrix(moves)
	reachable := knight.Saturate(f.Tuple(0, 0))

	board := f.Box(lines)
	nodes, _ := moves.Size()
	fmt.Println(moves.Count(), "moves in", nodes, "nodes")
	fmt.Println("all squares:", reachable.Equal(board))
	// Output:
	// 1005360 moves in 1071 nodes
	// all squares: true
}

// Sets as guards of events: two clocks of which neither may be ahead by more than two.
func ExampleSet_Diagonal() {
	f := mdd.New(2, mdd.Options{})
	hours := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	near := f.Box([][]int{hours, hours}).Between(func(level, v int) int64 {
		if level == 1 {
			return int64(v)
		}
		return -int64(v)
	}, -2, 2)
	tick := f.NoPairs()
	for clock := 1; clock <= 2; clock++ {
		tick = tick.Union(f.Steps([][]int{hours, hours}, mdd.Step{Level: clock, Effect: mdd.Shift{Delta: 1}}))
	}
	tick = tick.To(near) // a tick leads to times that are near each other

	fmt.Println(tick.Count(), "ticks")
	later := tick.Closure()
	fmt.Println("from (0,0) to (11,10):", later.Contains([]int{0, 0}, []int{11, 10}))
	fmt.Println("and back:", later.Contains([]int{11, 10}, []int{0, 0}))
	fmt.Println("times after (9,9):", later.Image(f.Tuple(9, 9)).Count())
	fmt.Println("ends:", near.Minus(tick.Domain()).Count())
	// Output:
	// 102 ticks
	// from (0,0) to (11,10): true
	// and back: false
	// times after (9,9): 8
	// ends: 1
}
