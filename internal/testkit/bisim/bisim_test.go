package bisim

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// bisimilar is the greatest relation that is a bisimulation, by its definition.
func bisimilar(g *Graph) [][]bool {
	n := len(g.Out)
	r := make([][]bool, n)
	for i := range r {
		r[i] = slices.Repeat([]bool{true}, n)
	}
	matched := func(i, j int) bool {
		for _, e := range g.Out[i] {
			if !slices.ContainsFunc(g.Out[j], func(f Edge) bool { return f.Label == e.Label && r[e.To][f.To] }) {
				return false
			}
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		for i := range n {
			for j := range n {
				if r[i][j] && !(matched(i, j) && matched(j, i)) {
					r[i][j], r[j][i], changed = false, false, true
				}
			}
		}
	}
	return r
}

func TestClassesByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	together := 0
	for range 2000 {
		g := random(rng, 1+rng.IntN(8))
		class, want := g.Classes(), bisimilar(g)
		for i := range class {
			for j := range class {
				if (class[i] == class[j]) != want[i][j] {
					t.Fatalf("%v: states %d and %d have the classes %d and %d, bisimilar: %t", g.Out, i, j, class[i],
						class[j], want[i][j])
				}
				if i < j && want[i][j] {
					together++
				}
			}
		}
	}
	if together < 2000 {
		t.Errorf("only %d bisimilar pairs", together)
	}
}

func random(rng *rand.Rand, n int) *Graph {
	g := &Graph{Out: make([][]Edge, n)}
	for range rng.IntN(2 * n) {
		i := rng.IntN(n)
		g.Out[i] = append(g.Out[i], Edge{string(rune('a' + rng.IntN(2))), rng.IntN(n)})
	}
	return g
}

func TestEquivalent(t *testing.T) {
	loop := &Graph{[][]Edge{{{"a", 0}}}}
	two := &Graph{[][]Edge{{{"a", 1}, {"a", 0}}, {{"a", 0}, {"a", 0}}}}
	ends := &Graph{[][]Edge{{{"a", 1}, {"a", 0}}, nil}}
	if !Equivalent(loop, two) || Equivalent(loop, ends) || Equivalent(ends, two) || !Equivalent(ends, ends) {
		t.Error("a loop is bisimilar to two states that go round and to nothing that can end")
	}
	if classes, edges := two.Quotient(); classes != 1 || edges != 1 {
		t.Errorf("the quotient has %d states and %d transitions, want 1 and 1", classes, edges)
	}
	if classes, edges := ends.Quotient(); classes != 2 || edges != 2 {
		t.Errorf("the quotient has %d states and %d transitions, want 2 and 2", classes, edges)
	}
}
