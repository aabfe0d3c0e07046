package extended_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/extended"
)

var count = flag.Int("extended", 2000, "compare so many random nets with the oracle")

// draw returns the net of a seed: small, bounded or not, of all kinds.
func draw(seed int) (*extended.Net, *rand.Rand) {
	rng := rand.New(rand.NewPCG(uint64(seed), 153))
	c := randextended.Config{Bounded: seed%4 < 2, NoResets: seed%3 == 0}
	c.Net = randnet.Config{States: 200, Blocks: 3, Transitions: 8, Arbitrary: seed%2 == 0, Open: seed%5 == 0}
	return randextended.Generate(rng, c), rng
}

// The rule enables and does in reachable markings what the oracle says, by definitions written down independently.
func TestRuleAgrees(t *testing.T) {
	for seed := range *count {
		net, _ := draw(seed)
		rule, err := extended.NewRule(net)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		space, err := oracle.ExploreExtended(net, 300)
		if err != nil {
			continue
		}
		if !slices.Equal(rule.Initial(), space.States[0]) {
			t.Fatalf("seed %d: the net starts in %v, want %v", seed, rule.Initial(), space.States[0])
		}
		for i, m := range space.States {
			want := map[int]petri.Marking{}
			for _, e := range space.Succ[i] {
				want[e.Transition] = space.States[e.To]
			}
			for x := range net.Transitions {
				next, err := rule.Fire(m, x)
				if rule.Enabled(m, x) != (want[x] != nil) || (err == nil) != (want[x] != nil) ||
					!slices.Equal(next, want[x]) {
					t.Fatalf("seed %d: in %v transition %d leads to %v (%v), want %v", seed, m, x, next, err, want[x])
				}
			}
		}
	}
}

