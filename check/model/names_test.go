package model_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/pnml"
)

func family(t *testing.T, spec string) *petri.Net {
	t.Helper()
	net, err := nets.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// Formulas over a net of a family may use its propositions, also when the net comes from a file.
func TestNames(t *testing.T) {
	net := family(t, "dphil:3")
	var file bytes.Buffer
	if err := pnml.Write(&file, net); err != nil {
		t.Fatal(err)
	}
	read, err := pnml.Read(&file, "dphil.pnml")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*petri.Net{net, read} {
		pool := syntax.NewPool()
		got, err := pool.Parse("E(!eating_2 U eating_1) & enabled(Rel_1)", "", model.OfNet(n).Names())
		if err != nil {
			t.Fatal(err)
		}
		want, err := pool.Parse("E(!(HasL_2 = 1 & HasR_2 = 1) U HasL_1 = 1 & HasR_1 = 1) & enabled(Rel_1)", "",
			model.OfNet(n).Names())
		if err != nil || got != want {
			t.Errorf("got %v, want %v, %v", got, want, err)
		}
	}
	for kind, want := range map[syntax.Kind]int{syntax.Places: 18, syntax.Transitions: 12, syntax.Propositions: 9} {
		if got := len(slices.Collect(model.OfNet(net).Names().All(kind))); got != want {
			t.Errorf("%d names of kind %v, want %d", got, kind, want)
		}
		for range model.OfNet(net).Names().All(kind) {
			break // stops
		}
	}
}

func TestNamesErrors(t *testing.T) {
	b := petri.NewBuilder("dphil:2") // not what it says
	b.Place("HasL_1", 0)
	changed, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		net        *petri.Net
		text, want string
	}{
		{family(t, "dphil:3"), "eating_4",
			`formula:1:1: there is no place or proposition "eating_4"; did you mean eating_1?`},
		{family(t, "dphil:3"), "EF eeting_2",
			`formula:1:4: there is no place or proposition "eeting_2"; did you mean eating_2?`},
		{family(t, "dphil:3"), "eating_1 = 1",
			`formula:1:1: found the formula "eating_1"; expected places and numbers around a comparison, +, - or *`},
		{family(t, "sr:3"), "eating_1", `formula:1:1: there is no place or proposition "eating_1"`},
		{changed, "EF eating_1",
			`proposition eating_1:1:14: there is no place or proposition "HasR_1"; did you mean HasL_1?`},
	} {
		_, err := syntax.Parse(c.text, "", model.OfNet(c.net).Names())
		if err == nil || !strings.HasPrefix(err.Error(), c.want+"\n") {
			t.Errorf("%s over %s\ngot  %v\nwant %s", c.text, c.net.Name, err, c.want)
		}
	}
}

// A large net: nothing is made before it is asked for.
func BenchmarkNames(b *testing.B) {
	net, err := nets.Parse("dphil:10000")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := syntax.Parse("E(!eating_2 U eating_9999)", "", model.OfNet(net).Names()); err != nil {
			b.Fatal(err)
		}
	}
}
