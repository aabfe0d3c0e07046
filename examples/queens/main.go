// Command queens counts the ways to place n queens on an n×n board so that none attacks another. It joins relations
// between two columns each, as a database joins tables.
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

// queens returns the boards. A level is a column, numbered from 1, and its value the row of the queen there.
func queens(n int) mdd.Set {
	f := mdd.New(n, mdd.Options{})
	boards := peace(f, 1, 2)
	for column := 3; column <= n; column++ {
		boards = boards.Join(peace(f, column-1, column), column-1) // both sides know its neighbour, one the new column
		for other := 1; other < column-1; other++ {
			boards = boards.Join(peace(f, other, column), other, column)
		}
	}
	return boards
}

// peace returns the pairs of rows in which queens of two columns do not attack each other. The other columns have the
// value 0, as all levels outside of a set's variables have.
func peace(f *mdd.Forest, left, right int) mdd.Set {
	n := f.Levels()
	var pairs [][]int
	for a := range n {
		for b := range n {
			if distance := right - left; a != b && a-b != distance && b-a != distance {
				rows := make([]int, n)
				rows[left-1], rows[right-1] = a, b
				pairs = append(pairs, rows)
			}
		}
	}
	return f.Tuples(pairs)
}
