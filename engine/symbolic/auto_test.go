package symbolic_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/nets"
)

// The search by turns answers what the oracle answers, or nothing yet, and it answers once all markings are there.
func TestAutoAgrees(t *testing.T) {
	early, compared := 0, 0
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true}}
	for seed := range uint64(*formulas) {
		rng := rand.New(rand.NewPCG(seed, 17))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		want, err := oracle.Explore(net, 3000)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		o := symbolic.RoundOptions{Bound: 1 + rng.IntN(4), Step: 1 + rng.IntN(4)}
		auto, err := symbolic.NewAuto(context.Background(), net, symbolic.Options{}, o, 1)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		auto.ShortTurns()
		pool := syntax.NewPool()
		f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
		paths := []syntax.Paths{syntax.Maximal, syntax.Infinite}[rng.IntN(2)]
		expected := engine.Fails
		if want.Sat(f, paths)[0] {
			expected = engine.Holds
		}
		for asked := int64(0); auto.More(); {
			space, err := auto.Next(context.Background())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			v, err := space.Verdict(context.Background(), space.Checker(paths), f,
				symbolic.WitnessOptions{Work: auto.Work()})
			if err != nil {
				t.Fatal(err)
			}
			compared++
			if v.Result == expected {
				if !space.Complete {
					early++
				}
				break
			}
			if asked = max(asked, auto.Work()); v.Result != engine.Unknown || asked > 1<<40 {
				t.Fatalf("seed %d, %v, within %d steps: %s: got %v, want %v\n%s", seed, paths, space.Steps, f, v.Result,
					expected, randnet.Text(net))
			}
			if space.Complete && space.Reached.Count().Int64() != int64(len(want.States)) {
				t.Fatalf("seed %d: %v markings, want %d", seed, space.Reached.Count(), len(want.States))
			}
			if refused(v.Reason) {
				break // a sum beyond 64 bits
			}
		}
		auto.Close()
	}
	t.Logf("%d answers, %d verdicts before all was explored", compared, early)
	if early < compared/20 {
		t.Error("too few verdicts are early")
	}
}

// refused reports whether a question was refused for another reason than a lack of markings or work.
func refused(reason string) bool {
	return reason != "" && reason != "the part of the state space that was explored does not decide" &&
		reason[:4] != "work"
}

// Both searches go on from where they were, in the middle of a recursion, turn after turn: rounds find the published
// numbers of markings, and so does the search for all of them. Whichever ends first, it does so by itself.
func TestAutoTakesTurns(t *testing.T) {
	for _, c := range []struct {
		spec   string
		counts []int64 // within 10, 20, 30, … steps
		all    string  // by the closed forms
	}{
		{"fms:5", []int64{3607, 131651, 918582, 2249402, 2840585}, "2895018"},
		{"kanban:10", []int64{504, 19235, 250005, 1781202}, "1005927208"},
		{"sr:7", []int64{35380, 670576, 2639132, 4934208}, "6225792"},
	} {
		net, err := nets.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		auto, err := symbolic.NewAuto(context.Background(), net, symbolic.Options{}, symbolic.RoundOptions{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		auto.ShortTurns()
		for complete := false; !complete; {
			space, err := auto.Next(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			count := space.Reached.Count()
			if complete = space.Complete; complete && count.String() != c.all {
				t.Errorf("%s: %v markings, want %s", c.spec, count, c.all)
			}
			if i := space.Steps/10 - 1; !complete && i < len(c.counts) && count.Int64() != c.counts[i] {
				t.Errorf("%s: %v markings within %d steps, want %d", c.spec, count, space.Steps, c.counts[i])
			}
			// the space can be used though both searches are in the middle of something
			if n := space.Reached.Nodes(); n == 0 {
				t.Errorf("%s: no nodes", c.spec)
			}
		}
		auto.Close()
	}
}

// Late rounds wait for the search for all markings where that takes little, and end with it.
func TestAutoLate(t *testing.T) {
	net, err := nets.Parse("kanban:10")
	if err != nil {
		t.Fatal(err)
	}
	auto, err := symbolic.NewAuto(context.Background(), net, symbolic.Options{}, symbolic.RoundOptions{Late: true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer auto.Close()
	space, err := auto.Next(context.Background())
	if err != nil || !space.Complete || space.Reached.Count().String() != "1005927208" || auto.More() {
		t.Errorf("%v, complete %v, %v markings, more %v", err, space.Complete, space.Reached.Count(), auto.More())
	}
}

func TestAutoStops(t *testing.T) {
	net, err := nets.Parse("fms:10000")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	auto, err := symbolic.NewAuto(ctx, net, symbolic.Options{}, symbolic.RoundOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer auto.Close()
	first, err := auto.Next(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	last, err := auto.Next(ctx)
	var stopped *symbolic.Stopped
	if !errors.As(err, &stopped) || stopped.Err.Kind != "canceled" || !errors.Is(err, context.Canceled) {
		t.Errorf("got the error %v, want that of the context", err)
	}
	if last != first || last.Steps != 10 || last.Reached.Count().Int64() != 3979 {
		t.Errorf("the space is not that of the first round")
	}
	if auto.More() {
		t.Error("a search that was stopped goes on")
	}
}

// All markings that were found come once more for questions that need more work, but not when the time is over: then no
// question does any work.
func TestAutoStopsWithTheWhole(t *testing.T) {
	net, err := nets.Parse("fms:2")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	auto, err := symbolic.NewAuto(ctx, net, symbolic.Options{}, symbolic.RoundOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer auto.Close()
	space, err := auto.Next(ctx)
	for err == nil && !space.Complete {
		space, err = auto.Next(ctx)
	}
	if err != nil || !auto.More() {
		t.Fatalf("more: %v, error %v", auto.More(), err)
	}
	cancel()
	last, err := auto.Next(ctx)
	if !errors.Is(err, context.Canceled) || last != space || auto.More() {
		t.Errorf("complete %v, more %v, error %v; want the same space, and the error of the context", last.Complete,
			auto.More(), err)
	}
}

// Where one search passes a limit, the other goes on; where both do, the last space is there.
func TestAutoLimits(t *testing.T) {
	net, err := nets.Parse("fms:1000")
	if err != nil {
		t.Fatal(err)
	}
	auto, err := symbolic.NewAuto(context.Background(), net, symbolic.Options{Nodes: 20_000}, symbolic.RoundOptions{},
		1)
	if err != nil {
		t.Fatal(err)
	}
	defer auto.Close()
	auto.ShortTurns()
	var space *symbolic.Space
	for err == nil {
		space, err = auto.Next(context.Background())
	}
	var stopped *symbolic.Stopped
	if !errors.As(err, &stopped) || stopped.Err.Kind != "nodes" {
		t.Fatalf("got the error %v, want that of the limit of nodes", err)
	}
	if space == nil || space.Complete || space.Steps < 30 {
		t.Errorf("the last space is %v", space)
	}
}

func TestAutoUnbounded(t *testing.T) {
	net, err := nets.Parse("unbounded:2")
	if err != nil {
		t.Fatal(err)
	}
	_, err = symbolic.NewAuto(context.Background(), net, symbolic.Options{}, symbolic.RoundOptions{}, 1)
	var unbounded *symbolic.UnboundedError
	if !errors.As(err, &unbounded) {
		t.Errorf("got %v, want an error that the net is unbounded", err)
	}
	if _, err := symbolic.NewAuto(context.Background(), net, symbolic.Options{}, symbolic.RoundOptions{Bound: -1},
		1); err == nil {
		t.Error("no error for a bound of -1")
	}
}
