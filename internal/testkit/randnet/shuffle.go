package randnet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Nets with places and transitions in other sequences and under other names.

// Shuffle returns net with its places listed in a random sequence, as if its file had them so. It is the same net
// otherwise: names, arcs, tokens, transitions and units. The same seed gives the same sequence.
func Shuffle(net *petri.Net, seed uint64) (*petri.Net, error) {
	same := func(name string) string { return name }
	transitions := make([]int, len(net.Transitions))
	for t := range transitions {
		transitions[t] = t
	}
	return rebuild(net, rand.New(rand.NewPCG(seed, 0)).Perm(len(net.Places)), transitions, same)
}

// Disguise returns net with hashes in place of the names of the net, its places, transitions and units, without
// aliases, and with places and transitions in random sequences: what is tuned to names or sequences does not know it
// again. The tree of units stays, and so do tokens and arcs. The function returns the hash of a name. The same seed
// gives the same net.
func Disguise(net *petri.Net, seed uint64) (*petri.Net, func(string) string, error) {
	hash := func(name string) string {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, name))
		return "x" + hex.EncodeToString(sum[:8]) // two equal ones are an error of the builder
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	other, err := rebuild(net, rng.Perm(len(net.Places)), rng.Perm(len(net.Transitions)), hash)
	return other, hash, err
}

// rebuild returns a copy of net with its places and transitions in the given sequences and renamed by name. An alias is
// kept if the name stays the same; units are carried over.
func rebuild(net *petri.Net, places, transitions []int, name func(string) string) (*petri.Net, error) {
	b := petri.NewBuilder(name(net.Name))
	at := make([]int, len(net.Places)) // where each place is now
	for _, p := range places {
		place := net.Places[p]
		at[p] = b.Place(name(place.Name), place.Initial)
		if place.Alias != "" && name(place.Name) == place.Name {
			b.AliasPlace(at[p], place.Alias)
		}
	}
	for _, i := range transitions {
		tr := net.Transitions[i]
		t := b.Transition(name(tr.Name))
		if tr.Alias != "" && name(tr.Name) == tr.Name {
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
			u.Name = name(u.Name)
			u.Places = slices.Clone(u.Places)
			for k, p := range u.Places {
				u.Places[k] = at[p]
			}
		}
		b.Units(&units)
	}
	return b.Net()
}
