package ask_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri/extended"
)

// boundedness answers whether a net is bounded; nil if it is no system. It fires each run that grows thirty times.
func boundedness(t *testing.T, what string, net *extended.Net) *ask.Answer {
	t.Helper()
	m, err := model.OfExtended(t.Context(), net)
	if err != nil || m.System == nil {
		return nil
	}
	o := board.Options{Limits: limit.Limits{Time: time.Second, Memory: 2 << 30}}
	answers, err := ask.Decide(t.Context(), m, []ask.Question{{Name: "bounded"}}, o, check.DecideAll)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := extended.NewRule(net)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range answers[0].Findings {
		if f.Run == nil {
			continue
		}
		at, round := f.Run.Start, f.Run.Steps
		for k := range 30 {
			before := at
			for _, u := range round {
				if at, err = rule.Fire(at, u); err != nil {
					t.Fatalf("%s: round %d: %v\n%+v", what, k, err, net)
				}
			}
			for p, n := range at {
				if grows := slices.Contains(f.Places, p); k > 0 && (n > before[p]) != grows || n < before[p] && k > 0 {
					t.Fatalf("%s: round %d: place %d goes from %d to %d\n%+v", what, k, p, before[p], n, net)
				}
			}
			round = f.Run.Steps[f.Run.Loop:]
		}
	}
	return answers[0]
}

// Nets with reset arcs and priorities that are said to be unbounded have infinitely many markings, and the run that is
// shown can be repeated.
func TestGrowingAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 139))
		c := randextended.Config{Net: randnet.Config{Arbitrary: true, Transitions: 2 + rng.IntN(5)},
			NoCapacities: seed%3 > 0}
		net := randextended.Generate(rng, c)
		what := fmt.Sprint("seed ", seed)
		a := boundedness(t, what, net)
		if a == nil {
			return
		}
		space, err := oracle.ExploreExtended(net, mostMarkings)
		switch {
		case err == nil && space.Complete && a.Result != engine.Holds:
			t.Errorf("%s: %v (%s) of a net with %d markings\n%+v", what, a.Result, a.Summary, len(space.States), net)
		case err == nil:
			count("few markings")
		case a.Result == engine.Unknown && !strings.Contains(a.Reason, "no run was found"):
			t.Errorf("%s: unknown: %s", what, a.Reason)
		default:
			count("many markings: " + a.Result.String())
		}
	})
}

// What breaks the argument for plain nets: resets, priorities, inhibitor arcs and capacities on places that grow.
func TestGrowingByHand(t *testing.T) {
	const in, out, reset, inhibitor = extended.Input, extended.Output, extended.Reset, extended.Inhibitor
	type arc = extended.Arc
	// Transition 0 takes the token of place 0 and gives it to place 1, and one to place 2; transition 1 brings it back.
	loop := []arc{
		{Place: 0, Transition: 0, Kind: in}, {Place: 1, Transition: 0, Kind: out}, {Place: 2, Transition: 0, Kind: out},
		{Place: 1, Transition: 1, Kind: in}, {Place: 0, Transition: 1, Kind: out},
	}
	other := arc{Place: 3, Transition: 2, Kind: in, Weight: 1} // which never fires
	for _, c := range []struct {
		name   string
		arcs   []arc
		over   []extended.Priority
		result engine.Result
	}{
		{"a reset of another place", []arc{{Place: 3, Transition: 0, Kind: reset}}, nil, engine.Fails},
		{"a reset of the place that grows", []arc{{Place: 2, Transition: 1, Kind: reset}}, nil, engine.Holds},
		{"a reset beside the run", []arc{{Place: 2, Transition: 2, Kind: reset}}, nil, engine.Fails},
		{"an inhibitor arc on it", []arc{{Place: 2, Transition: 0, Kind: inhibitor, Weight: 9},
			{Place: 3, Transition: 0, Kind: reset}},
			nil, engine.Holds},
		{"a transition that goes first when it has grown",
			[]arc{{Place: 2, Transition: 2, Kind: in, Weight: 9}, {Place: 0, Transition: 2, Kind: reset}},
			[]extended.Priority{{First: 2, Then: 0}}, engine.Unknown},
		{"a transition that goes first, but never can",
			[]arc{{Place: 3, Transition: 0, Kind: reset}, {Place: 2, Transition: 2, Kind: in}},
			[]extended.Priority{{First: 2, Then: 0}}, engine.Fails},
		{"a transition that goes first until it has grown",
			[]arc{{Place: 2, Transition: 2, Kind: inhibitor, Weight: 3}, {Place: 4, Transition: 2, Kind: in},
				{Place: 2, Transition: 2, Kind: out}},
			[]extended.Priority{{First: 2, Then: 0}}, engine.Fails},
	} {
		net := &extended.Net{Name: c.name, Over: c.over}
		for p := range 5 {
			initial := int64(0)
			if p == 0 || p == 4 {
				initial = 1
			}
			net.Places = append(net.Places,
				extended.Place{ID: fmt.Sprint("p", p), Initial: initial, Capacity: extended.Unlimited})
		}
		for u := range 3 {
			net.Transitions = append(net.Transitions, extended.Transition{ID: fmt.Sprint("t", u)})
		}
		if c.result != engine.Unknown {
			net.Arcs = append(net.Arcs, other)
		}
		for _, a := range slices.Concat(loop, c.arcs) {
			a.Weight = max(a.Weight, 1)
			net.Arcs = append(net.Arcs, a)
		}
		a := boundedness(t, c.name, net)
		switch {
		case a == nil:
			t.Errorf("%s: no system", c.name)
		case c.result == engine.Unknown && a.Result == engine.Fails, c.result != engine.Unknown && a.Result != c.result:
			t.Errorf("%s: %v, want %v: %s %s", c.name, a.Result, c.result, a.Summary, a.Reason)
		}
	}
}
