package symbolic

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/race"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var circleNets = flag.Int("circles", 400, "random nets of TestCircles")

// With the transitions that can recur, EG has the set of the plain fixed point and the verdict of the oracle, on any
// paths; and a transition that lies on a circle of markings is never said not to recur, also among some transitions.
func TestCircles(t *testing.T) {
	dropped, kept, proper := 0, 0, 0
	done, cancel := context.WithCancel(t.Context())
	cancel() // what is asked then is not remembered
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true}}
	for seed := range uint64(*circleNets) {
		rng := rand.New(rand.NewPCG(seed, 76))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		if seed%2 == 0 {
			net = randnet.Redundant(rng)
		}
		graph, err := oracle.Explore(net, 200)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		remembers := &circles{net: net}
		for range 3 {
			marked := make([]bool, len(net.Transitions))
			for i := range marked {
				marked[i] = rng.IntN(4) > 0
			}
			if late := remembers.recurring(done, slices.Clone(marked)); !within(late, marked) {
				t.Fatalf("seed %d: of %v %v recur, and the context is done", seed, marked, late)
			}
			recurs := (&circles{net: net}).recurring(t.Context(), slices.Clone(marked))
			on := onCircles(graph, marked)
			for i, yes := range on {
				switch {
				case yes && !recurs[i]:
					t.Fatalf("seed %d: %s is on a circle\n%s", seed, net.Transitions[i].Name, randnet.Text(net))
				case recurs[i] && !marked[i]:
					t.Fatalf("seed %d: %s is not marked\n%s", seed, net.Transitions[i].Name, randnet.Text(net))
				case recurs[i]:
					kept++
				case marked[i]:
					dropped++
				}
			}
			if again := remembers.recurring(t.Context(), slices.Clone(marked)); !slices.Equal(again, recurs) {
				t.Fatalf("seed %d: of %v %v recur, and with what was asked before %v\n%s", seed, marked, recurs, again,
					randnet.Text(net))
			}
		}
		space, err := Explore(context.Background(), net, race.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range 4 {
			paths := syntax.Paths(rng.IntN(2))
			pool := syntax.NewPool()
			f := pool.Make(syntax.EG, randformula.Generate(rng, net, rng.IntN(3), pool))
			fast, slow := space.Checker(paths),
				ctl.NewOfPart(space.Model.All, space.Reached, space.Open, atoms{space.Model}, paths)
			a, err1 := fast.Must(f)
			b, err2 := slow.Must(f)
			if err1 != nil || err2 != nil {
				continue // a sum beyond 64 bits
			}
			if !a.Equal(b) {
				t.Fatalf("seed %d: %v holds in %v markings, by the plain fixed point in %v\n%s", seed, f, a.Count(),
					b.Count(), randnet.Text(net))
			}
			if !a.IsEmpty() && !a.Equal(space.Reached) {
				proper++
			}
			got, err := space.Holds(space.Checker(paths), f)
			if want := engine.Decided(graph.Sat(f, paths)[0]); err != nil || got != want {
				t.Fatalf("seed %d: %v: %v, %v; expected %v\n%s", seed, f, got, err, want, randnet.Text(net))
			}
		}
		space.Close()
	}
	t.Logf("%d transitions recur, %d do not, %d sets that are neither empty nor all", kept, dropped, proper)
	if least := *circleNets / 4; kept < least || dropped < least || proper < least/2 {
		t.Errorf("too few of something: %d kept, %d dropped, %d sets", kept, dropped, proper)
	}
}

// onCircles returns which of the marked transitions lead from a marking to one from which marked ones lead back.
func onCircles(s *oracle.Space, marked []bool) []bool {
	on := make([]bool, len(marked))
	for i, edges := range s.Succ {
		for _, e := range edges {
			if marked[e.Transition] && !on[e.Transition] && leads(s, marked, e.To, i) {
				on[e.Transition] = true
			}
		}
	}
	return on
}

// leads reports whether marked transitions lead from one marking to another.
func leads(s *oracle.Space, marked []bool, from, to int) bool {
	seen, todo := map[int]bool{from: true}, []int{from}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if i == to {
			return true
		}
		for _, e := range s.Succ[i] {
			if marked[e.Transition] && !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return false
}
