package tracefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/quantity"
	"brim/internal/ui/trace"
	"brim/petri/timed"
)

// The replay of a trace in a model that was made of a net with time, reset arcs or priorities, by the firing rule of
// that net.
//
// A trace need not say which tokens a firing of a timed-arc net takes, and may give only a least age for some of them.
// Then all choices that fit are followed.

// How many states are followed side by side, and how many of the runs that lead to the end are looked at.
const (
	mostStates = 10_000
	mostRuns   = 1000
)

// A point is a state on the way of a run.
type point struct {
	at     timed.Moment
	step   check.TimedStep // that led there
	before *point          // nil at the start
}

// play is Replay for such a model.
func (r *replay) play(q *check.Question) (*Replay, error) {
	t, w, out := r.trace, r.trace.Witness, r.result
	fault := func(step int, err error) (*Replay, error) {
		out.Failed = &Fault{Step: step, Reason: err.Error()}
		if step >= 1 && step <= len(t.lines) {
			out.Failed.Line = t.lines[step-1]
		}
		return out, context.Cause(r.ctx)
	}
	start, err := r.model.Begin()
	switch {
	case err != nil:
		return fault(0, err)
	case t.untimed && r.model.HasTime():
		return fault(1, errors.New("the schedule has no times; Tina's plan finds some"))
	case len(w.Branches) > 0:
		return fault(0, errors.New("there are traces inside of the trace; expected one run"))
	}
	if w.Start != nil {
		said, err := r.index.marking(w.Start)
		if first := start.Marking(); err == nil && !said.Equal(first) {
			net := r.model.Outline()
			err = fmt.Errorf("it starts in %s, expected %s", net.Format(said), net.Format(first))
		}
		if err != nil {
			return fault(0, err)
		}
	}
	now := []*point{{at: start}}
	for i, f := range w.Steps {
		if now, err = r.follow(now, i, f); err != nil {
			return fault(i+1, err)
		}
		if out.Steps++; f.Delay == 0 {
			out.Fired = append(out.Fired, now[0].step.Transition)
		}
	}
	if err := r.finish(now, q); err != nil {
		return fault(len(w.Steps)+1, err)
	}
	return out, context.Cause(r.ctx)
}

// follow makes step i from each of some states.
func (r *replay) follow(now []*point, i int, f trace.Firing) (next []*point, err error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if f.Delay != 0 {
		if f.Transition != "" || f.Coloured != "" {
			return nil, fmt.Errorf("the step has a delay of %d and a transition; expected one of them", f.Delay)
		}
		for _, p := range now {
			to, wrong := p.at.Wait(f.Delay)
			if err = wrong; err == nil {
				next = append(next, &point{to, check.TimedStep{Transition: -1, Delay: f.Delay}, p})
			}
		}
		if f.Delay < 0 {
			return nil, fmt.Errorf("a delay of %d, which is negative", f.Delay)
		}
	} else if next, err = r.fired(now, i, f); err != nil {
		return nil, err
	}
	if len(next) == 0 {
		return nil, err
	}
	return next, r.changes(now[0], next[0], f)
}

// fired fires the transition of step i in each of some states, with all choices of tokens that fit what the trace says.
func (r *replay) fired(now []*point, i int, f trace.Firing) (next []*point, err error) {
	t, err := r.index.transition(f)
	if err != nil {
		return nil, err
	}
	said, err := r.said(i, t, f)
	if err != nil {
		return nil, err
	}
	others := false // tokens that the transition could take
	seen := map[string]bool{}
	for _, p := range now {
		for c := range p.at.Choices(t) {
			if !said.fits(c) {
				others = true
				continue
			}
			to, wrong := p.at.Fire(t, c)
			if wrong != nil {
				return nil, wrong
			}
			if key := fmt.Sprint(to.Ages()); !seen[key] {
				seen[key] = true
				next = append(next, &point{to, check.TimedStep{Transition: t, Choice: c.Clone()}, p})
			}
			if len(next) > mostStates {
				return nil, fmt.Errorf("the trace does not say which tokens are taken, and more than %d states are "+
					"possible", mostStates)
			}
		}
	}
	if len(next) > 0 {
		return next, nil
	}
	name := r.model.Outline().Transitions[t].Name
	if others {
		return nil, fmt.Errorf("transition %s cannot take the tokens that the trace says, but others", name)
	}
	if units := timed.Earliest(now[0].at)[t]; units > 0 {
		return nil, fmt.Errorf("transition %s cannot fire now, but after a delay of %d", name, units)
	}
	if !r.model.HasTime() {
		return nil, fmt.Errorf("transition %s is not enabled", name)
	}
	return nil, fmt.Errorf("transition %s cannot fire now, nor after a delay", name)
}

