package kripke_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// A compiled formula holds where engine.Eval says so.
func TestPredicateAgrees(t *testing.T) {
	compared, held := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 31))
		net := randnet.Generate(rng, randnet.Config{States: 100})
		space, err := oracle.Explore(net, 100)
		if err != nil {
			continue
		}
		n := mustNet(t, net)
		pool := syntax.NewPool()
		for range 10 {
			f := randformula.Generate(rng, net, rng.IntN(4), pool)
			if f.Temporal() {
				continue
			}
			holds, err := n.Predicate(f)
			if err != nil {
				t.Fatal(err)
			}
			s := make(kripke.State, n.Words())
			for _, m := range space.States {
				if err := n.Pack(m, s); err != nil {
					t.Fatal(err)
				}
				want := engine.Eval(net, f, m)
				if got := holds(s); got != want {
					t.Fatalf("seed %d: %s in %s: %v, want %v\n%s", seed, f, net.Format(m), got, want, randnet.Text(net))
				}
				compared++
				if want {
					held++
				}
			}
		}
	}
	t.Logf("%d states, the formula holds in %d", compared, held)
	if held < compared/10 || held > compared*9/10 {
		t.Error("the formulas say too little")
	}
}

func names(net *petri.Net) syntax.Names {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	return syntax.NewLists(places, transitions, nil)
}

// A formula that is small, but exponentially large when written out, in several states.
func TestPredicateSharesOperands(t *testing.T) {
	net := parseNet(t, "p p 1\np q 0\nt t pre: p 1 post: q 1\n")
	f, err := syntax.Parse("p = 1", "test", names(net))
	if err != nil {
		t.Fatal(err)
	}
	enabled := f.Pool().Enabled(syntax.Ref{Index: 0, Name: "t"})
	for range 200 {
		f = syntax.NNF(f.Pool().Make(syntax.Iff, f, enabled))
	}
	n := mustNet(t, net)
	holds, err := n.Predicate(f)
	if err != nil {
		t.Fatal(err)
	}
	s := make(kripke.State, n.Words())
	for _, m := range []petri.Marking{{1, 0}, {0, 1}, {1, 0}} {
		if err := n.Pack(m, s); err != nil {
			t.Fatal(err)
		}
		if holds(s) != engine.Eval(net, f, m) {
			t.Errorf("%v: %v", m, holds(s))
		}
	}
}

// Sums beyond 64 bits.
func TestPredicateLargeSums(t *testing.T) {
	net := parseNet(t, "p p 9223372036854775807\np q 1\nt t pre: p 1 q 1 post:\n")
	n := mustNet(t, net)
	for _, c := range []struct {
		f    string
		want bool
	}{
		{"p + q > 9223372036854775807", true},
		{"2*p - p - p = 0", true},
		{"9223372036854775807*p - q < 0", false},
		{"p - q = 9223372036854775806", true},
		{"q = 1", true},
		{"deadlock", false},
		{"enabled(t) & !(q = 2)", true},
	} {
		f, err := syntax.Parse(c.f, "test", names(net))
		if err != nil {
			t.Fatal(err)
		}
		holds, err := n.Predicate(f)
		if err != nil {
			t.Fatal(err)
		}
		if holds(n.Initial()[0]) != c.want {
			t.Errorf("%s: %v", c.f, !c.want)
		}
	}
	if math.MaxInt64 != net.Places[0].Initial {
		t.Error("the net has changed")
	}
}

func TestPredicateRefusesPaths(t *testing.T) {
	net := parseNet(t, "p p 1\nt t pre: p 1 post:\n")
	f, err := syntax.Parse("EF p = 0", "test", names(net))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mustNet(t, net).Predicate(f); err == nil || err.Error() != "a state does not decide EF(p = 0)" {
		t.Error(err)
	}
}
