package dfs

import (
	"context"
	"errors"
	"strings"
	"testing"

	"brim/engine/kripke"
)

// A ladder is a structure that goes on for ever: each state leads to the next one directly and by another state.
type ladder struct{ graph }

func (*ladder) Words() int              { return 1 }
func (*ladder) Initial() []kripke.State { return []kripke.State{{0}} }

func (*ladder) Successors(s kripke.State, out *kripke.Successors) error {
	out.Reset(1)
	if s[0]%2 == 0 {
		out.Add(0, s)[0] = s[0] + 1
	}
	out.Add(0, s)[0] = s[0] + 2 - s[0]%2
	return nil
}

// A stack of 100000 states and more in one round.
func TestDeep(t *testing.T) {
	const depth = 100_000
	for _, algorithm := range []Algorithm{Threshold, Naive} {
		g := &graph{next: [][]int{{}}, initial: []int{0}}
		last := g.corridor(0, 3*depth/2)
		r, err := Run(context.Background(), g, func() (kripke.Predicate, error) {
			return func(s kripke.State) bool { return number(s) == last }, nil
		}, Options{Increment: depth, Algorithm: algorithm}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Found == nil || len(r.Found.Labels) != 3*depth/2 || r.Covered != depth || r.Expansions != 3*depth/2 {
			t.Errorf("%v: %+v", algorithm, r.Stats)
		}
	}
}

// Without a goal the unbounded ladder ends by limits only, with what was covered; within that depth all states were
// visited.
func TestLimits(t *testing.T) {
	for _, workers := range []int{1, 3} {
		r, err := Run(context.Background(), &ladder{}, nil, Options{Memory: 1 << 20, Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var lim *kripke.LimitError
		if !errors.As(r.Stopped, &lim) || lim.Max != 1<<20 || r.Covered == 0 || r.Covered%DefaultIncrement != 0 ||
			r.Complete || r.Bytes < 1<<19 {
			t.Errorf("memory: %+v", r)
		}
		ctx, cancel := context.WithCancel(context.Background())
		r, err = Run(ctx, &ladder{}, nil, Options{Workers: workers}, func(_ *Search, r *Result) (bool, error) {
			if r.Covered == 1000 {
				cancel()
			}
			return false, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(r.Stopped, context.Canceled) || r.Covered < 1000 || r.Complete {
			t.Errorf("context: %+v", r)
		}
		r, err = Run(context.Background(), &ladder{}, nil, Options{Depth: 70, Workers: workers}, nil)
		if err != nil || r.Covered != 70 || r.Complete || r.Stopped != nil || r.Rounds != 2 {
			t.Errorf("depth: %+v, %v", r, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Run(ctx, &ladder{}, nil, Options{Increment: 1 << 20}, nil)
	if err != nil || !errors.Is(r.Stopped, context.Canceled) || r.Covered != 0 {
		t.Errorf("cancelled in the first round: %+v, %v", r, err)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		o   Options
		err string
	}{
		{Options{Depth: -1}, "depth -1: expected a number from 1 to 1073741824, or 0 for the default"},
		{Options{Increment: -1}, "increment -1: expected"},
		{Options{Cells: 1 << 30}, "number of cells 1073741824: expected a number from 1 to 268435456"},
		{Options{Workers: 1 << 20}, "number of workers 1048576: expected"},
		{Options{Memory: -1}, "memory of -1 bytes"},
		{Options{Payload: 1 << 25}, "payload 33554432: expected"},
		{Options{Work: -1}, "work of a step -1: expected"},
	} {
		if _, err := Run(context.Background(), figure4(), nil, c.o, nil); err == nil ||
			!strings.Contains(err.Error(), c.err) {
			t.Errorf("%+v: %v, want an error with %q", c.o, err, c.err)
		}
	}
	for _, name := range Algorithms() {
		if a, err := ParseAlgorithm(name); err != nil || a.String() != name {
			t.Errorf("%s: %v, %v", name, a, err)
		}
	}
	for _, name := range Frontiers() {
		if f, err := ParseFrontier(name); err != nil || f.String() != name {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	for _, name := range VisitedSets() {
		if v, err := ParseVisited(name); err != nil || v.String() != name {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	if _, err := ParseVisited("none"); err == nil ||
		err.Error() != `unknown visited set "none"; expected one of exact, hash64, hash128, bits` {
		t.Error(err)
	}
}

// A table of few cells loses states, and never finds more than there are.
func TestCellsLose(t *testing.T) {
	g := &graph{next: [][]int{{}}, initial: []int{0}}
	g.corridor(0, 1000)
	r, err := Run(context.Background(), g, nil, Options{Visited: Bits, Cells: 64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.States >= 1000 || r.States < 2 {
		t.Errorf("%d states", r.States)
	}
}
