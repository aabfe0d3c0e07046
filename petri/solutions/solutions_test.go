package solutions_test

import (
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/solutions"
)

var solutionNets = flag.Int("solutions", 300, "random nets")

// Where there is a proof, the numbers are those of the oracle.
func TestRandomNets(t *testing.T) {
	proved, several, many := 0, 0, 0
	for seed := range uint64(*solutionNets) {
		rng := rand.New(rand.NewPCG(seed, 134))
		var net *petri.Net
		switch seed % 3 {
		case 0:
			net = randnet.Loose(rng)
		case 1:
			net = randnet.Generate(rng, randnet.Config{States: 300, Blocks: 3})
		case 2:
			net = reversible(randnet.Generate(rng, randnet.Config{States: 600, Blocks: 1 + rng.IntN(3)}), rng)
		}
		space, err := oracle.Explore(net, 1500)
		if err != nil {
			continue
		}
		s, err := solutions.Of(t.Context(), net)
		if errors.Is(err, solutions.ErrNone) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		proved++
		if len(space.States) > 3 {
			several++
		}
		if len(space.States) > 30 {
			many++
		}
		n, err := s.States(t.Context())
		f, wrong := s.Firings(t.Context())
		if err != nil || wrong != nil || n.Cmp(big.NewInt(int64(len(space.States)))) != 0 ||
			f.Int64() != int64(space.Firings) {
			t.Errorf("seed %d: %v %v, want %d %d (%v %v)\n%s", seed, n, f, len(space.States), space.Firings, err, wrong,
				randnet.Text(net))
		}
	}
	t.Logf("%d proofs, %d with more than 3 markings, %d with more than 30", proved, several, many)
	if several < *solutionNets/20 || many == 0 {
		t.Error("there is too little to see")
	}
}

// reversible returns the net without inhibitor arcs, and with the reverse of most transitions.
func reversible(net *petri.Net, rng *rand.Rand) *petri.Net {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	add := func(name string, in, out []petri.Arc) {
		t := b.Transition(name)
		for _, a := range in {
			b.In(t, a.Place, a.Weight)
		}
		for _, a := range out {
			b.Out(t, a.Place, a.Weight)
		}
	}
	for _, t := range net.Transitions {
		add(t.Name, t.Pre, t.Post)
		if rng.IntN(6) > 0 {
			add(t.Name+"back", t.Post, t.Pre)
		}
	}
	back, err := b.Net()
	if err != nil {
		panic(err)
	}
	return back
}

// The families whose markings have a closed form have as many solutions, with thousands of tokens, too.
func TestClosedForms(t *testing.T) {
	all := nets.All()
	for _, name := range []string{"kanban", "fms"} {
		family := all[slices.IndexFunc(all, func(f nets.Family) bool { return f.Name == name })]
		for _, size := range []int{1, 2, 3, 10, 1000, 100_000, 1_000_000} {
			net, err := nets.Parse(fmt.Sprint(name, ":", size))
			if err != nil {
				t.Fatal(err)
			}
			s, err := solutions.Of(t.Context(), net)
			if err != nil {
				t.Errorf("%s: %v", net.Name, err)
				continue
			}
			if n, err := s.States(t.Context()); err != nil || n.Cmp(family.States(size)) != 0 {
				t.Errorf("%s: %v markings, want %v (%v)", net.Name, n, family.States(size), err)
			}
		}
	}
}

// line is a net of n places with some tokens in the first, which move on one by one; from the last one to the first if
// ring is true.
func line(t *testing.T, n int, tokens int64, ring bool) *petri.Net {
	b := petri.NewBuilder("line")
	for i := range n {
		b.Place(fmt.Sprint("p", i), map[bool]int64{true: tokens}[i == 0])
	}
	for i := range n {
		if i == n-1 && !ring {
			continue
		}
		x := b.Transition(fmt.Sprint("t", i))
		b.In(x, i, 1)
		b.Out(x, (i+1)%n, 1)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// k tokens lie in n places in as many ways as n−1 of n+k−1 can be chosen, and a transition needs one of them.
func TestLines(t *testing.T) {
	for _, ring := range []bool{false, true} {
		for n := 2; n <= 8; n++ {
			for _, k := range []int64{1, 2, 50, 1_000_000_000_000} {
				s, err := solutions.Of(t.Context(), line(t, n, k, ring))
				if err != nil {
					t.Errorf("%d places, %d tokens: %v", n, k, err)
					continue
				}
				got, err := s.States(t.Context())
				fired, wrong := s.Firings(t.Context())
				moves := int64(n)
				if !ring {
					moves--
				}
				want := new(big.Int).Binomial(int64(n)+k-1, int64(n)-1)
				firings := new(big.Int).Binomial(int64(n)+k-2, int64(n)-1)
				firings.Mul(firings, big.NewInt(moves))
				if err != nil || wrong != nil || got.Cmp(want) != 0 || fired.Cmp(firings) != 0 {
					t.Errorf("%d places, %d tokens: %v %v, want %v %v (%v %v)", n, k, got, fired, want, firings, err,
						wrong)
				}
			}
		}
	}
}
