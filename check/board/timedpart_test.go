package board_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ticks"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randtimed"
	"brim/petri/extended"
	"brim/petri/timed"
)

var partCount = flag.Int("timed-parts", 3, "ask about so many random nets with time that are unbounded")

// Of a net for which no bounds are found some runs are known, and what these show is an answer. It is that of the
// oracle, which finds all states that are reached within a time; and a formula that no run of this time refutes is not
// refuted by a part.
func TestTimedParts(t *testing.T) {
	const time = 3
	count := map[string]int{}
	for seed := range uint64(*partCount) {
		rng := rand.New(rand.NewPCG(seed, 187))
		net := growing(rng, randtimed.GenerateArcs(rng, randtimed.Small()))
		space, err := oracle.ExploreTimedArcsTo(net, time, 500)
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		} else if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m, err := model.OfTimedArcs(net)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		inner, _, err := m.Compile(t.Context(), nil)
		if inner != nil {
			inner.System.Start().Forest().Close()
		}
		if part := (*ticks.Unbounded)(nil); !errors.As(err, &part) {
			continue
		} else if part.Part == nil {
			t.Fatalf("seed %d: no part: %v", seed, err)
		}
		count["nets"]++
		x := newTimedJudge(m, space)
		p, want := x.condition(rng), false
		for _, in := range x.sat(p, syntax.Maximal) {
			want = want || in
		}
		pool := p.Pool()
		for _, f := range []*syntax.Formula{
			pool.Make(syntax.EF, p), pool.Within(pool.Make(syntax.EF, p), 0, time),
			pool.Within(pool.Make(syntax.AG, pool.Not(p)), 0, time),
		} {
			q := &model.Question{Paths: syntax.Maximal, Trace: true}
			q.SetFormula(f)
			a, err := check.Decide(t.Context(), m, q, board.Options{Without: []string{"walk"}})
			r := engine.Unknown
			switch {
			case err != nil || a.Wrong != nil:
				t.Fatalf("seed %d: %v: %v, %v", seed, f, err, a.Wrong)
			case !a.Known():
				count["unknown"]++
			case f.Op == syntax.EF && want, f.Op == syntax.Within && f.Args[0].Op == syntax.EF:
				r = engine.Decided(want)
			case f.Op == syntax.Within:
				r = engine.Decided(!want)
			}
			if r != engine.Unknown && a.Result != r {
				t.Fatalf("seed %d: %v: %v by %s, want %v", seed, f, a.Result, a.By, r)
			}
			if a.Known() {
				count[a.Result.String()]++
			}
		}
	}
	t.Log(count)
	if count["nets"] == 0 || count["holds"]+count["fails"] < count["nets"] {
		t.Error("expected more of them")
	}
}

// growing adds a place to a net that gets a token every one or two units of time, and a transition that moves one of
// them to a random place, or takes one from there, too.
func growing(rng *rand.Rand, net *timed.ArcNet) *timed.ArcNet {
	other, n, t := rng.IntN(len(net.Places)), len(net.Places), len(net.Transitions)
	period := 1 + rng.Int64N(2)
	arc := func(place, transition int, kind extended.Kind, ages timed.Interval) {
		net.Arcs = append(net.Arcs, extended.Arc{Place: place, Transition: transition, Kind: kind, Weight: 1})
		net.Ages = append(net.Ages, ages)
	}
	net.Places = append(net.Places, extended.Place{ID: "maker", Initial: 1, Capacity: extended.Unlimited},
		extended.Place{ID: "more", Capacity: extended.Unlimited})
	net.Invariants = append(net.Invariants, timed.Bound{Most: period}, timed.Bound{Most: timed.Infinite})
	net.Transitions = append(net.Transitions, extended.Transition{ID: "make"}, extended.Transition{ID: "use"})
	net.Urgent = append(net.Urgent, false, false)
	arc(n, t, extended.Input, timed.Interval{Low: period, High: period})
	arc(n, t, extended.Output, timed.Always())
	arc(n+1, t, extended.Output, timed.Always())
	arc(n+1, t+1, extended.Input, timed.Interval{Low: rng.Int64N(2), High: timed.Infinite})
	arc(other, t+1, []extended.Kind{extended.Input, extended.Output}[rng.IntN(2)], timed.Always())
	return net
}

// condition returns a random condition on states.
func (x *timedJudge) condition(rng *rand.Rand) *syntax.Formula {
	pool := syntax.NewPool()
	p, t := rng.IntN(len(x.names.Places)), rng.IntN(len(x.names.Transitions))
	relation := []syntax.Relation{syntax.GreaterEqual, syntax.Equal, syntax.LessEqual}[rng.IntN(3)]
	tokens := syntax.Tokens(syntax.Ref{Index: p, Name: x.names.Places[p].Name})
	f, err := pool.Compare(tokens, relation, syntax.Constant(1+rng.Int64N(3)))
	if err != nil {
		panic(err)
	}
	if enabled := pool.Enabled(syntax.Ref{Index: t, Name: x.names.Transitions[t].Name}); rng.IntN(2) == 0 {
		return pool.And(f, enabled)
	}
	return f
}
