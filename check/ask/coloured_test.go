package ask_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/petri/coloured"
)

// Answers about a coloured net are those about its unfolding, also where each transition is live or can fire in some
// binding, but not in each one. A transition that no binding enables is in no unfolding; that it is dead is what the
// interpreter of coloured nets says.
func TestColouredAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		if seed/shards%4 != 0 {
			return // a quarter is enough
		}
		rng := rand.New(rand.NewPCG(seed, 38))
		of := randcoloured.Generate(rng, randcoloured.Config{})
		m := model.OfColoured(of)
		o := board.Options{Limits: limit.Limits{Time: 3 * time.Second, Memory: 2 << 30}}
		answers, err := ask.Decide(t.Context(), m, every(), o, check.DecideAll)
		if err != nil {
			return // too large
		}
		net := answers[0].Model.Net
		want, j := verdicts(net)
		if want == nil {
			return
		}
		space, err := oracle.ExploreColoured(of, mostMarkings)
		if err != nil {
			return
		}
		for name, fires := range map[string]bool{"live": space.Liveness(), "quasi-live": space.QuasiLiveness()} {
			if want[name] == engine.Holds && !fires {
				count(name + ": only a transition without binding is dead")
				want[name] = engine.Fails
			}
		}
		got := map[string]*ask.Answer{}
		for _, a := range answers {
			got[a.Name] = a
			count(a.Name + " " + a.Result.String())
		}
		what := fmt.Sprint("seed ", seed)
		compare(t, what, net, got, want, count)
		details(t, what, j, got)
	})
}

// A transition whose guard holds for no binding can never fire, so the net is neither live nor quasi-live, though the
// unfolding, which has the other transition alone, is both.
func TestTransitionWithoutBinding(t *testing.T) {
	b := coloured.NewBuilder("ring")
	hue := b.Cyclic("Hue", "Hue", []coloured.Constant{{ID: "a", Name: "a"}, {ID: "b", Name: "b"}})
	x := &coloured.Term{Op: coloured.Bound, Sort: -1, Value: int64(b.Variable("x", "x", hue))}
	ring := b.Place("Ring", hue)
	b.Initial(ring, &coloured.Term{Op: coloured.Colour, Sort: hue})
	for i, name := range []string{"turn", "never"} {
		u := b.Transition(name)
		b.Input(ring, u, x)
		b.Output(u, ring, &coloured.Term{Op: coloured.Successor, Sort: -1, Args: []*coloured.Term{x}})
		if i == 1 {
			b.Guard(u, &coloured.Guard{Test: coloured.Unequal, Left: x, Right: x})
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	space, err := oracle.ExploreColoured(net, mostMarkings)
	if err != nil || space.Liveness() || space.QuasiLiveness() {
		t.Fatalf("the interpreter says that all transitions fire, or %v", err)
	}
	questions := []ask.Question{{Name: "live"}, {Name: "quasi-live"}}
	o := board.Options{Limits: limit.Limits{Time: 10 * time.Second, Memory: 2 << 30}}
	answers, err := ask.Decide(t.Context(), model.OfColoured(net), questions, o, check.DecideAll)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if a.Result != engine.Fails || len(a.Findings) != 1 || a.Findings[0].Text != "never can never fire" {
			t.Errorf("%s: %v, %+v", a.Name, a.Result, a.Findings)
		}
		if list, err := ask.Claims(a, questions[i]); err == nil {
			t.Errorf("%s: claims about the unfolding: %+v", a.Name, list)
		}
	}
}
