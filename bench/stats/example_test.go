package stats_test

import (
	"fmt"

	"brim/bench/stats"
)

// A median with its interval.

func ExampleMedian() {
	seconds := []float64{1.02, 0.98, 1.01, 1.35, 1.00, 0.99, 1.03}
	m := stats.Median(seconds)
	fmt.Printf("%.2f s ± %s\n", m.X, m.Spread())
	// Output: 1.01 s ± 34%
}

func ExampleSignedRank() {
	p := stats.SignedRank([]float64{1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4}) // nine above zero, one at zero
	fmt.Printf("p = %.4f\n", p)
	// Output: p = 0.0020
}
