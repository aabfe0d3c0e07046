package puzzles

import (
	"fmt"
	"math/bits"
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
		got := fmt.Sprint(s.queens(8), s.choices(options, excluded(options)), s.reach(hanoi(5)), s.reach(philosophers(5)))
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

// The functions that are sifted have the values of their definitions.
func TestFunctions(t *testing.T) {
	const n = 4
	ones := map[string]int{"queens": 2}
	for x := range 1 << n {
		for y := range 1 << n {
			if x&y != 0 {
				ones["pairs"]++
			}
			ones["adder"] += bits.OnesCount(uint(x + y))
			ones["multiplier"] += bits.OnesCount(uint(x * y))
		}
		if w := bits.OnesCount(uint(x)); w > 0 {
			ones["hidden"] += x >> (w - 1) & 1
		}
	}
	for name := range functions {
		s, err := Sift(name, n)
		if err != nil || s.Ones.Int64() != int64(ones[name]) || s.After > s.Before {
			t.Errorf("%s: %v, expected %d; %v", name, s, ones[name], err)
		}
	}
}
