package symbolic_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/internal/oracle"
	"brim/internal/randformula"
	"brim/internal/randnet"
	"brim/petri/nets"
)

var formulas = flag.Int("formulas", 600, "random nets, with several formulas each, that TestCTLAgrees compares")

// The markings of a random formula are those that the oracle finds by plain search, in both readings of paths.
func TestCTLAgrees(t *testing.T) {
	compared, refused, mixed, traces, steps := 0, 0, 0, 0, 0
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true}, {Open: true}}
	for seed := range uint64(*formulas) {
		rng := rand.New(rand.NewPCG(seed, 7))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		if len(net.Places) == 0 {
			continue
		}
		want, err := oracle.Explore(net, 3000)
		if err != nil {
			continue
		}
		space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		pool := syntax.NewPool()
		for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
			checker := space.Checker(paths)
			for range 4 {
				f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
				set, err := checker.Sat(f)
				if err != nil {
					refused++ // a sum beyond 64 bits
					continue
				}
				sat := want.Sat(f, paths)
				count := 0
				for _, ok := range sat {
					if ok {
						count++
					}
				}
				compared++
				if count > 0 && count < len(sat) {
					mixed++
				}
				found := 0
				for values := range set.Must.All() {
					found++
					if i, ok := want.Number(space.Model.Marking(values)); !ok || !sat[i] {
						t.Fatalf("seed %d, %v: %s does not hold in %s\n%s", seed, paths, f,
							net.Format(space.Model.Marking(values)), randnet.Text(net))
					}
				}
				if found != count {
					t.Fatalf("seed %d, %v: %s holds in %d markings, found %d\n%s", seed, paths, f, count, found, randnet.Text(net))
				}
				v, wrong := judge(space, want, f, paths)
				if wrong != "" {
					t.Fatalf("seed %d, %v: %s: %s\n%s", seed, paths, f, wrong, randnet.Text(net))
				}
				if v.Witness != nil {
					traces++
					steps += v.Witness.Size()
				}
			}
		}
		space.Close()
	}
	t.Logf("%d formulas compared, %d of them hold in some markings only, %d refused; %d traces of %d steps", compared, mixed, refused, traces, steps)
	if mixed < compared/4 || refused > compared/4 {
		t.Error("too few of the formulas say anything")
	}
}

// The dualities hold as equality of sets.
func TestCTLLaws(t *testing.T) {
	net, err := nets.Parse("dphil:6")
	if err != nil {
		t.Fatal(err)
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer space.Close()
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	names := syntax.NewLists(places, transitions, nil)
	pool := syntax.NewPool()
	for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		c := space.Checker(paths)
		for _, law := range [][2]string{
			{"AG Idle_1", "!EF !Idle_1"},
			{"AF HasL_1", "!EG !HasL_1"},
			{"AX Fork_1", "!EX !Fork_1"},
			{"EF deadlock", "E(true U deadlock)"},
			{"EG Idle_1", "Idle_1 & (EX EG Idle_1 | deadlock & EG Idle_1)"},
			{"E(Idle_1 U HasL_2)", "HasL_2 | Idle_1 & EX E(Idle_1 U HasL_2)"},
			{"AG(HasL_1 + HasR_1 <= 2)", "true"},
			{"enabled(GoEat_1)", "Idle_1"},
		} {
			var sides [2]*syntax.Formula
			for i, text := range law {
				if sides[i], err = pool.Parse(text, "law", names); err != nil {
					t.Fatal(err)
				}
			}
			a, err := c.Sat(sides[0])
			if err != nil {
				t.Fatal(err)
			}
			b, err := c.Sat(sides[1])
			if err != nil {
				t.Fatal(err)
			}
			if !a.Must.Equal(b.Must) {
				t.Errorf("%v: %s holds in %v markings, %s in %v", paths, law[0], a.Must.Count(), law[1], b.Must.Count())
			}
		}
	}
}
