package product_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/engine/product"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/ltl/automaton"
	"brim/petri"
)

var netCount = flag.Int("nets", 300, "how many random nets the search is compared with fixed points on")

// reducing is how the transitions of a net are reduced.
func reducing(n *kripke.Net) func(props []*syntax.Formula) product.Reducer {
	return func(props []*syntax.Formula) product.Reducer { return explicit.NewRuns(n, props) }
}

// toward is how they are where the automaton waits.
func toward(n *kripke.Net) func(goal *syntax.Formula) kripke.Structure {
	return func(goal *syntax.Formula) kripke.Structure { return explicit.Towards(n, goal) }
}

// run runs a search in pieces, with limits that grow.
func run(t testing.TB, s *product.Search, rng *rand.Rand) error {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for limit := 1; ; limit *= 2 {
		err := s.Run(t.Context(), kripke.Limits{States: limit})
		var stop *kripke.LimitError
		if !errors.As(err, &stop) || stop.Kind != "state" {
			return err
		}
		if rng.IntN(2) == 0 {
			if err := s.Run(ctx, kripke.Limits{}); err != nil && !errors.Is(err, context.Canceled) {
				return err
			}
		}
	}
}

// checkRun looks whether a path is a run of the net that a accepts.
func checkRun(net *petri.Net, a *automaton.Automaton, p *kripke.Path, paths syntax.Paths) string {
	w, m := &word{}, net.Initial()
	n := net.WithInitial(m)
	var last petri.Marking
	for m, err := range n.Markings(p.Labels) {
		if err != nil {
			return err.Error()
		}
		w.letters = append(w.letters, letter(net, a, m))
		w.next = append(w.next, []int{len(w.letters)})
		last = m.Clone()
	}
	end := len(w.letters) - 1
	if p.Loop != engine.NoLoop {
		w.next[end-1] = []int{p.Loop}
		w.next[end] = nil
	} else {
		if paths != syntax.Maximal {
			return "an end where runs are infinite"
		}
		for range net.EnabledTransitions(last) {
			return "an end that is not dead"
		}
		w.next[end] = []int{end}
	}
	if !w.accepts(a, 0) {
		return "the automaton does not accept the run"
	}
	return ""
}

// A search through the product finds a run exactly if there is one: compared with nested fixed points over all pairs of
// a marking and a state of the automaton, in both readings of dead markings, with successors in any order, interrupted
// at random, several searches in one space, and, for automata that are closed under stuttering, with stubborn sets,
// which look at fewer markings. Each result is checked to be a run. A large run is -nets 25000, 200,000 searches.
func TestAgrees(t *testing.T) {
	found, none, ends, partly, full, reduced, waiting, whole, goals := 0, 0, 0, 0, 0, 0, 0, 0, 0
	for seed := range uint64(*netCount) {
		rng := rand.New(rand.NewPCG(seed, 61))
		net := randnet.Generate(rng, randnet.Config{States: 300, Blocks: 6, Open: seed%3 == 0, Safe: seed%4 == 0})
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		n, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		pool, shared := syntax.NewPool(), product.NewSpace(n)
		for range 4 {
			stutters := rng.IntN(2) == 0
			a := randomAutomaton(rng, net, 2+rng.IntN(2), pool)
			if stutters {
				a = stuttering(randomAutomaton(rng, net, 2, pool))
			}
			for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
				want := wordOf(space, a, paths).accepts(a, 0)
				try := func(x *product.Space, o product.Options) *product.Search {
					o.Paths = paths
					s, err := x.Search(a, o)
					if err == nil {
						err = run(t, s, rng)
					}
					if err != nil || s.Found() != want {
						t.Fatalf("seed %d, %v paths, %+v: %t, want %t, error %v\nautomaton %+v\n%s", seed, paths, o,
							s.Found(), want, err, a, randnet.Text(net))
					}
					p, err := s.Path(t.Context())
					if err != nil || (p != nil) != want {
						t.Fatalf("seed %d, %v paths, %+v: path %v, error %v", seed, paths, o, p, err)
					}
					if p != nil {
						if wrong := checkRun(net, a, p, paths); wrong != "" {
							t.Fatalf("seed %d, %v paths, %+v: %s\n%v\nautomaton %+v\n%s", seed, paths, o, wrong,
								p.Labels, a, randnet.Text(net))
						}
						if p.Loop == engine.NoLoop {
							ends++
						}
					}
					return s
				}
				try(shared, product.Options{})
				try(shared, product.Options{Seed: seed + 1})
				if want {
					found++
				} else {
					none++
				}
				waits := try(product.NewSpace(n), product.Options{Toward: toward(n), Seed: seed % 2})
				if !waits.Leaves() {
					waits = nil
				} else {
					waiting++
				}
				mute := product.Insensitive(a)
				if stutters {
					for q := range mute {
						mute[q] = true
					}
				}
				if waits != nil && slices.Contains(mute, true) {
					try(product.NewSpace(n),
						product.Options{Reduce: reducing(n), Mute: mute, Toward: toward(n), Seed: seed % 2})
				}
				if waits == nil && !slices.Contains(mute, true) {
					continue
				}
				plain := try(product.NewSpace(n), product.Options{})
				if waits != nil && !want {
					whole += plain.States()
					goals += waits.States()
				}
				less := try(product.NewSpace(n), product.Options{Reduce: reducing(n), Mute: mute, Seed: seed % 2})
				if !slices.Contains(mute, true) {
					continue
				}
				if !stutters {
					partly++
				} else if !want {
					full += plain.States()
					reduced += less.States()
				}
			}
		}
	}
	t.Logf("%d runs found, of which %d end; %d times none; %d markings with stubborn sets for %d; %d times with "+
		"some; %d automata wait, %d markings for %d",
		found, ends, none, reduced, full, partly, waiting, goals, whole)
	if found < *netCount/3 || none < *netCount/3 || ends < *netCount/10 || partly < *netCount/20 ||
		waiting < *netCount/20 || goals*10 > whole*9 || reduced*10 > full*9 {
		t.Error("too few of a kind")
	}
}
