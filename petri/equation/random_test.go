package equation

import (
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/equation/certificate"
)

var questions = flag.Int("questions", 3000, "random questions to ask")

// randomNet returns a net with at most so many markings, now and then one without a limit, or nil.
func randomNet(rng *rand.Rand, states int) (*petri.Net, *oracle.Space) {
	c := randnet.Config{States: states, Open: rng.IntN(2) == 0, Arbitrary: rng.IntN(3) == 0, Safe: rng.IntN(4) == 0}
	net := randnet.Generate(rng, c)
	space, err := oracle.Explore(net, states)
	if err != nil {
		return nil, nil
	}
	return net, space
}

// randomGoal returns a goal over so many places, close to numbers that occur.
func randomGoal(rng *rand.Rand, net *petri.Net, depth int) *certificate.Goal {
	if depth > 0 && rng.IntN(4) > 0 {
		g := &certificate.Goal{Kind: certificate.All}
		if rng.IntN(2) == 0 {
			g.Kind = certificate.Any
		}
		for range 1 + rng.IntN(3) {
			g.Parts = append(g.Parts, randomGoal(rng, net, depth-1))
		}
		return g
	}
	a := certificate.Atom{Least: rng.Int64N(7) - 2}
	for range 1 + rng.IntN(3) {
		p := rng.IntN(len(net.Places))
		w := rng.Int64N(7) - 3
		if rng.IntN(2) == 0 {
			w = 1 - 2*rng.Int64N(2)
		}
		a.Terms = append(a.Terms, certificate.Term{Index: p, Weight: w})
	}
	return &certificate.Goal{Atom: a}
}

// holds evaluates a goal in a marking.
func holds(g *certificate.Goal, m petri.Marking) bool {
	switch g.Kind {
	case certificate.All:
		for _, part := range g.Parts {
			if !holds(part, m) {
				return false
			}
		}
		return true
	case certificate.Any:
		for _, part := range g.Parts {
			if holds(part, m) {
				return true
			}
		}
		return false
	}
	sum := int64(0)
	for _, t := range g.Atom.Terms {
		sum += t.Weight * m[t.Index]
	}
	return sum >= g.Atom.Least
}

// No condition that some reachable marking satisfies is ever refuted, and most unreachable conditions are. A large run
// is -questions 1000000.
func TestRefuteAgrees(t *testing.T) {
	ctx := context.Background()
	proved, open, reached := 0, 0, 0
	kinds := map[string]int{}
	for seed := uint64(0); reached+proved+open < *questions; seed++ {
		rng := rand.New(rand.NewPCG(seed, 15))
		net, space := randomNet(rng, 500)
		if net == nil {
			continue
		}
		s := New(net)
		for range 20 {
			goal := randomGoal(rng, net, rng.IntN(3))
			found := false
			for _, m := range space.States {
				found = found || holds(goal, m)
			}
			r, err := s.Refute(ctx, goal, Limits{Pivots: 10_000, Nodes: 1000, Entries: 100_000})
			switch {
			case errors.Is(err, ErrWork):
				r = &Result{}
			case err != nil:
				t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
			}
			switch {
			case found && r.Proof != nil:
				t.Fatalf("seed %d: a proof that a reachable marking is out of reach\n%s", seed, randnet.Text(net))
			case found:
				reached++
			case r.Proof != nil:
				proved++
				count(kinds, r.Proof)
			default:
				open++
			}
		}
	}
	t.Logf("questions=%d reached=%d proved=%d open=%d steps=%v", reached+proved+open, reached, proved, open, kinds)
	if 20*open > proved {
		t.Errorf("%d proved, %d left open", proved, open)
	}
}

