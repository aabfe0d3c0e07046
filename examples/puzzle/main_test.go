package main

import (
	"strings"
	"testing"
)

// Half of the 9! positions can be reached, and the farthest are 31 moves from home: two of them, as
// https://oeis.org/A089473 says. TestWay slides the tiles.
func Example() {
	main()
	// Output:
	// 181440 positions
	// 31 moves from home: [8 6 7 2 5 4 3 0 1]
	// 31 moves from home: [6 4 7 8 5 0 3 2 1]
	// tiles on the way home: 5 6 8 2 3 5 1 4 7 8 6 3 5 1 4 7 8 6 3 5 1 4 7 8 6 3 2 1 4 7 8
}

const way = "5 6 8 2 3 5 1 4 7 8 6 3 5 1 4 7 8 6 3 5 1 4 7 8 6 3 2 1 4 7 8"

// Each tile of the way lies beside the hole when it slides, and all are home in the end.
func TestWay(t *testing.T) {
	board := []byte("867254301")
	for _, tile := range strings.Fields(way) {
		a, b := strings.Index(string(board), tile), strings.IndexByte(string(board), '0')
		if x, y := a%3-b%3, a/3-b/3; x*x+y*y != 1 {
			t.Fatalf("tile %s is not beside the hole of %s", tile, board)
		}
		board[a], board[b] = board[b], board[a]
	}
	if string(board) != "123456780" {
		t.Errorf("%s in the end", board)
	}
}
