package component_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure/component"
)

var componentNets = flag.Int("nets", 500, "random nets on which components are compared with all sets of units")

// is is the definition of components, for a set of places or transitions as bits.
func is(k component.Kind, net *petri.Net, set uint) bool {
	type node struct {
		transition bool
		index      int
	}
	next := map[node][]node{}
	in := func(p, t int) bool {
		if k == component.S {
			return set>>p&1 == 1
		}
		return set>>t&1 == 1
	}
	from, to := map[node]int{}, map[node]int{} // arcs of the component at each node
	nodes := map[node]bool{}
	for t, tr := range net.Transitions {
		for i, arcs := range [][]petri.Arc{tr.Pre, tr.Post} {
			for _, a := range arcs {
				if !in(a.Place, t) {
					continue
				}
				x, y := node{false, a.Place}, node{true, t}
				if i == 1 {
					x, y = y, x
				}
				if a.Weight != 1 {
					return false
				}
				next[x] = append(next[x], y)
				from[x]++
				to[y]++
				nodes[x], nodes[y] = true, true
			}
		}
	}
	chosen := 0
	for n := range nodes {
		if n.transition == (k == component.S) {
			if from[n] != 1 || to[n] != 1 {
				return false
			}
		} else {
			chosen++
		}
		seen, list := map[node]bool{n: true}, []node{n}
		for i := 0; i < len(list); i++ {
			for _, m := range next[list[i]] {
				if !seen[m] {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
		if len(seen) != len(nodes) {
			return false
		}
	}
	size := 0
	for ; set != 0; set &= set - 1 {
		size++
	}
	return size > 0 && chosen == size
}

// loose returns a random net of at most nine places and nine transitions, most arcs of which have weight 1.
func loose(seed uint64) *petri.Net {
	for n := uint64(0); ; n++ {
		rng := rand.New(rand.NewPCG(seed, n))
		net := randnet.Loose(rng)
		if seed%2 == 0 {
			net = randnet.Generate(rng, randnet.Config{Safe: true, Blocks: 2, Transitions: 9, States: 200})
		}
		if len(net.Places) <= 9 && len(net.Transitions) <= 9 {
			return net
		}
	}
}

// Is is the definition; what Cover finds are components; and it finds one for each node that has one.
func TestCover(t *testing.T) {
	several := 0
	for seed := range uint64(*componentNets) {
		net := loose(seed)
		for _, k := range []component.Kind{component.S, component.T} {
			n := len(net.Places)
			if k == component.T {
				n = len(net.Transitions)
			}
			coverable := uint(0)
			for set := range uint(1) << n {
				want := is(k, net, set)
				if got := k.Is(net, list(set)); got != want {
					t.Fatalf("seed %d: %v %v: %t, want %t\n%s", seed, k, list(set), got, want, randnet.Text(net))
				}
				if want {
					coverable |= set
				}
			}
			c, err := k.Cover(t.Context(), net)
			if err != nil {
				t.Fatal(err)
			}
			chosen, _, err := k.Chosen(t.Context(), net)
			if err != nil {
				t.Fatal(err)
			}
			c.Components = append(c.Components, chosen...)
			covered := uint(0)
			for _, x := range c.Components {
				units := x.Places
				if k == component.T {
					units = x.Transitions
				}
				if !k.Is(net, units) {
					t.Fatalf("seed %d: %v is no component\n%s", seed, x, randnet.Text(net))
				}
				for _, u := range units {
					covered |= 1 << u
				}
				if len(units) > 1 {
					several++
				}
			}
			for _, u := range c.Open {
				if coverable>>u&1 == 1 {
					t.Errorf("seed %d: %v: %d is in a component\n%s", seed, k, u, randnet.Text(net))
				}
			}
			if covered != coverable || len(c.Unknown) > 0 {
				t.Errorf("seed %d: %v: %v covered, not %v\n%s", seed, k, list(covered), list(coverable),
					randnet.Text(net))
			}
		}
	}
	if several < *componentNets/5 {
		t.Errorf("%d components of several units: the nets hardly test anything", several)
	}
}

func list(set uint) (units []int) {
	for u := 0; set>>u != 0; u++ {
		if set>>u&1 == 1 {
			units = append(units, u)
		}
	}
	return units
}

// No firing changes the tokens of an S-component; firing each transition of a T-component once changes nothing.
func TestTokens(t *testing.T) {
	for seed := range uint64(*componentNets) / 4 {
		net := loose(seed)
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		c, err := component.S.Cover(t.Context(), net)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range c.Components {
			for _, m := range space.States {
				before, now := int64(0), int64(0)
				for _, p := range x.Places {
					before, now = before+net.Places[p].Initial, now+m[p]
				}
				if before != now {
					t.Fatalf("seed %d: %v has %d tokens in %v", seed, x, now, m)
				}
			}
		}
		if c, err = component.T.Cover(t.Context(), net); err != nil {
			t.Fatal(err)
		}
		for _, x := range c.Components {
			m := make(petri.Marking, len(net.Places))
			for _, i := range x.Transitions {
				for e := range net.Transitions[i].Effects() {
					m[e.Place] += e.Delta
				}
			}
			if slices.ContainsFunc(m, func(n int64) bool { return n != 0 }) {
				t.Fatalf("seed %d: %v changes %v", seed, x, m)
			}
		}
	}
}