// count counts the steps of a proof by kind.
func count(kinds map[string]int, s certificate.Step) {
	switch s := s.(type) {
	case *certificate.Sum:
		kinds["sum"]++
	case *certificate.Either:
		kinds["either"]++
		for _, c := range s.Cases {
			count(kinds, c)
		}
	case *certificate.Trap:
		kinds["trap"]++
		count(kinds, s.Then)
	case *certificate.Order:
		kinds["order"]++
		count(kinds, s.Never)
		count(kinds, s.First)
	case *certificate.Cut:
		kinds["cut"]++
		count(kinds, s.Below)
		count(kinds, s.Above)
	}
}

// Limits and the end of a context leave a question open, and do not harm the next one.
func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	net, _ := randomNet(rng, 500)
	for net == nil {
		net, _ = randomNet(rng, 500)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	limited, most := 0, Limits{Nodes: 300}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		goal := randomGoal(rng, net, 2)
		s := New(net)
		want, err := s.Refute(context.Background(), goal, most)
		if errors.Is(err, ErrWork) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Refute(over, goal, most); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		for _, l := range []Limits{{Entries: 1, Nodes: 300}, {Pivots: 1, Nodes: 300}, {Nodes: 1}} {
			r, err := s.Refute(context.Background(), goal, l)
			switch {
			case errors.Is(err, ErrSize) || errors.Is(err, ErrWork):
				limited++
			case err != nil:
				t.Fatal(err)
			case (r.Proof == nil) != (want.Proof == nil):
				t.Fatalf("seed %d: with %+v a proof is %v, expected %v", seed, l, r.Proof != nil, want.Proof != nil)
			}
		}
		again, err := s.Refute(context.Background(), goal, most)
		if err != nil || (again.Proof == nil) != (want.Proof == nil) {
			t.Fatalf("seed %d: after limits %v, a proof is %v, expected %v", seed, err, again.Proof != nil,
				want.Proof != nil)
		}
	}
	if limited < 30 {
		t.Errorf("%d limits were met", limited)
	}
}

// Numbers that do not fit are an error, not a verdict.
func TestRange(t *testing.T) {
	b := petri.NewBuilder("large")
	p, q := b.Place("p", petri.Omega-1), b.Place("q", petri.Omega-1)
	tr := b.Transition("t")
	b.In(tr, p, petri.Omega-1)
	b.Out(tr, q, 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []certificate.Atom{
		{Terms: []certificate.Term{{Index: p, Weight: 1}, {Index: q, Weight: 1}}, Least: -1 << 62},
		{Terms: []certificate.Term{{Index: p, Weight: 3}, {Index: q, Weight: 2}}, Least: 5},
		{Terms: []certificate.Term{{Index: p, Weight: -1 << 63}}, Least: 5},
		{Terms: []certificate.Term{{Index: p, Weight: 1}}, Least: -1 << 63},
	} {
		if r, err := New(net).Refute(context.Background(), &certificate.Goal{Atom: a}, Limits{}); !errors.Is(err,
			ErrRange) {
			t.Errorf("%v: %v, %v; expected ErrRange", a, r, err)
		}
	}
}

// A disjunction inside one that a case was chosen of is split next, not the outer one again.
func TestNestedChoices(t *testing.T) {
	b := petri.NewBuilder("four")
	var places []int
	for _, name := range []string{"p", "q", "r", "s"} {
		from, to, tr := b.Place(name+"0", 1), b.Place(name, 0), b.Transition("t"+name)
		b.In(tr, from, 1)
		b.Out(tr, to, 1)
		places = append(places, to)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	one := func(i int) *certificate.Goal { return certificate.AtLeast(places[i], 1) }
	goal := certificate.Or(certificate.And(one(0), certificate.Or(one(1), one(2), one(3))))
	r, err := New(net).Refute(context.Background(), goal, Limits{Nodes: 20})
	if err != nil || r.Solution == nil || !holds(goal, rounded(r.Solution)) {
		t.Errorf("%+v, %v; expected a solution", r, err)
	}
}

// rounded returns the marking of a solution that is an integer one.
func rounded(s *Solution) petri.Marking {
	m := make(petri.Marking, len(s.Marking))
	for p, x := range s.Marking {
		m[p] = int64(math.Round(x))
	}
	return m
}
