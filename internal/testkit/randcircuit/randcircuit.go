// Package randcircuit draws small circuits at random, and looks at all of their states, to judge engines by.
package randcircuit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// Generate returns a random circuit with 1 to most latches and up to two inputs. Some circuits have constraints or
// latches without an initial value. Most latches flip where a random signal is true, as in counters, so that not all
// distances are short. Equal generators give equal circuits.
func Generate(rng *rand.Rand, most int) *circuit.Circuit {
	var inputs, latches []string
	for i := range rng.IntN(3) {
		inputs = append(inputs, fmt.Sprintf("x%d", i))
	}
	for i := range 1 + rng.IntN(most) {
		latches = append(latches, fmt.Sprintf("l%d", i))
	}
	b := circuit.NewBuilder("random", inputs, latches)
	var signals []circuit.Lit
	for i := range inputs {
		signals = append(signals, b.Input(i))
	}
	for i := range latches {
		signals = append(signals, b.Latch(i))
	}
	draw := func() circuit.Lit { return signals[rng.IntN(len(signals))] ^ circuit.Lit(rng.IntN(2)) }
	for range len(latches) * (1 + rng.IntN(6)) {
		signals = append(signals, b.And(draw(), draw()))
	}
	for i := range latches {
		x, y := b.Latch(i), draw()
		next := b.Or(b.And(x, y.Not()), b.And(x.Not(), y))
		if rng.IntN(4) == 0 {
			next = draw()
		}
		b.SetNext(i, next)
		b.SetReset(i, []circuit.Lit{circuit.False, circuit.False, circuit.False, circuit.True, x}[rng.IntN(5)])
	}
	b.Bad("bad", draw())
	for i := range max(0, rng.IntN(4)-1) {
		b.Constrain(fmt.Sprintf("c%d", i), b.Or(draw(), draw()))
	}
	c, err := b.Circuit()
	if err != nil {
		panic("randcircuit: " + err.Error())
	}
	return c
}

// Property returns a formula without path operators about the signals of c, often one state.
func Property(rng *rand.Rand, c *circuit.Circuit) string {
	var parts []string
	for _, s := range c.Signals() {
		if rng.IntN(5) > 1 {
			parts = append(parts, fmt.Sprintf("%s = %d", s.Name, rng.IntN(2)))
		}
	}
	if len(parts) == 0 || rng.IntN(3) == 0 {
		return "bad = 1"
	}
	return strings.Join(parts, " & ")
}

// Runs are all states of c, its inputs among them: bits of the latches, then of the inputs.
type Runs struct {
	c       *circuit.Circuit
	latches int
	legal   []bool // by state and inputs: whether the constraints hold
	goal    []bool
	next    []int // by state and inputs: the state after it
	first   []bool
}

// Bits returns the lowest bits of n.
func Bits(n, width int) []bool {
	list := make([]bool, width)
	for i := range list {
		list[i] = n>>i&1 == 1
	}
	return list
}

// NewRuns enumerates the states of c together with all inputs, and notes for each pair whether the constraints hold,
// whether goal holds, and the next state. goal has no path operators. Cost: 2 to the power of the number of latches and
// inputs.
func NewRuns(c *circuit.Circuit, goal *syntax.Formula) *Runs {
	x := &Runs{c: c, latches: len(c.Latches)}
	for state := range 1 << x.latches {
		latches := Bits(state, x.latches)
		first := true
		for i, l := range c.Latches {
			first = first && (l.Reset > circuit.True || latches[i] == (l.Reset == circuit.True))
		}
		x.first = append(x.first, first)
		for inputs := range 1 << len(c.Inputs) {
			values := c.Values(nil, latches, Bits(inputs, len(c.Inputs)))
			legal := true
			for _, s := range c.Constraints {
				legal = legal && s.Lit.In(values)
			}
			next := 0
			for i, set := range c.Next(nil, values) {
				if set {
					next |= 1 << i
				}
			}
			x.legal, x.goal, x.next = append(x.legal, legal), append(x.goal, c.Holds(goal, values)),
				append(x.next, next)
		}
	}
	return x
}

// Moments returns the graph of the moments of c, which are states with inputs that meet the constraints: those of runs
// that begin, and which moments can follow each. Moment m is state m / 2^inputs with the inputs m % 2^inputs. Where the
// constraints are not met nothing follows, and nothing leads there.
func (x *Runs) Moments() (first []int, next [][]int) {
	inputs := len(x.legal) / len(x.first)
	from := func(state int) (list []int) {
		for m := state * inputs; m < (state+1)*inputs; m++ {
			if x.legal[m] {
				list = append(list, m)
			}
		}
		return list
	}
	next = make([][]int, len(x.legal))
	for state, is := range x.first {
		if is {
			first = append(first, from(state)...)
		}
	}
	for m, legal := range x.legal {
		if legal {
			next[m] = from(x.next[m])
		}
	}
	return first, next
}

// Holds reports whether f, a formula without path operators, holds in a moment.
func (x *Runs) Holds(moment int, f *syntax.Formula) bool {
	inputs := len(x.c.Inputs)
	values := x.c.Values(nil, Bits(moment>>inputs, x.latches), Bits(moment, inputs))
	return x.c.Holds(f, values)
}

// Start reports whether some inputs meet the constraints in an initial state.
func (x *Runs) Start() bool {
	first, _ := x.Moments()
	return len(first) > 0
}

// Nearest returns the least number of steps to a moment in the goal, −1 if there is none, by breadth-first search.
func (x *Runs) Nearest() int {
	level, next := x.Moments()
	seen := make([]bool, len(next))
	for d := 0; len(level) > 0; d++ {
		var after []int
		for _, m := range level {
			if x.goal[m] {
				return d
			}
			for _, n := range next[m] {
				if !seen[n] {
					seen[n] = true
					after = append(after, n)
				}
			}
		}
		level = after
	}
	return -1
}

// Forever reports whether the goal holds all the time on some infinite run: it removes moments of the goal from which
// no other one follows until nothing changes.
func (x *Runs) Forever() bool {
	first, next := x.Moments()
	in := slices.Clone(x.goal)
	follows := func(m int) bool { return in[m] }
	for changed := true; changed; {
		changed = false
		for m := range in {
			if in[m] && !slices.ContainsFunc(next[m], follows) {
				in[m], changed = false, true
			}
		}
	}
	return slices.ContainsFunc(first, follows)
}
