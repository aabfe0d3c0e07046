package model

import (
	"errors"
	"fmt"
	"math"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri/timed"
)

// Runs of the nets that models were made of, by the firing rules of these nets alone: with time, or with reset arcs and
// priorities.

// Begin returns the initial state of the Document of the model, for playing it by its firing rule. It is an error
// if the model has no Document.
func (m *Model) Begin() (timed.Moment, error) {
	if m.Document == nil {
		return nil, fmt.Errorf("%s was not made of a net with time, reset arcs or priorities", m.Name)
	}
	return m.Drawn().Begin()
}

// Drawn returns the net that a model with a Document was made of, with its time.
func (m *Model) Drawn() *timed.Document {
	switch {
	case m.timing != nil:
		return m.timing.of.Drawn()
	case m.Timed != nil:
		return &timed.Document{Timed: m.Timed}
	case m.TimedArcs != nil:
		return &timed.Document{Arcs: m.TimedArcs}
	}
	return &timed.Document{Untimed: m.Document}
}

// mostPositions is how many units of time and firings a run may have whose formula is evaluated on the way.
const mostPositions = 1 << 20

// CheckRun replays a run by the firing rule of the Document of the model, from the initial state, and fills in the time
// and the marking of each step. It checks that the loop leads back to a state that can do the same, and that the run
// cannot go on if it says so. If f is not nil, the run has to show it, as far as one run can: what f says of all paths
// is believed.
//
// Cost: that of the firings and, with f, for each unit of time a look at what f asks for.
func (m *Model) CheckRun(r *TimedRun, f *syntax.Formula, paths Paths) error {
	now, err := m.Begin()
	if err != nil {
		return err
	}
	if f != nil {
		f = engine.Shown(Apart(f), Holds)
	}
	x := newRunReader(m, f, paths)
	x.look(now, 0)
	time, back := int64(0), now
	for i := range r.Steps {
		if i == r.Loop {
			back, x.loop = now, len(x.time)-1
		}
		if now, err = x.step(now, &r.Steps[i], &time); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	switch x.stuck = timed.Stuck(now); {
	case r.Loop != NoLoop && (r.Loop < 0 || r.Loop >= len(r.Steps)):
		return fmt.Errorf("the loop begins after %d of %d steps", r.Loop, len(r.Steps))
	case r.Loop != NoLoop && !back.Alike(now):
		return fmt.Errorf("the loop does not close: the last step leads to %s, in a state that differs from the one "+
			"after %d steps",
			m.outline.Format(now.Marking()), r.Loop)
	case r.Dead && !x.stuck && m.HasTime():
		return errors.New("the run does not end: a transition can fire, or time can pass")
	case r.Dead && !x.stuck:
		return errors.New("the last marking is no deadlock: a transition can fire")
	case f == nil:
		return nil
	}
	if shown := x.shows(f, 0); x.tooLong() {
		return fmt.Errorf("the run is too long to tell whether it shows %v", f)
	} else if !shown {
		return fmt.Errorf("the run does not show %v", f)
	}
	return nil
}

// step makes a step of a run, and looks at each state on the way if a formula asks for that.
func (x *runReader) step(now timed.Moment, s *TimedStep, time *int64) (timed.Moment, error) {
	delay, units, err := s.Transition < 0, s.Delay, error(nil)
	switch {
	case !delay:
		if now, err = now.Fire(s.Transition, s.Choice); err == nil {
			x.look(now, *time)
		}
		units = 0
	case units < 1 || units > math.MaxInt64-*time:
		return nil, fmt.Errorf("a delay of %d, expected at least 1, and an end before 2^63−1", units)
	case x.parts == nil:
		now, err = now.Wait(units)
		*time, units = *time+units, 0
	case units > mostPositions-int64(len(x.time)):
		return nil, fmt.Errorf("the run has more than %d firings and units of time, so its formula is not evaluated",
			mostPositions)
	}
	for ; units > 0 && err == nil; units-- {
		if now, err = now.Wait(1); err == nil {
			*time++
			x.look(now, *time)
		}
	}
	if err != nil {
		return nil, err
	}
	s.Time, s.Marking = *time, now.Marking()
	return now, nil
}
