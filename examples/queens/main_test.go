package main

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"brim/mdd"
)

// The numbers are those of https://oeis.org/A000170, the board is that of TestBoards.
func Example() {
	main()
	// Output:
	// 4 queens: 2 boards
	// 5 queens: 10 boards
	// 6 queens: 4 boards
	// 7 queens: 40 boards
	// 8 queens: 92 boards
	// 9 queens: 352 boards
	// board 46 of 92 with 8: [5 1 6 0 2 4 7 3]
}

// The boards are those of a plain search, in their order.
func TestBoards(t *testing.T) {
	const n = 8
	x, err := queens(n).Index(context.Background(), mdd.Indexing{})
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]int, n)
	found := int64(0)
	var place func(column int)
	place = func(column int) {
		if column < 0 {
			if got := x.Nth(big.NewInt(found)); !slices.Equal(got, rows) {
				t.Errorf("board %d: got %v, want %v", found, got, rows)
			}
			found++
			return
		}
		for row := range n {
			peace := true
			for other := column + 1; other < n; other++ {
				d := rows[other] - row
				peace = peace && d != 0 && d != other-column && d != column-other
			}
			if rows[column] = row; peace {
				place(column - 1)
			}
		}
	}
	place(n - 1)
	if found != 92 {
		t.Errorf("the search finds %d boards", found)
	}
}
