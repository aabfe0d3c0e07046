package order

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"brim/petri"
	"brim/petri/structure"
)

func TestMethodsReturnPermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		groups := Groups(net, flows, Limits{})
		h := newHypergraph(net, groups)
		of := componentOf(net, groups)
		for method, s := range map[string]sequence{
			"file":      identity(len(groups)),
			"bandwidth": h.cuthillMcKee(),
			"sloan":     h.sloan(),
			"chain":     h.chain(),
			"flows":     h.withFlows(of, flows).chain(),
			"best":      h.forceBest(identity(len(groups)), 1, 2, 1000),
			"sunk":      h.sunk(identity(len(groups))),
		} {
			if !permutation(s, len(groups)) {
				t.Fatalf("%s: not a permutation of %d: %v", method, len(groups), s)
			}
		}
		if net.Units != nil {
			if s := alongUnits(net, groups, identity(len(groups))); !permutation(s, len(groups)) {
				t.Fatalf("nupn: not a permutation of %d: %v", len(groups), s)
			}
		}
	})
}

func TestCandidatesAreDistinctAndComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		options := Options{Most: rapid.IntRange(0, 30).Draw(t, "most"), Seed: rapid.Uint64().Draw(t, "seed")}
		list := Candidates(net, flows, options)
		again := Candidates(net, flows, options)
		if len(list) == 0 || len(list) > options.orDefault().Most {
			t.Fatalf("%d candidates of %d", len(list), options.Most)
		}
		for i, d := range list {
			if err := d.Check(net); err != nil {
				t.Fatalf("%s: %v", d.Method, err)
			}
			if !d.Equal(again[i]) || d.Method != again[i].Method {
				t.Fatalf("not deterministic: %v, then %v", d, again[i])
			}
			for _, e := range list[:i] {
				if d.Equal(e) {
					t.Fatalf("%s and %s are the same", d.Method, e.Method)
				}
			}
		}
	})
}

// TestMethodsUnrollAPath gives a pipeline whose places are shuffled: the orders
// from graph theory have to find the row again.
func TestMethodsUnrollAPath(t *testing.T) {
	const n = 40
	b := petri.NewBuilder("pipeline")
	at := rand.New(rand.NewPCG(1, 1)).Perm(n) // at[i] is the place of stage i
	for p := range n {
		b.Place(fmt.Sprint("p", p), 0)
	}
	for i := range n - 1 {
		tr := b.Transition(fmt.Sprint("t", i))
		b.In(tr, at[i], 1)
		b.Out(tr, at[i+1], 1)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	h := newHypergraph(net, Singles(net))
	for method, s := range map[string]sequence{"bandwidth": h.cuthillMcKee(), "sloan": h.sloan()} {
		if got := h.span(s.positions()); got != 2*(n-1) {
			t.Errorf("%s: sum of spans %d, want %d", method, got, 2*(n-1))
		}
	}
	file := h.span(identity(n).positions())
	for method, s := range map[string]sequence{"force": h.forceBest(identity(n), 1, 5, 1_000_000), "chain": h.chain()} {
		if got := h.span(s.positions()); got > file/3 {
			t.Errorf("%s: sum of spans %d, in the file %d", method, got, file)
		}
	}
}

// TestUnitsStayTogether checks the order along nested units.
func TestUnitsStayTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		if net.Units == nil {
			return
		}
		guide := sequence(rapid.Permutation(identity(len(net.Places))).Draw(t, "guide"))
		pos := alongUnits(net, Singles(net), guide).positions()
		var below func(unit int) []int32
		below = func(unit int) (all []int32) {
			for _, p := range net.Units.List[unit].Places {
				all = append(all, pos[p])
			}
			for _, sub := range net.Units.List[unit].Sub {
				all = append(all, below(sub)...)
			}
			if len(all) > 0 && int(slices.Max(all)-slices.Min(all)) != len(all)-1 {
				t.Fatalf("the %d places of unit %d and below are spread over %v", len(all), unit, all)
			}
			return all
		}
		below(net.Units.Root)
	})
}

func TestHeapSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q frontier
		var want []candidate
		for i, p := range rapid.SliceOf(rapid.Int32Range(-5, 5)).Draw(t, "priorities") {
			q.push(candidate{p, int32(i)})
			want = append(want, candidate{p, int32(i)})
		}
		slices.SortFunc(want, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.priority, a.priority), cmp.Compare(a.vertex, b.vertex))
		})
		for _, w := range want {
			if got := q.pop(); got != w {
				t.Fatalf("got %v, want %v", got, w)
			}
		}
	})
}