// changes compares what a step changed with what the trace says, if it does.
func (r *replay) changes(before, after *point, f trace.Firing) error {
	from, to := before.at.Marking(), after.at.Marking()
	for _, c := range f.Changes {
		p, ok := r.index.places[c.Place]
		switch {
		case !ok || p < 0:
			return fmt.Errorf("there is no place %q", c.Place)
		case from[p] != c.From || to[p] != c.To:
			return fmt.Errorf("place %s changes from %d to %d, not from %d to %d as the trace says",
				c.Place, from[p], to[p], c.From, c.To)
		}
	}
	return nil
}

// finish looks for a run to one of the last states that has the loop and the end that the trace says, and shows its
// formula.
func (r *replay) finish(ends []*point, q *check.Question) error {
	w, out := r.trace.Witness, r.result
	shown, err := r.model.Ask(cmp.Or(w.Formula, "true"), r.trace.Paths())
	if err != nil {
		return err
	}
	var first error
	for i, end := range ends {
		if i == mostRuns || r.ctx.Err() != nil {
			break
		}
		run, err := r.run(end)
		if err == nil && w.Formula == "" {
			err = r.model.CheckRun(run, nil, r.trace.Paths())
		} else if err == nil {
			err = r.model.CheckRun(run, shown.Asks(), r.trace.Paths())
		}
		if err == nil {
			out.Run, out.Steps, out.Dead = run, len(run.Steps), run.Dead || timed.Stuck(end.at)
			if run.Loop != check.NoLoop {
				out.Loop = new(run.Loop)
			}
			break
		}
		if first == nil {
			first = err
		}
	}
	switch {
	case out.Run == nil:
		return first
	case w.Formula == "":
		return nil
	case q != nil && !q.Decides(r.trace.verdict(), shown.Asks()):
		return fmt.Errorf("that %s does not say that %s %s", w.Formula, r.trace.Formula, r.trace.says())
	case q != nil && q.OfTime() && r.trace.Time != r.time(shown.Asks()):
		return fmt.Errorf("%s, but the trace says that %s %s", r.taken(shown.Asks()), r.trace.Formula, r.trace.says())
	case check.Claimed(shown.Asks()):
		out.Claims = append(out.Claims, w.Formula)
	default:
		out.Shows = w.Formula
	}
	return nil
}

// time returns the time of the run, +inf if it shows that something never happens on it.
func (r *replay) time(shown *syntax.Formula) string {
	if shown.Op == syntax.EG {
		return "+inf"
	}
	return fmt.Sprint(r.result.Run.Time())
}

// taken says how long the run takes.
func (r *replay) taken(shown *syntax.Formula) string {
	if shown.Op == syntax.EG {
		return "the run never gets there"
	}
	return "the run takes " + quantity.Count(r.result.Run.Time(), "unit") + " of time"
}

// run returns the run that leads to a state. If time passes for ever behind it, the run waits until more makes no
// difference.
func (r *replay) run(end *point) (*check.TimedRun, error) {
	run := &check.TimedRun{Loop: check.NoLoop, Dead: r.trace.Witness.Dead}
	for p := end; p.before != nil; p = p.before {
		run.Steps = append(run.Steps, p.step)
	}
	slices.Reverse(run.Steps)
	if l := r.trace.Witness.Loop; l != nil {
		run.Loop = *l
	}
	if !r.trace.forever {
		return run, nil
	}
	if longest := end.at.Longest(); longest != timed.Infinite {
		return nil, fmt.Errorf("time cannot pass for ever: %d is the longest delay", longest)
	}
	for units := int64(1); ; units *= 2 {
		now, err := end.at.Wait(units)
		if err != nil {
			return nil, err
		}
		later, err := now.Wait(1)
		if err != nil {
			return nil, err
		}
		if now.Alike(later) {
			run.Loop = len(run.Steps) + 1
			for _, delay := range []int64{units, 1} {
				run.Steps = append(run.Steps, check.TimedStep{Transition: -1, Delay: delay})
			}
			return run, nil
		}
	}
}
