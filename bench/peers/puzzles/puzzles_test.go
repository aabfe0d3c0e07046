package puzzles

import (
	"fmt"
	"testing"
)

// Queens have 92 solutions on 8 × 8 squares; disks and forks are in one of three places each, independently; choices
// are counted one by one.
func TestPackagesAgree(t *testing.T) {
	const options = 7
	left, values := 0, make([]int, options)
	for code := range 1 << (2 * options) {
		for i := range values {
			values[i] = code >> (2 * i) & 3
		}
		if allowed(values) {
			left++
		}
	}
	for name, s := range solvers {
		got := fmt.Sprint(s.queens(8), s.choices(options, excluded(options)), s.reach(hanoi(5)),
			s.reach(philosophers(5)))
		if want := fmt.Sprint(92, left, 243, 243); got != want {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
}

// allowed reports whether no pair is excluded.
func allowed(values []int) bool {
	for _, p := range excluded(len(values)) {
		if values[p.i] == p.v && values[p.j] == p.w {
			return false
		}
	}
	return true
}
