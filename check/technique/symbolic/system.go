package symbolic

import (
	"context"
	"math/big"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/engine/symbolic"
	"brim/mdd"
)

// Questions about systems.

const (
	// systemTurn is how long the search for all tuples keeps other users of the system waiting, the first time.
	systemTurn = 100 * time.Millisecond
	// countShare is the part of the time that may be taken to count the tuples that were found so far, and countEvery
	// the least time between two counts.
	countShare, countEvery = 20, 50 * time.Millisecond
)

// runSystem explores all reachable tuples of a system, and then decides one question after the other on them, each
// within an equal share of the time that is left.
func runSystem(ctx context.Context, t *board.Turn) error {
	defer t.AtLeast(0)
	space, err := exploreSystem(ctx, t)
	if err != nil {
		for _, q := range t.Open() {
			t.Undecided(q, "", err)
		}
		return err
	}
	for i, open := 0, t.Open(); i < len(open); i++ {
		q := open[i]
		if !t.IsOpen(q) {
			continue
		}
		own, cancel := limit.Share(t.Context(q), len(open)-i)
		t.Progress(board.Progress{Phase: "deciding", Detail: q.ID})
		start := time.Now()
		a, err := askSystem(own, t, space, q)
		late := own.Err() != nil && ctx.Err() == nil && t.IsOpen(q)
		cancel()
		if err != nil {
			return err
		}
		a.By, a.Took = AllMarkings, time.Since(start)
		if a.Stop = t.Options().Stop(a.Verdict.Stopped); a.Stop != nil {
			a.Reason = a.Stop.Error()
		}
		t.Answer(q, a)
		switch {
		case a.Known():
		case late:
			t.Undecided(q, "its share of the time limit was too short", nil)
		default:
			t.Undecided(q, a.Reason, nil)
		}
	}
	return ctx.Err()
}

// diagramLimits are the limits of the diagrams of a system.
func diagramLimits(t *board.Turn) mdd.Limits {
	return mdd.Limits{Memory: t.Options().Room(1), Nodes: t.Options().Nodes}
}

// exploreSystem finds the reachable tuples, and tells the board how many there are. It starts again if another
// technique waits for the system, with what the forest remembers, and then keeps it for twice as long.
func exploreSystem(ctx context.Context, t *board.Turn) (*symbolic.SystemSpace, error) {
	s := t.Model().System
	for d := systemTurn; ; d *= 2 {
		release, err := s.Use(ctx)
		if err != nil {
			return nil, err
		}
		t.Progress(board.Progress{Phase: "exploring"})
		own, cancel := context.WithCancel(ctx)
		limits, start := diagramLimits(t), time.Now()
		next := start.Add(countEvery)
		limits.Tick = func() {
			now := time.Now()
			if now.Sub(start) >= d && s.Wanted() {
				cancel()
			}
			if t.Others() && now.After(next) {
				t.AtLeast(s.Moves().Found())
				next = time.Now().Add(max(countEvery, countShare*time.Since(now)))
			}
		}
		space, err := symbolic.ExploreSystem(own, s, limits)
		wanted := own.Err() != nil && ctx.Err() == nil
		cancel()
		release()
		if err == nil || !wanted {
			return space, err
		}
	}
}

