package puzzles_test

import (
	"fmt"

	"brim/bench/peers/puzzles"
)

// Eight queens on a chessboard, and the states of three disks, which are on one of three pegs each.
func ExampleSolve() {
	queens, _ := puzzles.Solve("mdd", "queens", 8)
	disks, _ := puzzles.Solve("rudd", "hanoi", 3)
	fmt.Println(queens, disks)
	// Output: 92 27
}
