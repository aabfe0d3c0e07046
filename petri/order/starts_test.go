package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A hypergraph that is numbered anew is the same one: its edges, back under the old numbers, are those that were there,
// and they come by their first vertex.
func TestRenumbered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := GraphOf(randomNet(t))
		s := sequence(rapid.Permutation(identity(h.vertices)).Draw(t, "sequence"))
		x := h.renumbered(s)
		type weighted struct {
			pins   []int32
			weight int32
		}
		var was, is []weighted
		for e, w := range h.weights {
			pins := slices.Clone(h.edge(int32(e)))
			slices.Sort(pins)
			was = append(was, weighted{pins, w})
		}
		last := int32(0)
		for e, w := range x.weights {
			pins := slices.Clone(x.edge(int32(e)))
			if pins[0] < last || pins[0] != slices.Min(pins) {
				t.Fatalf("edge %d begins with %v after %d", e, pins, last)
			}
			last = pins[0]
			for i, v := range pins {
				pins[i] = s[len(s)-1-int(v)] // vertex 0 has the highest level
			}
			slices.Sort(pins)
			is = append(is, weighted{pins, w})
		}
		compare := func(a, b weighted) int { return slices.Compare(a.pins, b.pins) }
		slices.SortFunc(was, compare)
		slices.SortFunc(is, compare)
		if !slices.EqualFunc(was, is, func(a, b weighted) bool { return compare(a, b) == 0 && a.weight == b.weight }) {
			t.Fatalf("edges %v, were %v", is, was)
		}
	})
}

// From several starts a method returns an order of all vertices that is no worse than from one, and sometimes much
// better where the vertices come in a random sequence.
func TestStarts(t *testing.T) {
	const side = 12
	h := NewHypergraph(side * side) // a torus: all vertices are alike
	for v := range side * side {
		right, down := v-v%side+(v+1)%side, (v+side)%(side*side)
		h.Add(1, v, right)
		h.Add(1, v, down)
	}
	h.index()
	better := 0
	for seed := range uint64(5) {
		s := identity(h.vertices)
		rand.New(rand.NewPCG(1, seed)).Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		h := h.renumbered(s)
		for name, method := range map[string]func(*Hypergraph) sequence{
			"bandwidth": (*Hypergraph).cuthillMcKee, "sloan": (*Hypergraph).sloan, "chain": (*Hypergraph).chain,
		} {
			one, best := method(h), h.from(method, 1, h.forceBest(identity(h.vertices), 1, 5, 1_000_000))
			if !permutation(best, h.vertices) {
				t.Errorf("%s: not a permutation of %d: %v", name, h.vertices, best)
			}
			switch a, b := h.either(one), h.either(best); {
			case b > a:
				t.Errorf("%s: score %v, from one start %v", name, b, a)
			case b < muchBetter*a:
				better++
			}
		}
	}
	t.Logf("%d of 15 orders are much better", better)
	if better < 3 {
		t.Errorf("only %d orders became much better", better)
	}
}
