// Command queens counts the ways in which n queens stand on an n×n board, one in each column, and attack no other: a
// join of relations between two columns each, as of the tables of a database.
package main

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"brim/mdd"
)

func main() {
	for n := 4; n <= 9; n++ {
		fmt.Println(n, "queens:", queens(n).Count(), "boards")
	}
	boards, err := queens(8).Index(context.Background(), mdd.Indexing{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("board 46 of", boards.Total(), "with 8:", boards.Nth(big.NewInt(45)))
}

// queens returns the boards: the row of the queen in each column, a column on each level.
func queens(n int) mdd.Set {
	f := mdd.New(n, mdd.Options{})
	pairs := mdd.New(2, mdd.Options{})
	boards := f.Empty()
	for j := 2; j <= n; j++ {
		for i := j - 1; i >= 1; i-- {
			var rows [][]int // of queens in columns i and j
			for a := range n {
				for b := range n {
					if d := b - a; d != 0 && d != j-i && d != i-j {
						rows = append(rows, []int{a, b})
					}
				}
			}
			peace := f.Move(pairs.Tuples(rows), []int{i, j})
			switch {
			case j == 2:
				boards = peace
			case i == j-1: // column j is new
				boards = boards.Join(peace, i)
			default:
				boards = boards.Join(peace, i, j)
			}
		}
	}
	return boards
}
