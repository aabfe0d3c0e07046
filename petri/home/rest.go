package home

import (
	"context"
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Other markings to which a net may always return.

// Rest returns a reachable marking in which a descent ends: it chooses transitions in random order, as many as can
// descend together, and fires these from the initial marking until none is enabled, or so many times. If the net runs
// in circles that are long, or cannot return to its initial marking, such a marking is easier to come back to. The
// error is that of ctx or of a linear program.
func Rest(ctx context.Context, net *petri.Net, seed uint64, most int) (petri.Marking, error) {
	rng := rand.New(rand.NewPCG(seed, 2))
	m := net.Initial()
	s := NewSearch(net, At(m))
	var list []*effect
	for _, t := range rng.Perm(len(net.Transitions)) {
		if x := s.steps[t].effect; x.sum >= 0 && !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	if err := s.chooseMost(ctx, list); err != nil {
		return nil, err
	}
	var enabled []int
	for range most {
		enabled = enabled[:0]
		for t := range net.EnabledTransitions(m) {
			if s.steps[t].chosen {
				enabled = append(enabled, t)
			}
		}
		if len(enabled) == 0 || ctx.Err() != nil || !net.FireInto(m, m, enabled[rng.IntN(len(enabled))]) {
			break
		}
	}
	return m, ctx.Err()
}
