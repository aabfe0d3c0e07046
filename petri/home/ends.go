package home

import (
	"context"
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Tests of descents: where they end.

const (
	mostEnds  = 8       // markings that one test adds
	mostLooks = 1 << 20 // at steps, whether they are enabled, in one test
)

// Test takes steps of a descent from n random markings, chosen as Sample does, as long as one is enabled. It adds the
// markings in which they end outside of the target as samples, and returns how many it added; a few are enough. Long
// descents are left to other ways to prove them, since each firing looks at all steps. The cost is bounded.
func (s *Search) Test(ctx context.Context, d *Descent, seed uint64, n int) (added int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	var enabled []int
	looks := mostLooks
	for i := range n {
		if ctx.Err() != nil || added == mostEnds || looks < 0 {
			break
		}
		m := s.walk(rng, 1<<(i%10), &enabled)
		for looks >= 0 {
			looks -= len(d.Steps) + 1
			enabled = enabled[:0]
			for x := range d.Steps {
				if d.Steps[x].enabled(s.net, m) {
					enabled = append(enabled, x)
				}
			}
			if len(enabled) == 0 {
				if !s.target.Has(m) && !slices.ContainsFunc(s.samples, func(x *sample) bool { return x.Equal(m) }) {
					s.Add(m, false)
					added++
				}
				break
			}
			for _, t := range d.Steps[enabled[rng.IntN(len(enabled))]].Word {
				if s.net.Fire(m, t) != nil {
					return added // a place would hold too many tokens
				}
			}
			if ctx.Err() != nil {
				return added
			}
		}
	}
	return added
}

// walk fires so many transitions at random, from the initial marking on.
func (s *Search) walk(rng *rand.Rand, firings int, enabled *[]int) petri.Marking {
	m := s.net.Initial()
	for range firings {
		if *enabled = slices.AppendSeq((*enabled)[:0], s.net.EnabledTransitions(m)); len(*enabled) == 0 {
			break
		}
		if s.net.Fire(m, (*enabled)[rng.IntN(len(*enabled))]) != nil {
			break
		}
	}
	return m
}
