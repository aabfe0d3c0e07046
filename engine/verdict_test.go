package engine_test

import (
	"testing"

	"brim/engine"
)

// An answer is all the truth values that are still possible. What is settled by two answers is what each pair of these
// has in common.
func TestResultAlgebra(t *testing.T) {
	possible := map[engine.Result][]bool{engine.Unknown: {true, false}, engine.Holds: {true}, engine.Fails: {false}}
	settled := func(x, y engine.Result, op func(a, b bool) bool) engine.Result {
		seen := map[bool]bool{}
		for _, a := range possible[x] {
			for _, b := range possible[y] {
				seen[op(a, b)] = true
			}
		}
		switch {
		case len(seen) > 1:
			return engine.Unknown
		case seen[true]:
			return engine.Holds
		}
		return engine.Fails
	}
	for x := range possible {
		for y := range possible {
			if got, want := x.And(y), settled(x, y, func(a, b bool) bool { return a && b }); got != want {
				t.Errorf("%v and %v: %v, want %v", x, y, got, want)
			}
			if got, want := x.Or(y), settled(x, y, func(a, b bool) bool { return a || b }); got != want {
				t.Errorf("%v or %v: %v, want %v", x, y, got, want)
			}
		}
		if got, want := x.Negate(), settled(x, x, func(a, _ bool) bool { return !a }); got != want {
			t.Errorf("not %v: %v, want %v", x, got, want)
		}
	}
	if engine.Decided(true) != engine.Holds || engine.Decided(false) != engine.Fails ||
		engine.Between(false, true) != engine.Unknown {
		t.Error("what is certain is not decided")
	}
}
