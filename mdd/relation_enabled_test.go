package mdd

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Enabled, Dead and CountEnabled agree with the twin.
func TestEnabledAgainstTwin(t *testing.T) {
	eachScene(t, 400, func(t *testing.T, c *scene) {
		all := closure(c.start, c.events)
		s := all.Set(c.f)
		pairs := 0
		for i, e := range c.events {
			want := all.Filter(func(v []int) bool { return len(e.Successors(v)) > 0 })
			c.same(t, fmt.Sprint("Enabled ", i), c.r.Enabled(i, s), want)
			pairs += len(want)
		}
		dead := all.Filter(func(v []int) bool {
			for _, e := range c.events {
				if len(e.Successors(v)) > 0 {
					return false
				}
			}
			return true
		})
		c.same(t, "Dead", c.r.Dead(s), dead)
		if got := c.r.CountEnabled(s); got.Cmp(big.NewInt(int64(pairs))) != 0 {
			t.Errorf("CountEnabled: got %d, want %d", got, pairs)
		}
		if got := s.Count(); got.Cmp(big.NewInt(int64(len(all)))) != 0 {
			t.Errorf("Count: got %d, want %d", got, len(all))
		}
	})
}

// A limit that ends Dead leaves no unfinished results for the next call.
func TestDeadAfterLimits(t *testing.T) {
	for seed := range uint64(60) {
		for _, o := range everyOption {
			c := newScene(rand.New(rand.NewPCG(seed, 1)), o)
			want := closure(c.start, c.events)
			s := want.Set(c.f)
			dead := want.Filter(func(v []int) bool {
				return !slices.ContainsFunc(c.events, func(e eventTwin) bool { return len(e.Successors(v)) > 0 })
			})
			for work := int64(1); ; work++ {
				err := c.f.Guard(context.Background(), Limits{Work: work}, func() { c.r.Dead(s) })
				c.same(t, fmt.Sprintf("seed %d, %v, Dead after %v", seed, o, err), c.r.Dead(s), dead)
				if err == nil || work > 20 {
					break
				}
			}
			c.f.Close()
		}
	}
}
