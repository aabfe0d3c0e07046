package syntax

import (
	"math"
	"testing"
)

// The ranges of a relation hold the numbers for which it holds and no others, also at the ends of 64 bits, and none of
// them is empty.
func TestRanges(t *testing.T) {
	const least, most = math.MinInt64, math.MaxInt64
	numbers := []int64{least, least + 1, -2, -1, 0, 1, 2, most - 1, most}
	for r := range relationCount {
		for _, b := range numbers {
			in := map[int64]int{}
			for lo, hi := range r.Ranges(b) {
				if lo > hi {
					t.Errorf("%v %d: a range from %d to %d", r, b, lo, hi)
				}
				for _, a := range numbers {
					if lo <= a && a <= hi {
						in[a]++
					}
				}
			}
			for _, a := range numbers {
				want := 0
				if r.Holds(a, b) {
					want = 1
				}
				if in[a] != want {
					t.Errorf("%d %v %d: in %d ranges, want %d", a, r, b, in[a], want)
				}
			}
			for range r.Ranges(b) { // may be left early
				break
			}
		}
	}
}
