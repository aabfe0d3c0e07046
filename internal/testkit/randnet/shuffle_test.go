package randnet

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/petri"
)

// A shuffled net has the same arcs and tokens by name, and its places in another sequence.
func TestShuffle(t *testing.T) {
	for seed := range uint64(50) {
		net := Generate(rand.New(rand.NewPCG(seed, 1)), Config{})
		names := func(n *petri.Net) (list []string) {
			for _, p := range n.Places {
				list = append(list, p.Name)
			}
			return list
		}
		shuffled, err := Shuffle(net, seed)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Shuffle(net, seed); !again.Equal(shuffled) {
			t.Fatalf("seed %d: two sequences", seed)
		}
		if len(net.Places) > 6 && slices.Equal(names(net), names(shuffled)) {
			t.Errorf("seed %d: the places are where they were", seed)
		}
		// Listed as before again, it is the net that it was.
		b := petri.NewBuilder(net.Name)
		for _, name := range names(net) {
			p, _ := shuffled.PlaceIndex(name)
			b.Place(name, shuffled.Places[p].Initial)
		}
		for i, tr := range shuffled.Transitions {
			b.Transition(tr.Name)
			for _, a := range tr.Pre {
				p, _ := net.PlaceIndex(shuffled.Places[a.Place].Name)
				b.In(i, p, a.Weight)
			}
			for _, a := range tr.Post {
				p, _ := net.PlaceIndex(shuffled.Places[a.Place].Name)
				b.Out(i, p, a.Weight)
			}
			for _, a := range tr.Inhibit {
				p, _ := net.PlaceIndex(shuffled.Places[a.Place].Name)
				b.Inhibit(i, p, a.Weight)
			}
		}
		back, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		if !back.Equal(net) {
			t.Errorf("seed %d: another net", seed)
		}
	}
}

// Units keep their places by name.
func TestShuffleKeepsUnits(t *testing.T) {
	b := petri.NewBuilder("units")
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		b.Place(name, 0)
	}
	b.AliasPlace(2, "third")
	b.Units(&petri.Units{Safe: true, List: []petri.Unit{{Name: "root", Places: []int{0}, Sub: []int{1}},
		{Name: "u", Places: []int{2, 3}}}})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Shuffle(net, 3)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, u := range got.Units.List {
		for _, p := range u.Places {
			names = append(names, u.Name+"."+got.Places[p].Name+got.Places[p].Alias)
		}
	}
	if want := []string{"root.a", "u.cthird", "u.d"}; !slices.Equal(names, want) || !got.Units.Safe ||
		got.Places[0].Name == "a" {
		t.Errorf("units have %v, safe %v; want %v", names, got.Units.Safe, want)
	}
}
