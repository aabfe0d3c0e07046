package mdd

import (
	"math/rand/v2"
	"testing"
)

// Where agrees with a filter by one value.
func TestWhereAgrees(t *testing.T) {
	seed := uint64(0)
	eachScene(t, 10, func(t *testing.T, c *scene) {
		seed++
		rng := rand.New(rand.NewPCG(seed, 4))
		set := c.randomTuples(rng, 1+rng.IntN(9))
		for level := 1; level <= c.f.Levels(); level++ {
			kept := rng.IntN(32)
			keep := func(v int) bool { return kept>>v&1 == 1 }
			want := set.Filter(func(values []int) bool { return keep(values[level-1]) })
			c.same(t, "Where", set.Set(c.f).Where(level, keep), want)
		}
	})
}

// A Builder makes the same set of the nodes that EachNode yields.
func TestBuildListed(t *testing.T) {
	seed := uint64(0)
	eachScene(t, 10, func(t *testing.T, c *scene) {
		if c.f.Rule() != ZeroSuppressed {
			t.Skip("for zero-suppressed forests")
		}
		seed++
		set := c.randomTuples(rand.New(rand.NewPCG(seed, 5)), int(seed)%10)
		a := set.Set(c.f)
		b, root := c.f.NewBuilder(), uint32(0)
		if len(set.Sorted()) > 0 {
			root = 1
		}
		for n := range a.EachNode() {
			if root = b.Node(n.Level, n.Values, n.Children); root != n.Name {
				t.Fatalf("node %d is called %d", n.Name, root)
			}
		}
		c.same(t, "Builder", b.Set(root), set)
	})
}
