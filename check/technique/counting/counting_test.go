package counting_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// numbers asks for the four numbers of a state space.
func numbers() (list []*check.Question) {
	for kind := check.States; kind <= check.MostInMarking; kind++ {
		list = append(list, &check.Question{ID: kind.String(), Kind: kind})
	}
	return list
}

var onlyCounting = check.Options{Without: check.AllBut([]string{"counting"}),
	Limits: check.Limits{Time: 10 * time.Second}}

// Of a Kanban net nothing is left, however many cards there are; the number of markings has a closed form.
func TestCountingOfKanban(t *testing.T) {
	m := checktest.Load(t, "kanban:3000")
	r, err := check.DecideAll(t.Context(), m, numbers(), onlyCounting)
	if err != nil {
		t.Fatal(err)
	}
	all := nets.All()
	kanban := all[slices.IndexFunc(all, func(f nets.Family) bool { return f.Name == "kanban" })]
	for i, want := range []*big.Int{kanban.States(3000), nil, big.NewInt(3000), big.NewInt(12_000)} {
		a := r.Answers[i]
		if a.By != "counting" || want != nil && a.Number.Cmp(want) != 0 {
			t.Errorf("question %d: %v by %s, want %v", i, a.Number, a.By, want)
		}
	}
}

// Of FMS something is left, whose diagrams grow with the square of the pallets. All solutions of its state equation are
// reachable, and the number of markings has a closed form.
func TestIntegerPoints(t *testing.T) {
	r, err := check.DecideAll(t.Context(), checktest.Load(t, "fms:1000000"), numbers()[:1], onlyCounting)
	if err != nil {
		t.Fatal(err)
	}
	all := nets.All()
	fms := all[slices.IndexFunc(all, func(f nets.Family) bool { return f.Name == "fms" })]
	if a := r.Answers[0]; a.Result == check.Unknown || a.Number.Cmp(fms.States(1_000_000)) != 0 {
		t.Errorf("%v by %s, want %v", a.Number, a.By, fms.States(1_000_000))
	}
}

// The numbers of random nets from smaller nets are those of the oracle.
func TestCountingOfRandomNets(t *testing.T) {
	answered := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 15))
		var net *petri.Net
		if seed%2 == 0 {
			net = randnet.Loose(rng)
		} else {
			net = randnet.Generate(rng, randnet.Config{Open: true})
		}
		space, err := oracle.Explore(net, 2000)
		if err != nil {
			continue
		}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), numbers(), onlyCounting)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		for i, want := range []int64{int64(len(space.States)), int64(space.Firings), space.MaxInPlace,
			space.MaxInMarking} {
			a := r.Answers[i]
			if a.Result == check.Unknown {
				continue // hardly anything went
			}
			if answered++; a.Infinite || a.Number.Cmp(big.NewInt(want)) != 0 {
				t.Fatalf("seed %d, question %d: %v, want %d\n%s", seed, i, a.Number, want, randnet.Text(net))
			}
		}
	}
	if answered < 300 {
		t.Errorf("%d answers", answered)
	}
}

// The most tokens are known of nets with far more markings than can be counted.
func TestMostTokensAlone(t *testing.T) {
	o := check.Options{Without: check.AllBut([]string{"counting", "invariants", "walk"}),
		Limits: check.Limits{Time: 5 * time.Second}}
	questions := numbers()[2:]
	r, err := check.DecideAll(t.Context(), checktest.Load(t, "fms:1000000000"), questions, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{1_000_000_000, 3_000_000_006} { // three kinds of pallets, and 3 + 1 + 2 machines
		if a := r.Answers[i]; a.Result == check.Unknown || a.Number.Int64() != want {
			t.Errorf("%v: got %v, %v, want %d", questions[i], a.Number, a.Reason, want)
		}
	}
}

// What invariants, walks and the state equation say of the most tokens is what the oracle finds.
func TestMostTokensOfRandomNets(t *testing.T) {
	o := check.Options{Without: check.AllBut([]string{"counting", "invariants", "walk", "equation"}),
		Limits: check.Limits{Time: time.Second}}
	answered := map[string]int{}
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 15))
		net := randnet.Generate(rng, randnet.Config{Open: seed%2 == 0})
		space, err := oracle.Explore(net, 2000)
		if err != nil {
			continue
		}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), numbers()[2:], o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		for i, want := range []int64{space.MaxInPlace, space.MaxInMarking} {
			a := r.Answers[i]
			if a.Result == check.Unknown {
				continue
			}
			if answered[a.By]++; a.Infinite || a.Number.Int64() != want {
				t.Fatalf("seed %d, question %d: %v by %s, want %d\n%s", seed, i, a.Number, a.By, want,
					randnet.Text(net))
			}
		}
	}
	if t.Log(answered); answered["invariants"] == 0 { // who is first else is chance
		t.Errorf("answers: %v", answered)
	}
}
