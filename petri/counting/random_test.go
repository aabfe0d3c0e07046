package counting_test

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/counting"
	"brim/petri/reduce"
)

var nets = flag.Int("nets", 1500, "random nets of TestRandomNets")

const mostMarkings = 1500

// The four numbers of random nets, from the markings of what the rules leave, are those of the oracle on the whole net.
func TestRandomNets(t *testing.T) {
	var hits [reduce.Rules]int
	equations, bounded, nothing := 0, 0, 0
	for seed := range *nets {
		rng := rand.New(rand.NewPCG(uint64(seed), 15))
		net := generate(rng)
		whole, err := oracle.Explore(net, mostMarkings)
		if err != nil {
			continue // unbounded, as a rule
		}
		bounded++
		r := reduce.Net(t.Context(), net, reduce.Options{Class: reduce.Count})
		if len(r.Equations.List) > 0 {
			equations++
		}
		if len(r.Net.Places) == 0 {
			nothing++
		}
		for rule, hit := range r.Hits {
			hits[rule] += hit.Times
		}
		got, err := fromSmaller(net, r)
		want := fmt.Sprint(len(whole.States), whole.Firings, whole.MaxInPlace, whole.MaxInMarking)
		if err != nil || got != want {
			t.Fatalf("seed %d: got %s, %v, want %s\n%s\nsmaller:\n%s\n%+v", seed, got, err, want, randnet.Text(net),
				randnet.Text(r.Net), r.Equations)
		}
	}
	t.Logf("%d bounded nets, %d with equations, %d of which nothing is left", bounded, equations, nothing)
	for rule, n := range hits {
		if n > 0 {
			t.Logf("%s: %d", reduce.Rule(rule).Name(), n)
		}
	}
	if equations < bounded/4 || nothing == 0 {
		t.Errorf("%d of %d nets have equations, nothing is left of %d", equations, bounded, nothing)
	}
}

func generate(rng *rand.Rand) *petri.Net {
	switch rng.IntN(4) {
	case 0:
		return randnet.Generate(rng, randnet.Config{Open: true, States: mostMarkings})
	case 1:
		return randnet.Generate(rng, randnet.Config{States: mostMarkings, NoInhibitors: true, Weight: 2})
	}
	return randnet.Loose(rng)
}

// fromSmaller returns the numbers as text.
func fromSmaller(net *petri.Net, r *reduce.Result) (string, error) {
	small, err := oracle.Explore(r.Net, mostMarkings)
	if err != nil {
		return "", err
	}
	f, err := counting.New(context.Background(), net, &r.Equations)
	if err != nil {
		return "", err
	}
	of := func(s *counting.Sum, wrong error) (n *big.Int) {
		if wrong == nil {
			n, wrong = s.Of(slices.Values(small.States))
		}
		if err == nil {
			err = wrong
		}
		return n
	}
	states, firings := of(f.States()), of(f.Firings())
	least, most := small.States[0].Clone(), small.States[0].Clone()
	l := f.InMarking()
	var inMarking *big.Int
	for _, m := range small.States {
		sum := new(big.Int).Set(l.Const)
		for p, x := range m {
			least[p], most[p] = min(least[p], x), max(most[p], x)
			sum.Add(sum, new(big.Int).Mul(l.Weights[p], big.NewInt(x)))
		}
		if inMarking == nil || sum.Cmp(inMarking) > 0 {
			inMarking = sum
		}
	}
	return fmt.Sprint(states, firings, f.MostInPlace(least, most), inMarking.Quo(inMarking, l.Den)), err
}
