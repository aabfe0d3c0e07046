package check

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/engine/symbolic"
	"brim/engine/system"
	"brim/mdd"
)

// A System is a transition system of named variables and events that is no net.
type System = system.System

// OfSystem returns a system as a model. Several runs about it take turns.
func OfSystem(s *system.System) *Model { return &Model{Name: s.Name(), System: s, names: s.Names()} }

// several returns an error if a system starts in several tuples.
func several(m *Model) error {
	if n, _ := m.System.Starts(); n.Cmp(big.NewInt(1)) > 0 {
		return fmt.Errorf("%s starts in %v tuples; expected one", m.Name, n)
	}
	return nil
}

// fitsSystem returns why the question cannot be asked about a system, nil if it can.
func (q *Question) fitsSystem(m *Model) error {
	switch q.Kind {
	case Truth, Bound, Deadlock, States, Firings:
	default:
		return fmt.Errorf("%s is no net; expected a formula, a bound, or a question for deadlocks, states or firings, not for %v", m.Name, q.Kind)
	}
	if q.LTL == nil || q.LTL.Op != syntax.E {
		return nil
	}
	if err := several(m); err != nil {
		return fmt.Errorf("%w where E asks for a run; or A, which asks for all of them", err)
	}
	return nil
}

// systemWork is the work after which the search for all tuples lets others have the system, in units of
// dd.Limits.Work, the first time.
const systemWork = 1 << 20

// system decides the questions about a system.
func (d Diagrams) system(ctx context.Context, t *Turn) error {
	space, err := t.exploreSystem(ctx)
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
		own, cancel := share(t.Context(q), len(open)-i)
		t.Progress(Progress{Phase: "deciding", Detail: q.ID})
		start := time.Now()
		a, err := t.askSystem(own, space, q)
		late := own.Err() != nil && ctx.Err() == nil && t.IsOpen(q)
		cancel()
		if err != nil {
			return err
		}
		a.By, a.Took = allMarkings, time.Since(start)
		if a.Stop = t.options.Stop(a.Verdict.Stopped); a.Stop != nil {
			a.Reason = a.Stop.Error()
		}
		t.Answer(q, a)
		switch {
		case a.known():
		case late:
			t.Undecided(q, "its share of the time limit was too short", nil)
		default:
			t.Undecided(q, a.Reason, nil)
		}
	}
	return ctx.Err()
}

// diagramLimits are the limits of the diagrams of a system.
func (t *Turn) diagramLimits() mdd.Limits {
	return mdd.Limits{Memory: t.Room(1), Nodes: t.options.Nodes}
}

// exploreSystem finds the reachable tuples, in turns with others who look at the system.
func (t *Turn) exploreSystem(ctx context.Context) (*symbolic.SystemSpace, error) {
	for limits := t.diagramLimits(); ; limits.Work *= 2 {
		if limits.Work == 0 {
			limits.Work = systemWork
		}
		release, err := t.model.System.Use(ctx)
		if err != nil {
			return nil, err
		}
		t.Progress(Progress{Phase: "exploring"})
		space, err := symbolic.ExploreSystem(ctx, t.model.System, limits)
		release()
		var limit *mdd.LimitError
		if !errors.As(err, &limit) || limit.Kind != "work" {
			return space, err
		}
	}
}

// askSystem answers a question about all tuples of a system. An error is a fault.
func (t *Turn) askSystem(ctx context.Context, space *symbolic.SystemSpace, q *Question) (a Answer, err error) {
	o := symbolic.WitnessOptions{Limits: t.diagramLimits(), None: !q.Trace}
	if q.LTL != nil {
		return t.systemRun(ctx, space, q, o)
	}
	release, err := t.model.System.Use(ctx)
	if err != nil {
		return Answer{Verdict: Verdict{Stopped: err}}, nil
	}
	defer release()
	if q.Kind == Truth {
		f := t.Formula(q)
		v, run, err := space.Verdict(ctx, f, q.Paths, o)
		a.Verdict = v
		a.showRun(t.model, f, run)
		a.Untraced = a.known() && v.Reason != ""
		return a, err
	}
	var n *big.Int
	var wrong error
	a.Bound = Complete
	if err := space.System.Start().Forest().Guard(ctx, o.Limits, func() {
		switch q.Kind {
		case Deadlock:
			a.Result = engine.Decided(space.HasDeadlock())
		case States:
			n = space.States()
		case Firings:
			n = space.Firings()
		case Bound:
			n, wrong = space.Most(q.Sum)
		}
	}); err != nil {
		wrong = err
	}
	if wrong != nil {
		return Answer{Verdict: Verdict{Reason: wrong.Error(), Stopped: wrong}}, nil
	}
	if n != nil {
		a.Result, a.Number = Holds, n
	}
	return a, nil
}

// systemRun answers a question of LTL.
func (t *Turn) systemRun(ctx context.Context, space *symbolic.SystemSpace, q *Question, o symbolic.WitnessOptions) (a Answer, err error) {
	automaton, err := t.Automaton(ctx, q)
	if err != nil {
		return noAutomaton(err)
	}
	release, err := t.model.System.Use(ctx)
	if err != nil {
		return Answer{Verdict: Verdict{Stopped: err}}, nil
	}
	defer release()
	v, run, err := space.Run(ctx, t.Goal(q), automaton, q.Paths, o)
	if err != nil || v.Result == Unknown {
		return Answer{Verdict: v}, err
	}
	a = t.none(q)
	if a.Result != v.Result {
		a = t.ran(q)
		a.Untraced = run == nil
	}
	a.Verdict = v
	a.showRun(t.model, nil, run)
	return a, nil
}

// showRun takes over a run of a system, nil if there is none, which shows the verdict on f.
func (a *Answer) showRun(m *Model, f *syntax.Formula, run *symbolic.SystemRun) {
	if f != nil && a.known() {
		a.Shows = engine.Shown(f, a.Result)
	}
	if run == nil {
		return
	}
	a.Path = &kripke.Path{Labels: run.Events, Loop: run.Loop}
	for _, values := range run.Values {
		a.Path.States = append(a.Path.States, packed(values))
	}
	if run.Others > 0 {
		a.Paths = run.Others + 1
	}
}
