package kripke_test

import (
	"strings"
	"testing"

	"brim/engine"
	"brim/engine/kripke"
)

// Every way to tamper with a path is found.
func TestPathCheck(t *testing.T) {
	l := readAUT(t, "des (0,4,4)\n(0,a,1)\n(1,b,2)\n(2,c,1)\n(2,a,3)\n")
	state := func(list ...uint64) (states []kripke.State) {
		for _, s := range list {
			states = append(states, kripke.State{s})
		}
		return states
	}
	const a, b, c = 0, 1, 2
	for _, x := range []struct {
		path kripke.Path
		want string // "" if the path is right
	}{
		{kripke.Path{States: state(0), Loop: engine.NoLoop}, ""},
		{kripke.Path{States: state(0, 1, 2, 3), Labels: []int{a, b, a}, Loop: engine.NoLoop}, ""},
		{kripke.Path{States: state(0, 1, 2, 1), Labels: []int{a, b, c}, Loop: 1}, ""},
		{kripke.Path{Loop: engine.NoLoop}, "a path of 0 states and 0 transitions"},
		{kripke.Path{States: state(0, 1), Loop: engine.NoLoop}, "a path of 2 states and 0 transitions"},
		{kripke.Path{States: state(1, 2), Labels: []int{b}, Loop: engine.NoLoop}, "1 is no initial state"},
		{kripke.Path{States: state(0, 2), Labels: []int{a}, Loop: engine.NoLoop}, "step 1: 0 has no transition a to 2"},
		{kripke.Path{States: state(0, 1), Labels: []int{b}, Loop: engine.NoLoop}, "step 1: 0 has no transition b to 1"},
		{kripke.Path{States: state(0, 1), Labels: []int{9}, Loop: engine.NoLoop}, "step 1: 0 has no transition 9 to 1"},
		{kripke.Path{States: []kripke.State{{0, 0}}, Loop: engine.NoLoop}, "state 0 has 2 words, expected 1"},
		{kripke.Path{States: state(0, 1, 2, 1), Labels: []int{a, b, c}, Loop: 0},
			"the loop does not close: 0 at position 0 and 1 after step 3"},
		{kripke.Path{States: state(0, 1, 2, 1), Labels: []int{a, b, c}, Loop: 3}, "a loop to position 3 of 3 steps"},
		{kripke.Path{States: state(0), Loop: 0}, "a loop to position 0 of 0 steps"},
	} {
		err := x.path.Check(l)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.HasPrefix(err.Error(), x.want)) {
			t.Errorf("%+v: error %v, want %q", x.path, err, x.want)
		}
	}
}