// askSystem answers a question about all reachable tuples of a system: a formula by model checking, a number or bound
// by counting. Other runs about the same system wait meanwhile. An error is a fault.
func askSystem(ctx context.Context, t *board.Turn, space *symbolic.SystemSpace, q *model.Question) (a model.Answer,
	err error) {
	o := symbolic.WitnessOptions{Limits: diagramLimits(t), None: !q.Trace}
	if q.LTL != nil {
		return systemRun(ctx, t, space, q, o)
	}
	release, err := t.Model().System.Use(ctx)
	if err != nil {
		return model.Answer{Verdict: model.Verdict{Stopped: err}}, nil
	}
	defer release()
	if q.Kind == model.Truth {
		f := t.Formula(q)
		v, run, err := space.Verdict(ctx, f, q.Paths, o)
		a.Verdict = v
		showRun(t.Model(), &a, f, run)
		a.Untraced = a.Known() && v.Reason != ""
		return a, err
	}
	var n *big.Int
	var x symbolic.Extremum
	var wrong error
	a.Bound = model.Complete
	if err := space.System.Start().Forest().Guard(ctx, o.Limits, func() {
		switch q.Kind {
		case model.Deadlock:
			a.Result = engine.Decided(space.HasDeadlock())
		case model.States:
			n = space.States()
		case model.Firings:
			n = space.Firings()
		case model.Bound:
			n, wrong = space.Most(q.Sum)
		case model.LeastTime, model.LongestTime:
			extremum := space.Least
			if q.Kind == model.LongestTime {
				extremum = space.Longest
			}
			if x, wrong = extremum(t.Formula(q), q.Paths, t.Model().Counts(), q.Trace); x.Infinite {
				a.Infinite, a.Result = true, model.Holds
			}
			n = big.NewInt(x.Number)
		}
	}); err != nil {
		wrong = err
	}
	if wrong != nil {
		return model.Answer{Verdict: model.Verdict{Reason: wrong.Error(), Stopped: wrong}}, nil
	}
	if n != nil && !a.Infinite {
		a.Result, a.Number = model.Holds, n
	}
	if q.Trace && q.OfTime() {
		err = timeRun(ctx, t.Model(), space, q, x, &a, o)
	}
	return a, err
}

// timeRun adds to an answer a run that takes the time, or that shows that there is no longest one. Without a run the
// answer says why. An error is a fault.
func timeRun(
	ctx context.Context, m *model.Model, space *symbolic.SystemSpace, q *model.Question, x symbolic.Extremum,
	a *model.Answer, o symbolic.WitnessOptions,
) (err error) {
	f := q.TimeShown(a.Infinite)
	var run *symbolic.SystemRun
	switch {
	case a.Infinite && q.Kind == model.LeastTime:
		return nil
	case f == nil:
		a.Reason = "what is asked about the last state needs a run of its own"
		return nil
	case a.Infinite:
		var v engine.Verdict
		v, run, err = space.Verdict(ctx, f, q.Paths, o)
		a.Reason = v.Reason
	case x.Never:
		a.Reason = "each run ends before, and only infinite runs count"
	default:
		run, a.Reason, err = space.TimeRun(ctx, x, o)
	}
	if run != nil {
		showRun(m, a, f, run)
	}
	return err
}

// systemRun answers a question of LTL about all tuples of a system. An error is a fault.
func systemRun(ctx context.Context, t *board.Turn, space *symbolic.SystemSpace, q *model.Question,
	o symbolic.WitnessOptions) (a model.Answer, err error) {
	automaton, err := t.Automaton(ctx, q)
	if err != nil {
		return noAutomaton(err)
	}
	release, err := t.Model().System.Use(ctx)
	if err != nil {
		return model.Answer{Verdict: model.Verdict{Stopped: err}}, nil
	}
	defer release()
	v, run, err := space.Run(ctx, t.Goal(q), automaton, q.Paths, o)
	if err != nil || v.Result == model.Unknown {
		return model.Answer{Verdict: v}, err
	}
	a = model.NoRun(q)
	if a.Result != v.Result {
		a = model.Ran(q)
		a.Untraced = run == nil
	}
	a.Verdict = v
	showRun(t.Model(), &a, nil, run)
	return a, nil
}

// showRun adds a run of a system to an answer. It shows the verdict on f; run may be nil.
func showRun(m *model.Model, a *model.Answer, f *syntax.Formula, run *symbolic.SystemRun) {
	if f != nil && a.Known() {
		a.Shows = engine.Shown(f, a.Result)
	}
	if run == nil {
		return
	}
	p := &kripke.Path{Labels: run.Events, Loop: run.Loop}
	for _, values := range run.Values {
		wide := make([]int64, len(values))
		for i, v := range values {
			wide[i] = int64(v)
		}
		s, ok := m.SystemState(wide)
		if !ok {
			a.Untraced = true
			return
		}
		p.States = append(p.States, s)
	}
	a.Path = p
	if run.Others > 0 {
		a.Paths = run.Others + 1
	}
}
