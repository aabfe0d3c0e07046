package siphon_test

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure/siphon"
)

var siphonNets = flag.Int("nets", 400, "random nets for each comparison with all sets of places, or with all markings")

var kinds = []siphon.Kind{siphon.Siphons, siphon.Traps}

// is is the definition of siphons and traps, for a set of places as bits.
func is(k siphon.Kind, net *petri.Net, set uint) bool {
	meets := func(arcs []petri.Arc) bool {
		return slices.ContainsFunc(arcs, func(a petri.Arc) bool { return set>>a.Place&1 == 1 })
	}
	for _, t := range net.Transitions {
		takes, gives := meets(t.Pre), meets(t.Post)
		if k == siphon.Siphons && gives && !takes || k == siphon.Traps && takes && !gives {
			return false
		}
	}
	return true
}

func bits(places []int) (set uint) {
	for _, p := range places {
		set |= 1 << p
	}
	return set
}

func placesOf(set uint) []int {
	list := []int{}
	for p := 0; set>>p != 0; p++ {
		if set>>p&1 == 1 {
			list = append(list, p)
		}
	}
	return list
}

// some returns a random net of at most ten places.
func some(seed uint64) *petri.Net {
	for n := uint64(0); ; n++ {
		rng := rand.New(rand.NewPCG(seed, n))
		net := randnet.Loose(rng)
		switch seed % 4 {
		case 0:
			net = randnet.Generate(rng, randnet.Config{Blocks: 2, States: 200})
		case 1:
			net = randnet.Generate(rng, randnet.Config{Arbitrary: true, Blocks: 2, Open: true})
		}
		if len(net.Places) <= 10 {
			return net
		}
	}
}

// The largest siphon or trap within a set is the union of all within it; the minimal ones are those that contain no
// other one; and the first in the list are the smallest, however they are looked for.
func TestAllSets(t *testing.T) {
	ordered := 0
	for seed := range uint64(*siphonNets) {
		net := some(seed)
		for _, k := range kinds {
			var sets, minimal []uint
			for set := range uint(1) << len(net.Places) {
				if is(k, net, set) != k.Is(net, placesOf(set)) {
					t.Fatalf("seed %d: %v %v: Is is wrong", seed, k, placesOf(set))
				}
				if set != 0 && is(k, net, set) {
					sets = append(sets, set)
				}
			}
			for _, set := range sets {
				if !slices.ContainsFunc(sets, func(other uint) bool { return other != set && other&set == other }) {
					minimal = append(minimal, set)
				}
			}
			within, union := uint(rand.New(rand.NewPCG(seed, 5)).IntN(1<<len(net.Places))), uint(0)
			for _, set := range sets {
				if set&within == set {
					union |= set
				}
			}
			if got := k.Largest(net, placesOf(within)); !slices.Equal(got, placesOf(union)) {
				t.Fatalf("seed %d: the largest of the %v in %v is %v, not %v", seed, k, placesOf(within), got,
					placesOf(union))
			}
			slices.SortFunc(minimal, func(a, b uint) int {
				return cmp.Or(len(placesOf(a))-len(placesOf(b)), slices.Compare(placesOf(a), placesOf(b)))
			})
			for _, few := range []int{0, 1, 1000} {
				most := 1 + int(seed%7)
				for _, most := range []int{most, 1000} {
					tried := []int64{0, 5, 40, 1 << 20}[seed%4]
					list, err := k.MinimalBy(t.Context(), net, most, few, tried)
					if err != nil {
						t.Fatal(err)
					}
					want := min(most, len(minimal))
					if most == 1000 && !list.Complete || list.Complete && len(minimal) > most ||
						len(list.Sets) != want || list.Ordered != want {
						t.Fatalf("seed %d: %d %v, %d ordered, complete %t; want %d of %d\n%s", seed, len(list.Sets), k,
							list.Ordered, list.Complete, want, len(minimal), randnet.Text(net))
					}
					seen := map[uint]bool{}
					for i, s := range list.Sets {
						if seen[bits(s)] || !slices.Contains(minimal, bits(s)) || len(s) != len(placesOf(minimal[i])) {
							t.Fatalf("seed %d: %v: %v is not the next of %v", seed, k, s, minimal)
						}
						seen[bits(s)] = true
					}
					ordered += len(list.Sets)
				}
			}
		}
	}
	t.Logf("%d sets", ordered)
}

