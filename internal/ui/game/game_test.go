package game_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/internal/ui/game"
	"brim/petri"
)

// TestMoves plays at random and compares each marking with that of the run so far, fired from the start.
func TestMoves(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 20))
		net := randnet.Loose(rng)
		g := game.New(net)
		var run []int // the twin: all steps, and how many of them count
		at := 0
		for range 60 {
			switch rng.IntN(4) {
			case 0:
				to := rng.IntN(len(run)+3) - 1
				at = min(max(to, 0), len(run))
				if got := g.Go(to); got != at {
					t.Fatalf("seed %d: Go(%d) of %d stands at %d", seed, to, len(run), got)
				}
			case 1:
				n := rng.IntN(4)
				before := slices.Clone(run[:at])
				done, err := g.Random(n, rng)
				steps := g.Steps()[:g.At()]
				if err == nil && done < n && len(g.Enabled()) > 0 || len(steps) != at+done ||
					!slices.Equal(steps[:at], before) {
					t.Fatalf("seed %d: Random(%d) from %v leads to %v, %d steps and %v", seed, n, before, steps, done,
						err)
				}
				run, at = g.Steps(), g.At()
			default:
				tr := rng.IntN(len(net.Transitions)+2) - 1
				want := at
				if m, _ := net.Replay(run[:at]); tr >= 0 && tr < len(net.Transitions) && net.Fire(m, tr) == nil {
					if at == len(run) || run[at] != tr {
						run = append(slices.Clone(run[:at]), tr)
					}
					want++
				}
				if err := g.Fire(tr); (err == nil) != (want > at) {
					t.Fatalf("seed %d: Fire(%d) after %v: %v", seed, tr, run[:at], err)
				}
				at = want
			}
			same(t, g, net, run, at)
		}
	}
}

// same checks that a game is where it should be.
func same(t *testing.T, g *game.Game, net *petri.Net, run []int, at int) {
	t.Helper()
	m, err := net.Replay(run[:at])
	if err != nil {
		t.Fatal(err)
	}
	if g.At() != at || !slices.Equal(g.Steps(), run) || !g.Marking().Equal(m) {
		t.Fatalf("stands at %d of %v in %v, expected %d of %v in %v", g.At(), g.Steps(), g.Marking(), at, run, m)
	}
	before := g.Before()
	if at == 0 {
		if before != nil {
			t.Fatalf("before the start is %v", before)
		}
		return
	}
	if m, _ = net.Replay(run[:at-1]); !before.Equal(m) {
		t.Fatalf("before is %v, expected %v", before, m)
	}
}

// TestOverflow: a firing that would give a place more tokens than it can hold changes nothing.
func TestOverflow(t *testing.T) {
	net, err := randnet.ParseText("full",
		"p a 9223372036854775807\np b 0\nt take pre: a 2 post: b 1\nt give pre: b 1 post: a 3\n")
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(net)
	if err := g.Fire(0); err != nil {
		t.Fatal(err)
	}
	var why *petri.FireError
	if err := g.Fire(1); !errors.As(err, &why) || why.Kind != petri.Overflow {
		t.Errorf("error %v", err)
	}
	same(t, g, net, []int{0}, 1)
	g.Go(0)
	same(t, g, net, []int{0}, 0)
	g.Go(1)
	same(t, g, net, []int{0}, 1)
}

// TestPlay plays a run with a step that is impossible.
func TestPlay(t *testing.T) {
	net, err := randnet.ParseText("line", "p a 1\np b 0\nt go pre: a 1 post: b 1\n")
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(net)
	var wrong *petri.ReplayError
	var why *petri.FireError
	if err := g.Play([]int{0, 0}); !errors.As(err, &wrong) || wrong.Step != 1 || !errors.As(err, &why) ||
		why.Place != "a" {
		t.Errorf("error %v", err)
	}
	if g.At() != 1 || !g.Marking().Equal(petri.Marking{0, 1}) {
		t.Errorf("stands at %d in %v", g.At(), g.Marking())
	}
	g.Reset(petri.Marking{2, 0})
	if err := g.Play([]int{0, 0}); err != nil || !g.Marking().Equal(petri.Marking{0, 2}) ||
		!g.Start().Equal(petri.Marking{2, 0}) {
		t.Errorf("%v, stands in %v, started in %v", err, g.Marking(), g.Start())
	}
}
