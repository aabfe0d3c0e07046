package nets

import (
	"fmt"
	"strconv"
)

// A block is a function block of a control program, a machine that is evaluated once
// a cycle: it takes one value 0 or 1 from each of its sources, gives one value to all
// blocks that take from it, and may change its state.
type block struct {
	name   string
	from   []string // blocks and inputs
	states []string // what it remembers, the initial state first; none if it has no memory
	step   func(in []int, state int) (out, next int)
}

// gate returns a block without memory, which computes a Boolean function.
func gate(name string, f func(in []int) int, from ...string) block {
	return block{name, from, nil, func(in []int, _ int) (int, int) { return f(in), 0 }}
}

func and(in []int) int {
	for _, x := range in {
		if x == 0 {
			return 0
		}
	}
	return 1
}

func or(in []int) int {
	for _, x := range in {
		if x == 1 {
			return 1
		}
	}
	return 0
}

func not(in []int) int { return 1 - in[0] }

// latched returns the gate b with its last value as a memory, which has no effect.
func latched(b block) block {
	step := b.step
	b.states = []string{"q0", "q1"}
	b.step = func(in []int, _ int) (int, int) {
		out, _ := step(in, 0)
		return out, out
	}
	return b
}

// flipflop returns a block that is set by one source and reset by the other, which wins.
func flipflop(name, set, reset string) block {
	return block{name, []string{set, reset}, []string{"q0", "q1"}, func(in []int, q int) (int, int) {
		switch {
		case in[1] == 1:
			q = 0
		case in[0] == 1:
			q = 1
		}
		return q, q
	}}
}

// delay returns a block that gives 1 from the t-th cycle on in which it takes 1 without
// a break. State ck: for k cycles, t standing for more, too.
func delay(name string, t int, from string) block {
	states := make([]string, t+1)
	for k := range states {
		states[k] = "c" + strconv.Itoa(k)
	}
	return block{name, []string{from}, states, func(in []int, k int) (int, int) {
		switch {
		case in[0] == 0:
			return 0, 0
		case k+1 < t:
			return 0, k + 1
		}
		return 1, t
	}}
}

// pulse returns a block that gives 1 for t cycles from where its source changes from 0
// to 1; changes in the meantime count for nothing. State rkbv: k cycles to go, the last
// value taken is v.
func pulse(name string, t int, from string) block {
	var states []string
	for k := range t + 1 {
		for v := range 2 {
			states = append(states, fmt.Sprintf("r%db%d", k, v))
		}
	}
	return block{name, []string{from}, states, func(in []int, state int) (int, int) {
		k, last, x := state/2, state%2, in[0]
		switch {
		case k > 0:
			return 1, 2*(k-1) + x
		case x == 1 && last == 0:
			return 1, 2*(t-1) + x
		}
		return 0, x
	}}
}
