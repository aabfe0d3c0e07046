package symbolic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine"
	"brim/engine/symbolic/race"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
)

// That the initial marking is a home is what the listed markings say, and where it is one, each transition can become
// enabled again exactly if it is enabled somewhere: the two ways of Live agree.
func TestHome(t *testing.T) {
	homes, lives := 0, 0
	for seed := range uint64(400) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 77)), randnet.Config{States: 200, Safe: seed%2 == 0})
		graph, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		s, err := Explore(t.Context(), net, race.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		back := make([]bool, len(graph.States)) // the initial marking is reached from there
		for changed := true; changed; {
			changed = false
			for i, next := range graph.Succ {
				reaches := i == 0 || slices.ContainsFunc(next, func(e oracle.Edge) bool { return back[e.To] })
				changed = changed || reaches != back[i]
				back[i] = reaches
			}
		}
		home := !slices.Contains(back, false)
		if s.isHome() != home {
			t.Fatalf("seed %d: the initial marking is a home: %t, want %t\n%s", seed, !home, home, randnet.Text(net))
		}
		first := 0
		live := s.eachLive(&first)
		switch {
		case home && live != s.QuasiLive():
			t.Fatalf("seed %d: live is %v, and the initial marking is a home\n%s", seed, live, randnet.Text(net))
		case home && live == engine.Holds:
			lives++
		}
		if home {
			homes++
		}
		s.Close()
	}
	t.Logf("%d homes, %d of them live", homes, lives)
	if homes < 50 || lives < 20 {
		t.Errorf("only %d homes, %d of them live", homes, lives)
	}
}
