package explore_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check/explore"
	"brim/check/limit"
	"brim/check/model"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randtimed"
)

var timedNets = flag.Int("timed", 200, "random nets with time whose numbers are compared with the oracle")

// Both ways to explore nets with time count the markings, deadlocks, timelocks and tokens that the oracle finds by the
// definition of the firing rules, and count the same states.
func TestTimedNumbers(t *testing.T) {
	compared, quiet, stopped := 0, 0, 0
	for seed := range uint64(*timedNets) {
		rng := rand.New(rand.NewPCG(seed, 23))
		var m *model.Model
		var space *oracle.TimedSpace
		var err error
		if seed%2 == 0 {
			net := randtimed.Generate(rng, randtimed.Small())
			if space, err = oracle.ExploreTimed(net, 500); err == nil {
				m, err = model.OfTimed(net)
			}
		} else {
			net := randtimed.GenerateArcs(rng, randtimed.Small())
			if space, err = oracle.ExploreTimedArcs(net, 500); err == nil {
				m, err = model.OfTimedArcs(net)
			}
		}
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		} else if err != nil {
			t.Fatalf("net %d: %v", seed, err)
		}
		whole := m
		m, _, err = m.Compile(t.Context(), nil)
		if err != nil {
			continue // a place without a bound
		}
		compared++
		compareGraph(t, fmt.Sprintf("net %d", seed), whole, space)
		want := judged(space)
		if want.Deadlocks > 0 {
			quiet++
		}
		if want.Timelocks > 0 {
			stopped++
		}
		states := ""
		for _, count := range []func(*testing.T, *model.Model) (numbers, string){bySets, bySingleStates} {
			got, n := count(t, m)
			if got.Bounds == nil {
				got.Bounds, got.Most = want.Bounds, want.Most
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("net %d: %+v, by the oracle %+v", seed, got, want)
			}
			if states != "" && states != n {
				t.Errorf("net %d: %s states, and by the other way %s", seed, states, n)
			}
			states = n
		}
	}
	t.Logf("%d nets, %d with deadlocks, %d with timelocks", compared, quiet, stopped)
	if compared < *timedNets/2 || quiet < compared/10 || stopped < compared/50 {
		t.Error("expected more")
	}
}

// numbers are what is compared of a net.
type numbers struct {
	Markings, Deadlocks, Timelocks int // markings
	Most                           int64
	Bounds                         []int64
}

// judged returns the numbers by the oracle.
func judged(space *oracle.TimedSpace) numbers {
	n := numbers{Bounds: make([]int64, len(space.States[0].Marking))}
	distinct := func(states []int) int {
		set := map[string]bool{}
		for _, i := range states {
			set[oracle.Key(space.States[i].Marking)] = true
		}
		return len(set)
	}
	var all []int
	for i, s := range space.States {
		all = append(all, i)
		sum := int64(0)
		for p, tokens := range s.Marking {
			n.Bounds[p] = max(n.Bounds[p], tokens)
			sum += tokens
		}
		n.Most = max(n.Most, sum)
	}
	n.Markings, n.Deadlocks, n.Timelocks = distinct(all), distinct(space.Dead), distinct(space.Stopped)
	return n
}

func bySets(t *testing.T, m *model.Model) (n numbers, states string) {
	x, err := explore.ExploreTimed(t.Context(), m, limit.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	markings, wrong := x.Markings()
	dead, stopped, noQuiet := x.Quiet()
	most, noMost := x.MaxTokens()
	n.Bounds, err = x.PlaceBounds()
	if err = errors.Join(wrong, err, noQuiet, noMost); err != nil {
		t.Fatal(err)
	}
	n.Markings, n.Most = int(markings.Int64()), most.Int64()
	n.Deadlocks, n.Timelocks = int(dead.Markings.Int64()), int(stopped.Markings.Int64())
	return n, fmt.Sprint(x.States(), dead.States, stopped.States)
}

func bySingleStates(t *testing.T, m *model.Model) (n numbers, states string) {
	x, err := explore.Count(t.Context(), m, limit.Limits{}, nil)
	if err != nil || x.Timed == nil {
		t.Fatal("not counted", err)
	}
	c := x.Timed
	n.Markings, n.Deadlocks, n.Timelocks = c.Markings, int(c.Deadlocks.Markings.Int64()),
		int(c.Timelocks.Markings.Int64())
	return n, fmt.Sprint(x.States(), c.Deadlocks.States, c.Timelocks.States)
}

// compareGraph compares the steps of the reachability graph between markings, and where nothing fires any more, with
// those of the oracle.
func compareGraph(t *testing.T, name string, m *model.Model, space *oracle.TimedSpace) {
	t.Helper()
	g, err := explore.ListGraph(t.Context(), m, limit.Limits{}, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	got, want := map[string]bool{}, map[string]bool{}
	for _, s := range g.Steps {
		transition := s.Transition
		if s.Label == "wait 1" {
			transition = oracle.Tick
		}
		got[fmt.Sprint(g.States[s.From].Marking, transition, g.States[s.To].Marking)] = true
	}
	for _, s := range g.States {
		got[fmt.Sprint(s.Marking, s.Dead)] = true
	}
	for i, s := range space.States {
		want[fmt.Sprint([]int64(s.Marking), slices.Contains(space.Dead, i))] = true
		for _, e := range space.Succ[i] {
			want[fmt.Sprint([]int64(s.Marking), e.Transition, []int64(space.States[e.To].Marking))] = true
		}
	}
	if !maps.Equal(got, want) {
		t.Fatalf("%s: the graph has %v, by the oracle %v", name, got, want)
	}
}
