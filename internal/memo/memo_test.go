package memo

import "testing"

// Each argument is computed once, also by a recursion, and with each flag.
func TestOf(t *testing.T) {
	calls := 0
	var table Table[int, int]
	var fibonacci func(int) int
	fibonacci = func(n int) int {
		calls++
		if n < 2 {
			return n
		}
		return table.Of(n-1, fibonacci) + table.Of(n-2, fibonacci)
	}
	if got := table.Of(50, fibonacci); got != 12586269025 || calls != 51 {
		t.Errorf("%d after %d calls", got, calls)
	}
	var flagged Flagged[int, int]
	calls = 0
	sign := func(n int, negated bool) int {
		calls++
		if negated {
			return -n
		}
		return n
	}
	for range 2 {
		if a, b := flagged.Of(3, false, sign), flagged.Of(3, true, sign); a != 3 || b != -3 {
			t.Errorf("%d and %d", a, b)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls, want 2", calls)
	}
}
