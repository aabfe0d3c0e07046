package randnet_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

func generate(seed uint64, cfg randnet.Config) *petri.Net {
	return randnet.Generate(rand.New(rand.NewPCG(seed, 1)), cfg)
}

var configs = map[string]randnet.Config{
	"zero":    {},
	"safe":    {Safe: true},
	"open":    {Open: true},
	"all":     {Safe: true, Open: true, NoInhibitors: true, States: 100},
	"plain":   {NoInhibitors: true, Weight: 1},
	"large":   {States: 4000, Blocks: 8, Transitions: 16, Tokens: 9, Weight: 4},
	"tiny":    {States: 1, Blocks: 1, Transitions: 1},
	"narrow":  {States: 10, Open: true},
	"slender": {States: 3, Blocks: 9, Tokens: 1},
}

// What the configuration promises holds for every net.
func TestGenerateKeepsPromises(t *testing.T) {
	for name, cfg := range configs {
		t.Run(name, func(t *testing.T) {
			states, transitions := cfg.States, cfg.Transitions
			if states == 0 {
				states = 1000
			}
			if transitions == 0 {
				transitions = 16
			}
			for seed := range uint64(150) {
				net := generate(seed, cfg)
				s, err := oracle.Explore(net, states)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
				}
				if len(net.Transitions) > transitions || len(net.Transitions) == 0 || len(net.Places) == 0 {
					t.Errorf("seed %d: %d places, %d transitions", seed, len(net.Places), len(net.Transitions))
				}
				if cfg.Safe && (s.MaxInPlace > 1 || !ordinary(net)) {
					t.Errorf("seed %d: not safe and ordinary\n%s", seed, randnet.Text(net))
				}
				for _, tr := range net.Transitions {
					if cfg.NoInhibitors && len(tr.Inhibit) > 0 || !cfg.Open && len(tr.Pre) == 0 {
						t.Errorf("seed %d: transition %s is not allowed\n%s", seed, tr.Name, randnet.Text(net))
					}
				}
			}
		})
	}
}

func ordinary(net *petri.Net) bool {
	heavy := func(a petri.Arc) bool { return a.Weight > 1 }
	return !slices.ContainsFunc(net.Transitions, func(t petri.Transition) bool {
		return slices.ContainsFunc(t.Pre, heavy) || slices.ContainsFunc(t.Post, heavy) ||
			slices.ContainsFunc(t.Inhibit, heavy)
	})
}

// Among some hundred nets each feature occurs in a fair number: a property test
// would otherwise not test what its reader believes.
func TestGenerateVariety(t *testing.T) {
	const nets = 400
	seen := map[string]int{}
	note := func(feature string, yes bool) {
		if yes {
			seen[feature]++
		}
	}
	for seed := range uint64(nets) {
		net := generate(seed, randnet.Config{Open: true})
		s, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		has := features(net)
		for _, f := range []string{"read", "read beside input", "inhibitor", "weight", "source", "sink", "no arcs",
			"self-loop", "duplicate", "isolated"} {
			note(f, has[f])
		}
		fired := map[int]bool{}
		for _, edges := range s.Succ {
			for _, e := range edges {
				fired[e.Transition] = true
			}
		}
		note("more than 20 markings", len(s.States) > 20)
		note("more than 100 markings", len(s.States) > 100)
		note("one marking", len(s.States) == 1)
		note("deadlock", len(s.Dead) > 0)
		note("no deadlock", len(s.Dead) == 0)
		note("dead transition", len(fired) < len(net.Transitions))
		note("all transitions fire", len(fired) == len(net.Transitions))
		note("depth over 5", s.Depth > 5)
		note("several tokens in a place", s.MaxInPlace > 2)
		note("parallel firings", s.Edges < s.Firings)
	}
	for _, feature := range []string{
		"read", "read beside input", "inhibitor", "weight", "source", "sink", "no arcs", "self-loop", "duplicate",
		"isolated",
		"more than 20 markings", "more than 100 markings", "one marking", "deadlock", "no deadlock",
		"dead transition", "all transitions fire", "depth over 5", "several tokens in a place", "parallel firings",
	} {
		t.Logf("%3d of %d nets: %s", seen[feature], nets, feature)
		if seen[feature] < nets/40 {
			t.Errorf("%d of %d nets: %s; expected at least %d", seen[feature], nets, feature, nets/40)
		}
	}
}

// features tells which constructs occur in net.
func features(net *petri.Net) map[string]bool {
	has := map[string]bool{}
	used := map[int]bool{}
	same := map[string]bool{}
	for _, t := range net.Transitions {
		for _, a := range slices.Concat(t.Pre, t.Post, t.Inhibit) {
			used[a.Place] = true
			has["weight"] = has["weight"] || a.Weight > 1
		}
		for _, a := range t.Pre {
			has["read"] = has["read"] ||
				slices.ContainsFunc(t.Post, func(b petri.Arc) bool { return b.Place == a.Place })
			has["read beside input"] = has["read beside input"] || // as Builder.Read makes it
				slices.ContainsFunc(t.Post, func(b petri.Arc) bool { return b.Place == a.Place && b.Weight < a.Weight })
		}
		has["inhibitor"] = has["inhibitor"] || len(t.Inhibit) > 0
		has["source"] = has["source"] || len(t.Pre) == 0 && len(t.Post) > 0
		has["sink"] = has["sink"] || len(t.Pre) > 0 && len(t.Post) == 0
		has["no arcs"] = has["no arcs"] || len(t.Pre)+len(t.Post)+len(t.Inhibit) == 0
		has["self-loop"] = has["self-loop"] || len(t.Pre) > 0 && slices.Equal(t.Pre, t.Post)
		one := *net
		one.Transitions = []petri.Transition{{Name: "t", Pre: t.Pre, Post: t.Post, Inhibit: t.Inhibit}}
		text := randnet.Text(&one)
		has["duplicate"] = has["duplicate"] || same[text]
		same[text] = true
	}
	for p := range net.Places {
		has["isolated"] = has["isolated"] || !used[p] && net.Places[p].Initial > 0
	}
	return has
}

func TestGenerateArbitrary(t *testing.T) {
	unbounded := 0
	for seed := range uint64(100) {
		net := generate(seed, randnet.Config{Arbitrary: true, Open: seed%2 == 0})
		_, err := oracle.Explore(net, 1500)
		if errors.Is(err, oracle.ErrTooMany) {
			unbounded++
		} else if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if unbounded < 10 || unbounded > 90 {
		t.Errorf("%d of 100 arbitrary nets have more than 1500 markings; expected a mixture", unbounded)
	}
}

func TestGenerateIsDeterministic(t *testing.T) {
	different := map[string]bool{}
	for seed := range uint64(50) {
		text := randnet.Text(generate(seed, randnet.Config{}))
		if again := randnet.Text(generate(seed, randnet.Config{})); again != text {
			t.Errorf("seed %d gives two nets:\n%s\n%s", seed, text, again)
		}
		different[text] = true
	}
	if len(different) < 45 {
		t.Errorf("50 seeds give only %d nets", len(different))
	}
}

func TestGeneratePanicsOnNegativeLimit(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	generate(1, randnet.Config{States: -1})
}
