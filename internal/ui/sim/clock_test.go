package sim

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"brim/check"
	"brim/internal/testkit/randtimed"
)

// In random sessions on nets with time of both kinds, going back and forth leads to what was there before, and the run
// replays as a trace.
func TestClockedSessions(t *testing.T) {
	steps := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 186))
		var m *check.Model
		var err error
		if seed%2 == 0 {
			m, err = check.OfTimed(randtimed.Generate(rng, randtimed.Small()))
		} else {
			m, err = check.OfTimedArcs(randtimed.GenerateArcs(rng, randtimed.Small()))
		}
		if err != nil {
			t.Fatal(err)
		}
		s := session(t, m)
		seen := []Report{s.Report()}
		for range 8 {
			if n := len(s.game.Moves()); n > 0 && rng.IntN(3) > 0 {
				err = s.game.Move(rng.IntN(n))
			} else {
				err = s.game.Wait(1 + rng.Int64N(3))
			}
			if err == nil {
				seen = append(seen, s.Report())
			}
		}
		steps += s.game.Len()
		for range 6 {
			at := rng.IntN(len(seen))
			if got := s.game.Go(at); got != at || !reflect.DeepEqual(s.Report(), seen[at]) {
				t.Fatalf("seed %d: after step %d: %+v, expected %+v", seed, got, s.Report(), seen[at])
			}
		}
	}
	if steps < 200 {
		t.Errorf("%d steps; expected more", steps)
	}
}

// An interrupt ends random.
func TestRandomEnds(t *testing.T) {
	timed, err := check.OfTimed(randtimed.Generate(rand.New(rand.NewPCG(3, 187)), randtimed.Small()))
	if err != nil {
		t.Fatal(err)
	}
	untimed, err := check.Load(t.Context(), "dphil:2")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, m := range []*check.Model{timed, untimed} {
		s := session(t, m)
		if n, err := s.game.Random(ctx, 1000, rand.New(rand.NewPCG(1, 0))); n != 0 || err != nil || s.game.At() != 0 {
			t.Errorf("%d firings after an interrupt, %v", n, err)
		}
	}
}