// The place/transition net has the markings and firings of the net, in the same order; where there is none, the net has
// a reset arc or a priority.
func TestPlainAgrees(t *testing.T) {
	plain, priorities, capacities := 0, 0, 0
	for seed := range *count {
		net, _ := draw(seed)
		p, err := net.Plain()
		var extends *extended.ExtendedError
		if errors.As(err, &extends) {
			reset := slices.ContainsFunc(net.Arcs, func(a extended.Arc) bool { return a.Kind == extended.Reset })
			if !reset && !net.HasPriorities() {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := oracle.ExploreExtended(net, 300)
		got, wrong := oracle.Explore(p, 300)
		if (err == nil) != (wrong == nil) {
			t.Fatalf("seed %d: %v, want %v", seed, wrong, err)
		}
		if err != nil {
			continue
		}
		if !reflect.DeepEqual(got.States, want.States) || !reflect.DeepEqual(got.Succ, want.Succ) {
			t.Fatalf("seed %d: %d markings and %d firings, want %d and %d", seed,
				len(got.States), got.Firings, len(want.States), want.Firings)
		}
		plain++
		if net.HasPriorities() {
			priorities++
		}
		if slices.ContainsFunc(net.Places, func(p extended.Place) bool { return p.Capacity != extended.Unlimited }) {
			capacities++
		}
	}
	t.Logf("%d place/transition nets, %d with priorities, %d with capacities", plain, priorities, capacities)
	if plain < *count/20 || priorities < *count/50 || capacities < *count/50 {
		t.Error("expected more of them")
	}
}

// A place/transition net as a document is the same net.
func TestOf(t *testing.T) {
	for seed := range *count / 4 {
		net := randnet.Generate(rand.New(rand.NewPCG(uint64(seed), 154)),
			randnet.Config{Arbitrary: seed%2 == 0, Open: seed%3 == 0})
		again, err := extended.Of(net).Plain()
		if err != nil || !again.Equal(net) {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
	}
}

// small returns a net with a place p for two tokens at most and transitions with the given arcs between them.
func small(transitions int, arcs ...extended.Arc) *extended.Net {
	n := &extended.Net{Name: "small", Arcs: arcs, Places: []extended.Place{
		{ID: "p", Initial: 1, Capacity: 2}, {ID: "q", Initial: 1, Capacity: extended.Unlimited},
	}}
	for t := range transitions {
		n.Transitions = append(n.Transitions, extended.Transition{ID: string(rune('t' + t))})
	}
	return n
}

// By hand: what becomes of a capacity and of a priority.
func TestPlainArcs(t *testing.T) {
	one := func(place, transition int, k extended.Kind) extended.Arc {
		return extended.Arc{Place: place, Transition: transition, Kind: k, Weight: 1}
	}
	high := func(n *extended.Net) *extended.Net { n.Transitions[1].Priority = 1; return n }
	for _, c := range []struct {
		name string
		net  *extended.Net
		want string // as text; or the error
	}{
		{"a capacity of two", small(1, one(0, 0, extended.Output)), "p p 1\np q 1\nt t pre: post: p 1 inh: p 2\n"},
		{"more than the capacity at once", small(1, extended.Arc{Place: 0, Kind: extended.Output, Weight: 3}),
			"p p 1\np q 1\nt t pre: p 1 post: p 4 inh: p 1\n"},
		{"what is taken before", small(1, one(0, 0, extended.Input),
			extended.Arc{Place: 0, Kind: extended.Output, Weight: 3}),
			"p p 1\np q 1\nt t pre: p 1 post: p 3 inh: p 1\n"},
		{"an input place", high(small(2, one(1, 1, extended.Input))),
			"p p 1\np q 1\nt t pre: post: inh: q 1\nt u pre: q 1 post: inh:\n"},
		{"an inhibitor arc", high(small(2, one(1, 1, extended.Inhibitor))),
			"p p 1\np q 1\nt t pre: q 1 post: q 1 inh:\nt u pre: post: inh: q 1\n"},
		{"a transition that is always enabled", high(small(2)),
			"p p 1\np q 1\nt t pre: p 1 post: p 1 inh: p 1\nt u pre: post: inh:\n"},
		{"two places", high(small(2, one(0, 1, extended.Input), one(1, 1, extended.Input))),
			"transition t waits while u could fire, which depends on several places, so this is no place/transition " +
				"net"},
		{"two places, of which one is shared",
			high(small(2, one(0, 1, extended.Input), one(1, 1, extended.Input), one(0, 0, extended.Read))),
			"p p 1\np q 1\nt t pre: p 1 post: p 1 inh: q 1\nt u pre: p 1 q 1 post: inh:\n"},
		{"a reset arc", small(1, one(1, 0, extended.Reset)),
			"transition t empties place q, so this is no place/transition net"},
	} {
		net, err := c.net.Plain()
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = randnet.Text(net)
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What is wrong with a net is said.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		change func(n *extended.Net)
		want   string
	}{
		{func(n *extended.Net) { n.Places[1].ID = "p" }, `two places are called "p"`},
		{func(n *extended.Net) { n.Places[0].ID = "" }, "place 1 has no name"},
		{func(n *extended.Net) { n.Places[0].Initial = -2 }, `place "p": negative initial marking -2`},
		{func(n *extended.Net) { n.Places[0].Capacity = -2 }, `place "p": negative capacity -2`},
		{func(n *extended.Net) { n.Transitions[1].ID = "t" }, `two transitions are called "t"`},
		{func(n *extended.Net) { n.Arcs[0].Weight = 0 },
			"arc between place p and transition t: weight 0, expected at least 1"},
		{func(n *extended.Net) { n.Arcs[0].Place = 2 }, "arc 0: no place 2"},
		{func(n *extended.Net) { n.Finals = []extended.Final{{1}} }, "final marking 1 has 1 numbers, expected 2"},
		{func(n *extended.Net) { n.Over = []extended.Priority{{First: 0, Then: 1}, {First: 1, Then: 0}} },
			`transition "t" has priority over itself`},
	} {
		n := small(2, extended.Arc{Weight: 1})
		c.change(n)
		if err := n.Check(); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if _, err := n.Plain(); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
