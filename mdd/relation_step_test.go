package mdd

import (
	"math/rand/v2"
	"testing"
)

// ImageWithin is the image, intersected with the constraint.
func TestImageWithinAgrees(t *testing.T) {
	seed := uint64(0)
	eachScene(t, 10, func(t *testing.T, c *scene) {
		seed++
		rng := rand.New(rand.NewPCG(seed, 3))
		for _, density := range []int{0, 1, 3, 8, 100} {
			set, within := c.randomTuples(rng, density).Set(c.f).Union(c.set),
				c.randomTuples(rng, 10-density).Set(c.f).Union(c.set)
			for _, x := range [][2]Set{{set, within}, {within, set}, {set, set}} {
				if got, want := c.r.ImageWithin(x[0], x[1]), c.r.Image(x[0]).Intersect(x[1]); !got.Equal(want) {
					t.Errorf("ImageWithin: %v tuples, want %v", got.Count(), want.Count())
				}
				if c.joins {
					continue
				}
				if got, want := c.r.PreImageWithin(x[0], x[1]), c.r.PreImage(x[0]).Intersect(x[1]); !got.Equal(want) {
					t.Errorf("PreImageWithin: %v tuples, want %v", got.Count(), want.Count())
				}
			}
		}
	})
}
