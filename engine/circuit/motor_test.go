package circuit_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/circuit"
	"brim/internal/motor"
)

// The circuit does what the table of the system says, along random runs, and its goals are those of the system.
func TestMotor(t *testing.T) {
	c, system := circuit.Motor(), motor.New()
	goals := system.Goals(motor.Exchanges())
	if len(c.Latches) != 22 || len(c.Inputs) != 5 || len(c.Bad) != len(goals) {
		t.Fatalf("%d latches, %d inputs, %d goals", len(c.Latches), len(c.Inputs), len(c.Bad))
	}
	width := func(n int) int { return bits.Len(uint(n - 1)) }
	code := func(state []int) (latches []bool) {
		for i, m := range system.Machines {
			for k := range width(len(m.States)) {
				latches = append(latches, state[i]>>k&1 == 1)
			}
		}
		return latches
	}
	rng := rand.New(rand.NewPCG(1, 1))
	seen := make([]bool, len(goals))
	for range 300 {
		state, next := make([]int, len(system.Machines)), make([]int, len(system.Machines))
		latches := code(state)
		for range 60 {
			event := rng.IntN(1 << len(c.Inputs))
			inputs := make([]bool, len(c.Inputs))
			for k := range inputs {
				inputs[k] = event>>k&1 == 1
			}
			values := c.Values(nil, latches, inputs)
			for i, g := range goals {
				holds := g.Holds(state)
				seen[i] = seen[i] || holds
				if got := c.Bad[i].Lit.In(values); got != holds {
					t.Fatalf("goal %d, %s, in %v: %v", i, g.Name, state, got)
				}
			}
			allowed := !slices.ContainsFunc(c.Constraints, func(s circuit.Signal) bool { return !s.Lit.In(values) })
			if allowed != (event < len(system.Events)) {
				t.Fatalf("event %d in %v: allowed is %v", event, state, allowed)
			}
			if !allowed {
				continue
			}
			system.Step(next, state, event)
			if latches = c.Next(nil, values); !slices.Equal(latches, code(next)) {
				t.Fatalf("event %s in %v: latches %v, want %v", system.Events[event], state, latches, next)
			}
			copy(state, next)
		}
	}
	if n := len(seen) - len(slices.DeleteFunc(slices.Clone(seen), func(b bool) bool { return b })); n < 200 {
		t.Errorf("the runs met %d of %d goals only", n, len(goals))
	}
}
