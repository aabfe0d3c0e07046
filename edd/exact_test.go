package edd_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/edd"
	"brim/petri/nets"
)

// E4: the distance of every marking of random nets is the number of steps to it, which an explicit search finds, in
// every version and every way to call it.
func TestDistancesOfRandomNets(t *testing.T) {
	eachNet(t, func(t *testing.T, s *scene) {
		for _, bound := range []int{0, 1, 2, 3, 5, s.bound} {
			bound = min(bound, s.bound)
			g := s.f.NewSaturator(s.model.Moves, edd.Budgeted).Bounded(s.start, bound)
			s.expect(t, "budgeted", g, bound)
			for _, version := range edd.Versions()[1:] {
				if !g.Equal(s.f.NewSaturator(s.model.Moves, version).Bounded(s.start, bound)) {
					t.Errorf("version %v gives another function at bound %d", version, bound)
				}
			}
		}
		s.everyWay(t, edd.Versions()[s.rng.IntN(len(edd.Versions()))], 1+s.rng.IntN(4))
	})
}

// E4 for the nets of all families.
func TestDistancesOfFamilies(t *testing.T) {
	for _, c := range []struct {
		net   string
		depth int // 100 is enough for all markings
		step  int
	}{
		{"abp:3", 100, 4},
		{"brp:3,1", 100, 7},
		{"brp2:1,1,2,0", 100, 9},
		{"cabp:2", 100, 5},
		{"ccp:1", 100, 4},
		{"dphil:4", 100, 3},
		{"fms:2", 100, 7},
		{"hanoi:6", 100, 20},
		{"irq:4,5,2,1", 100, 6},
		{"kanban:2", 100, 8},
		{"motor:1", 8, 3},
		{"prise:1,1,1,1", 30, 10},
		{"prodcons:30", 200, 25},
		{"rr:6", 100, 10},
		{"sr:3", 100, 6},
		{"tpc:2,2", 100, 5},
		{"unbounded:3", 80, 20},
	} {
		t.Run(c.net, func(t *testing.T) {
			net, err := nets.Parse(c.net)
			if err != nil {
				t.Fatal(err)
			}
			s := newScene(t, net, rand.New(rand.NewPCG(1, 1)), c.depth, edd.Options{})
			defer s.close()
			for _, version := range edd.Versions() {
				s.everyWay(t, version, c.step)
			}
			t.Logf("%d markings within %d steps", len(s.space.States), s.bound)
		})
	}
}

// The test of families above has all of them.
func TestFamiliesAreComplete(t *testing.T) {
	// A family that is added has to be added above.
	const known = "abp brp brp2 cabp ccp dphil fms hanoi irq kanban motor prise prodcons rr sr tpc unbounded "
	var names string
	for _, f := range nets.All() {
		names += f.Name + " "
	}
	if names != known {
		t.Errorf("the families are %s, those of this test %s", names, known)
	}
}

// everyWay finds the distances up to the bound at once, in rounds of step from the initial marking, in rounds that go
// on from the last one, and in rounds from the border of the last one, with all that is known excluded.
func (s *scene) everyWay(t *testing.T, version edd.Version, step int) {
	t.Helper()
	z := s.f.NewSaturator(s.model.Moves, version)
	s.expect(t, fmt.Sprint(version, ", at once"), z.Bounded(s.start, s.bound), s.bound)
	cont, comp, last := s.start, s.start, 0
	for bound := 0; bound <= s.bound && !t.Failed(); bound += step {
		rest := z.Bounded(s.start, bound)
		s.expect(t, fmt.Sprint(version, ", from the start"), rest, bound)
		if cont = z.Bounded(cont, bound); !cont.Equal(rest) {
			t.Errorf("%v: continuing by %d gives another function at bound %d", version, step, bound)
		}
		if bound > 0 {
			border := comp.Border(last)
			g := z.Excluding(s.f.Zero(border), comp.Support(), bound-last)
			if known := g.Support().Intersect(comp.Support()); !known.Equal(border) {
				t.Errorf("%v: the round from %d to %d finds %v known tuples again", version, last, bound,
					known.Minus(border).Count())
			}
			comp, last = comp.Min(g.Plus(last)), bound
		}
		if !comp.Equal(rest) {
			t.Errorf("%v: compacting by %d gives another function at bound %d", version, step, bound)
		}
	}
}
