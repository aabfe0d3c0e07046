package mdd

import (
	"math/rand/v2"
	"testing"
)

// SaturateWithin is the closure under the steps that end inside the constraint.
func TestSaturateWithinAgrees(t *testing.T) {
	seed := uint64(0)
	eachScene(t, 20, func(t *testing.T, c *scene) {
		seed++
		rng := rand.New(rand.NewPCG(seed, 2))
		for _, density := range []int{0, 1, 2, 3, 8, 100} {
			within := c.randomTuples(rng, density)
			want := tuples{}
			todo := c.start.Sorted()
			for _, v := range todo {
				want.Add(v)
			}
			for len(todo) > 0 {
				v := todo[0]
				todo = todo[1:]
				for _, e := range c.events {
					for _, to := range e.Successors(v) {
						if within.Has(to) && want.Add(to) {
							todo = append(todo, to)
						}
					}
				}
			}
			c.same(t, "SaturateWithin", c.r.SaturateWithin(c.set, within.Set(c.f)), want)
		}
	})
}

// Constrained saturation backwards inside the reachable set agrees with breadth-first search on the inverse.
func TestSaturateWithinInverse(t *testing.T) {
	eachScene(t, 20, func(t *testing.T, c *scene) {
		if c.joins {
			t.Skip("a Map of this scene has no way back")
		}
		reached := c.r.Saturate(c.set)
		goal := reached
		if v, ok := reached.Pick(); ok {
			goal = c.f.Tuple(v...)
		}
		got := c.r.Inverse().SaturateWithin(goal, reached)
		want := goal
		for {
			next := want.Union(c.r.PreImage(want).Intersect(reached))
			if next.Equal(want) {
				break
			}
			want = next
		}
		if !got.Equal(want) {
			t.Errorf("got %v tuples, want %v", got.Count(), want.Count())
		}
	})
}

// randomTuples draws each tuple with small values with a probability that grows with density.
func (c *scene) randomTuples(rng *rand.Rand, density int) tuples {
	set := tuples{}
	values := make([]int, c.f.Levels())
	var fill func(k int)
	fill = func(k int) {
		if k == len(values) {
			if rng.IntN(10) < density {
				set.Add(values)
			}
			return
		}
		for v := range 5 {
			values[k] = v
			fill(k + 1)
		}
	}
	fill(0)
	return set
}
