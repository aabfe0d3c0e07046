package main

import (
	"math/big"
	"testing"
)

// Every choice of three stations is reached: C(10, 3) = 120, C(100, 3) = 161,700, C(10⁴, 3) = 166,616,670,000, of which
// C(9999, 2) = 49,985,001 have the last one.
func Example() {
	main()
	// Output:
	// 10 stations: 120 states in 24 nodes
	// 100 stations: 161700 states in 294 nodes
	// 10000 stations: 166616670000 states in 29994 nodes
	// the last station has a message in 49985001
}

func TestReachable(t *testing.T) {
	for n := 3; n < 40; n++ {
		if got := reachable(n).Count(); got.Cmp(new(big.Int).Binomial(int64(n), 3)) != 0 {
			t.Errorf("%d stations: %v states", n, got)
		}
	}
}
