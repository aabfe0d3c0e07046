package order

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"brim/petri/structure"
)

func TestForceIsNeverWorseThanItsStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		h := newHypergraph(net, Singles(net))
		start := sequence(rapid.Permutation(identity(len(net.Places))).Draw(t, "start"))
		before := h.span(start.positions())
		got, span := h.force(start, rapid.IntRange(0, 30).Draw(t, "rounds"))
		if !permutation(got, len(net.Places)) {
			t.Fatalf("not a permutation: %v", got)
		}
		if span != h.span(got.positions()) || span > before {
			t.Fatalf("start has span %d, force says %d, its result has %d", before, span, h.span(got.positions()))
		}
	})
}

// TestForceKeepsTheBest repeats the starts of forceBest one by one: none of them
// may be better than what it returns.
func TestForceKeepsTheBest(t *testing.T) {
	for _, spec := range []string{"dphil:12", "sr:9", "rr:9", "fms:3", "hanoi:7"} {
		net, _ := family(t, spec)
		h := newHypergraph(net, Singles(net))
		start := identity(len(net.Places))
		const starts, rounds = 6, 200
		best := h.span(h.forceBest(start, 5, starts, 1<<40).positions())
		_, least := h.force(start, rounds)
		rng := rand.New(rand.NewPCG(5, 0))
		for range starts {
			s := slices.Clone(start)
			rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
			_, span := h.force(s, rounds)
			least = min(least, span)
		}
		if best != least {
			t.Errorf("%s: forceBest has span %d, the best start %d", spec, best, least)
		}
	}
}

// Buckets sort places as a comparison of all with all does, also where many have one bucket.
func TestSorterAgainstStableSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 100
		shrink := rapid.Float64Range(0, 1).Draw(t, "shrink")
		whole := rapid.Map(rapid.IntRange(0, n-1), func(i int) float64 { return float64(i) })
		values := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, n-1), whole), n, n)
		s := newSorter(n)
		for range 2 {
			list := make([]place, n)
			for i, v := range values.Draw(t, "values") {
				list[i] = place{v * shrink, int32(i)}
			}
			got := slices.Clone(s.sort(list))
			slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.at, b.at) })
			if !slices.Equal(got, list) {
				t.Fatalf("got %v, want %v", got, list)
			}
		}
	})
}

func TestSpanSumAgainstMetrics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		groups := Groups(net, flows, Limits{})
		h := newHypergraph(net, groups)
		s := sequence(rapid.Permutation(identity(len(groups))).Draw(t, "order"))
		m := Cost(net, s.decomposition(groups, ""))
		if want := h.span(s.positions()); m.SpanSum != want {
			t.Fatalf("metrics say %d, the hypergraph %d", m.SpanSum, want)
		}
		if m.UniqueSpan > m.SpanSum || m.TopSum < m.SpanSum || m.WeightedSpan < 0 || m.WeightedSpan > 1 {
			t.Fatalf("impossible metrics %+v", m)
		}
	})
}