// A siphon stays empty and a trap keeps a token; Commoner's condition is what it says of all siphons; and its traps
// and siphon show it.
func TestCommoner(t *testing.T) {
	holds, fails := 0, 0
	for seed := range uint64(*siphonNets) {
		net := some(seed)
		marked := func(places []int) bool {
			return slices.ContainsFunc(places, func(p int) bool { return net.Places[p].Initial > 0 })
		}
		arcs := uint(0)
		for _, tr := range net.Transitions {
			for _, a := range append(slices.Clone(tr.Pre), tr.Post...) {
				arcs |= 1 << a.Place
			}
		}
		want := true
		for set := uint(1); set < 1<<len(net.Places); set++ {
			if set&^arcs == 0 && is(siphon.Siphons, net, set) {
				want = want && marked(siphon.Traps.Largest(net, placesOf(set)))
			}
		}
		c, err := siphon.Commoner(t.Context(), net)
		if err != nil {
			t.Fatal(err)
		}
		if c.Holds != want {
			t.Fatalf("seed %d: %t, want %t\n%s", seed, c.Holds, want, randnet.Text(net))
		}
		if c.Holds {
			holds++
			for _, trap := range c.Traps {
				if !is(siphon.Traps, net, bits(trap)) || !marked(trap) {
					t.Fatalf("seed %d: %v is no marked trap", seed, trap)
				}
			}
			continue
		}
		fails++
		if len(c.Places) == 0 || !is(siphon.Siphons, net, bits(c.Places)) ||
			marked(siphon.Traps.Largest(net, c.Places)) {
			t.Fatalf("seed %d: %v is no siphon without a marked trap", seed, c.Places)
		}
	}
	if holds < *siphonNets/50 || fails < *siphonNets/10 {
		t.Errorf("%d hold, %d fail: the nets hardly test anything", holds, fails)
	}
}

// Whatever the arcs, a net without deadlocks by traps has none, and each trap keeps its token. A large run is -nets
// 100000.
func TestDeadlockFree(t *testing.T) {
	proved, free := 0, 0
	for seed := range uint64(*siphonNets) {
		rng := rand.New(rand.NewPCG(seed, 11))
		net := randnet.Loose(rng)
		if seed%2 == 0 {
			net = randnet.Generate(rng, randnet.Config{Safe: seed%4 == 0, Open: seed%8 == 0, States: 300})
		}
		space, err := oracle.Explore(net, 500)
		if err != nil {
			continue
		}
		c, err := siphon.DeadlockFree(t.Context(), net)
		if err != nil {
			t.Fatal(err)
		}
		if len(space.Dead) == 0 {
			free++
		}
		if !c.Holds {
			continue
		}
		proved++
		if len(space.Dead) > 0 {
			t.Errorf("seed %d: a dead marking %v\n%s", seed, space.States[space.Dead[0]], randnet.Text(net))
		}
		for _, m := range space.States {
			for _, trap := range c.Traps {
				if !slices.ContainsFunc(trap, func(p int) bool { return m[p] > 0 }) {
					t.Errorf("seed %d: the trap %v is empty in %v\n%s", seed, trap, m, randnet.Text(net))
				}
			}
		}
	}
	t.Logf("%d of %d nets without deadlocks by traps", proved, free)
	if proved < *siphonNets/20 {
		t.Errorf("%d proofs: the nets hardly test anything", proved)
	}
}
