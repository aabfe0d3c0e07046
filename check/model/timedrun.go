package model

import (
	"errors"
	"fmt"

	"brim/engine/kripke"
	"brim/engine/ticks"
	"brim/petri"
	"brim/petri/timed"
)

// Runs of nets with time, replayed by their firing rules.

// A TimedRun is a run of a net with time: delays and firings.
type TimedRun struct {
	Start petri.Marking
	Steps []TimedStep
	Loop  int  // after so many steps all is as at the end, but for clocks or ages that are large; or NoLoop
	Dead  bool // at the end nothing fires any more, and time cannot go on

	Deadlock bool // at the end nothing fires any more, however long one waits
	Timelock bool // moreover, time cannot go on for ever
}

// A TimedStep is a delay or a firing.
type TimedStep struct {
	Delay      int64        // 0 for a firing
	Transition int          // -1 for a delay
	Choice     timed.Choice // of the tokens that a firing of a timed-arc net takes
	Time       int64        // since the beginning
	Marking    petri.Marking
}

// Time returns how much time passes in the run.
func (r *TimedRun) Time() int64 {
	if len(r.Steps) == 0 {
		return 0
	}
	return r.Steps[len(r.Steps)-1].Time
}

// replay replays a path of the system by the firing rule of the net, whose clocks and ages are those of the definition.
// In the result consecutive units of time are one delay. values returns the values of the variables in a state. The
// error says which step is impossible, or leads to another marking than in the system.
func (x *timing) replay(p *kripke.Path, values func(kripke.State) []int64) (*TimedRun, error) {
	r := &TimedRun{Start: x.of.outline.Initial(), Loop: NoLoop}
	now, err := x.of.Begin()
	if err != nil {
		return nil, err
	}
	time := int64(0)
	for i, event := range p.Labels {
		if i == p.Loop {
			r.Loop = len(r.Steps)
		}
		values, step := narrow(values(p.States[i+1])), TimedStep{Transition: -1}
		switch t := x.ticks.Transitions[event]; t {
		case ticks.Start:
			continue
		case ticks.Tick:
			step.Delay = 1
			now, err = now.Wait(1)
			time++
		default:
			step.Transition = t
			step.Choice, now, err = x.fire(now, t, values)
		}
		if err != nil {
			return nil, fmt.Errorf("step %d of the run: %w", i+1, err)
		}
		step.Time, step.Marking = time, now.Marking()
		if want := x.ticks.Marking(values); !want.Equal(step.Marking) {
			return nil, fmt.Errorf("step %d of the run leads to %s, in the system to %s",
				i+1, x.of.outline.Format(step.Marking), x.of.outline.Format(want))
		}
		if n := len(r.Steps); step.Delay == 1 && n > 0 && r.Steps[n-1].Delay > 0 && r.Loop != n {
			step.Delay += r.Steps[n-1].Delay
			r.Steps[n-1] = step
		} else {
			r.Steps = append(r.Steps, step)
		}
	}
	r.rest(now)
	return r, nil
}

// rest tells what can happen after the last step.
func (r *TimedRun) rest(now timed.Moment) {
	_, fires := timed.Soonest(now)
	r.Dead = timed.Stuck(now)
	r.Deadlock, r.Timelock = !fires, !fires && now.Longest() != timed.Infinite
}

// fire fires a transition. Of the tokens that it may take in a timed-arc net, it takes those that lead to the state of
// the system in which the variables have the given values. Two states that this stands for can do the same, so
// whichever it takes, the rest of the run is possible.
func (x *timing) fire(now timed.Moment, t int, values []int) (timed.Choice, timed.Moment, error) {
	if now.Ages() == nil {
		next, err := now.Fire(t, nil)
		return nil, next, err
	}
	for c := range now.Choices(t) {
		next, err := now.Fire(t, c)
		if err != nil {
			return nil, nil, err
		}
		if x.ticks.Agrees(next.Ages(), values) {
			return c.Clone(), next, nil
		}
	}
	return nil, nil, errors.New("no choice of tokens leads to the state of the system")
}

// timedRun returns the run of an answer about a net with time as text.
func (m *Model) timedRun(a *Answer) *Run {
	first := a.Timed.Start
	r := &Run{Start: m.outline.Format(first), Steps: []RunStep{}, Values: first, Dead: a.Timed.Dead}
	if a.Shows != nil {
		r.Formula = a.Shows.String()
	}
	if a.Timed.Loop != NoLoop {
		r.Loop = new(a.Timed.Loop)
	}
	for _, s := range a.Timed.Steps {
		step := RunStep{State: m.outline.Format(s.Marking), Values: s.Marking, Time: new(s.Time), Delay: new(s.Delay)}
		if s.Transition < 0 {
			step.Label = fmt.Sprintf("wait %d", s.Delay)
		} else {
			step.Label = m.Document.Transitions[s.Transition].ID
		}
		r.Steps = append(r.Steps, step)
	}
	return r
}
