package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/randtimed"
	"brim/internal/ui/game"
	"brim/petri/timed"
)

// In random games of random nets of both kinds, Soonest is the first delay after which a firing is possible, by trying
// all delays up to 30; Longest is the last one that is possible; and the steps lead to where the game stands again.
func TestClockedGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	fired, waited := 0, 0
	for range 600 {
		d := &timed.Document{Timed: randtimed.Generate(rng, randtimed.Small())}
		if rng.IntN(2) == 0 {
			d = &timed.Document{Arcs: randtimed.GenerateArcs(rng, randtimed.Small())}
		}
		g, err := game.NewClocked(d)
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			judge(t, d, g)
			units, ok := g.Soonest()
			if !ok {
				break
			}
			if units > 0 && (rng.IntN(4) > 0 || g.Wait(1+rng.Int64N(units)) == nil) {
				_ = g.Wait(units)
				waited++
			}
			if moves := g.Moves(5); len(moves) > 0 && len(g.Marking()) < 1000 {
				m := moves[rng.IntN(len(moves))]
				if err := g.Do(g.Step(m)); err != nil {
					t.Fatalf("%+v: %v", m, err)
				}
				fired++
			}
		}
		again(t, d, g)
	}
	if fired < 1000 || waited < 200 {
		t.Errorf("%d firings, %d delays", fired, waited)
	}
}

// again returns a game in which the steps of another one were made.
func again(t *testing.T, d *timed.Document, g *game.Clocked) *game.Clocked {
	t.Helper()
	h, err := game.NewClocked(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range g.Steps() {
		if err := h.Do(step); err != nil {
			t.Fatalf("step %d of %v: %v", step, g.Steps(), err)
		}
	}
	if !slices.Equal(h.Marking(), g.Marking()) || h.Elapsed() != g.Elapsed() || !slices.Equal(h.Clocks(), g.Clocks()) ||
		!slices.EqualFunc(h.Ages(), g.Ages(), slices.Equal) || !slices.Equal(h.Steps(), g.Steps()) {
		t.Fatalf("%v leads to %v, expected %v", g.Steps(), h.Marking(), g.Marking())
	}
	return h
}

func judge(t *testing.T, d *timed.Document, g *game.Clocked) {
	t.Helper()
	units, ok := g.Soonest()
	longest := g.Longest()
	for delay := range int64(30) {
		h := again(t, d, g)
		if delay > 0 {
			err := h.Wait(delay)
			if possible := longest == timed.Infinite || delay <= longest; possible != (err == nil) {
				t.Fatalf("after %v the longest delay is %d, and %d gives %v", g.Steps(), longest, delay, err)
			}
			if err != nil {
				return
			}
		}
		if now := len(h.Moves(1)) > 0; now && (!ok || delay < units) || !now && ok && delay == units {
			t.Fatalf("after %v and a delay of %d: %v can fire; the soonest is said to be %d, %t", g.Steps(), delay,
				h.Moves(1), units, ok)
		} else if now {
			return
		}
	}
}

// Steps that are not possible are refused, and change nothing.
func TestClockedRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &timed.Document{Arcs: randtimed.GenerateArcs(rng, randtimed.Small())}
	g, err := game.NewClocked(d)
	if err != nil {
		t.Fatal(err)
	}
	n := len(d.Arcs.Transitions)
	for _, err := range []error{g.Wait(0), g.Wait(-3), g.Fire(n, 0), g.Fire(-1, 0), g.Fire(0, 1<<30), g.Fire(0, -1)} {
		if err == nil {
			t.Error("an impossible step is made")
		}
	}
	if len(g.Steps()) > 0 || g.Before() != nil || g.Elapsed() != 0 {
		t.Errorf("the game has moved: %v", g.Steps())
	}
	if _, err := game.NewClocked(&timed.Document{}); err == nil {
		t.Error("a net without time has a clocked game")
	}
}
