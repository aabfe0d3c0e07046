package randnet

import (
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Shuffle returns net with its places listed in a random sequence, as if its file had them so. It is the same net
// otherwise: names, arcs, tokens, transitions and units. The same seed gives the same sequence.
func Shuffle(net *petri.Net, seed uint64) (*petri.Net, error) {
	b := petri.NewBuilder(net.Name)
	at := make([]int, len(net.Places)) // where each place is now
	for _, p := range rand.New(rand.NewPCG(seed, 0)).Perm(len(net.Places)) {
		place := net.Places[p]
		at[p] = b.Place(place.Name, place.Initial)
		if place.Alias != "" {
			b.AliasPlace(at[p], place.Alias)
		}
	}
	for _, tr := range net.Transitions {
		t := b.Transition(tr.Name)
		if tr.Alias != "" {
			b.AliasTransition(t, tr.Alias)
		}
		for _, list := range []struct {
			arcs []petri.Arc
			add  func(t, p int, weight int64)
		}{{tr.Pre, b.In}, {tr.Post, b.Out}, {tr.Inhibit, b.Inhibit}} {
			for _, a := range list.arcs {
				list.add(t, at[a.Place], a.Weight)
			}
		}
	}
	if net.Units != nil {
		units := *net.Units
		units.List = slices.Clone(units.List)
		for i := range units.List {
			u := &units.List[i]
			u.Places = slices.Clone(u.Places)
			for k, p := range u.Places {
				u.Places[k] = at[p]
			}
		}
		b.Units(&units)
	}
	return b.Net()
}
