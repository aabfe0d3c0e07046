package order

import (
	"testing"

	"pgregory.net/rapid"

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
