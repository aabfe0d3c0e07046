package order

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"brim/petri"
	"brim/petri/nets"
	"brim/petri/structure"
)

// family builds a net of a family with its semiflows.
func family(tb testing.TB, spec string) (*petri.Net, []structure.Semiflow) {
	tb.Helper()
	net, err := nets.Parse(spec)
	if err != nil {
		tb.Fatal(err)
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	return net, flows
}

// randomNet draws a small net: some state machines, some free arcs, tests,
// inhibitors, isolated and constant places, and now and then nested units.
func randomNet(t *rapid.T) *petri.Net {
	b := petri.NewBuilder("random")
	places := rapid.IntRange(0, 14).Draw(t, "places")
	for p := range places {
		b.Place(fmt.Sprintf("p%d", p), rapid.Int64Range(0, 3).Draw(t, "tokens"))
	}
	transitions := rapid.IntRange(0, 14).Draw(t, "transitions")
	for i := range transitions {
		tr := b.Transition(fmt.Sprintf("t%d", i))
		if places == 0 {
			continue
		}
		place := rapid.IntRange(0, places-1)
		for range rapid.IntRange(0, 2).Draw(t, "moves") {
			w := rapid.Int64Range(1, 2).Draw(t, "weight")
			b.In(tr, place.Draw(t, "from"), w)
			b.Out(tr, place.Draw(t, "to"), w)
		}
		switch rapid.IntRange(0, 5).Draw(t, "extra") {
		case 0:
			b.Read(tr, place.Draw(t, "read"), 1)
		case 1:
			b.Inhibit(tr, place.Draw(t, "inhibit"), 2)
		case 2:
			b.Out(tr, place.Draw(t, "source"), 1)
		}
	}
	if places > 1 && rapid.Bool().Draw(t, "units") {
		u := &petri.Units{Safe: rapid.Bool().Draw(t, "safe"), List: []petri.Unit{{Name: "root"}}}
		for p := range places {
			if p == 0 || rapid.Bool().Draw(t, "new unit") {
				parent := rapid.IntRange(0, len(u.List)-1).Draw(t, "parent")
				u.List[parent].Sub = append(u.List[parent].Sub, len(u.List))
				u.List = append(u.List, petri.Unit{Name: fmt.Sprintf("u%d", p)})
			}
			last := &u.List[len(u.List)-1]
			last.Places = append(last.Places, p)
		}
		b.Units(u)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// names writes a partition as sorted lines of place names.
func names(net *petri.Net, groups [][]int) string {
	var lines []string
	for _, g := range groups {
		var line []string
		for _, p := range g {
			line = append(line, net.Places[p].Name)
		}
		lines = append(lines, strings.Join(line, " "))
	}
	return strings.Join(lines, "\n")
}

// permutation reports whether s holds 0 … n−1 once each.
func permutation(s sequence, n int) bool {
	sorted := slices.Clone(s)
	slices.Sort(sorted)
	for i, v := range sorted {
		if int32(i) != v {
			return false
		}
	}
	return len(s) == n
}

// span returns the sum of the spans.
func (h *Hypergraph) span(pos []int32) int64 {
	spans, _ := h.sums(pos)
	return spans
}
