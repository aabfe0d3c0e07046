package ask

import (
	"fmt"
	"slices"

	"brim/check/model"
	"brim/engine"
	"brim/engine/walk"
	"brim/internal/quantity"
	"brim/petri"
)

// Runs of the diagnosis: they are replayed, and made short.

// mostShortened is how many firings the attempts to make a run shorter may take.
const mostShortened = 2_000_000

// A trail is a run that a finding shows.
type trail struct {
	run   *engine.Witness // nil in a net with time
	timed *model.TimedRun // in a net with time
	end   petri.Marking
}

// shows returns the finding that the run shows.
func (r *trail) shows(f Finding) Finding {
	f.Run, f.Timed = r.run, r.timed
	return f
}

// fired returns how many transitions fire in the run.
func (r *trail) fired() (n int) {
	if r.timed == nil {
		return len(r.run.Steps)
	}
	for _, s := range r.timed.Steps {
		if s.Transition >= 0 {
			n++
		}
	}
	return n
}

// after says where the run leads: after how many steps or, in a net with time, firings, and when.
func (r *trail) after() string {
	n := r.fired()
	if r.timed == nil || len(r.timed.Steps) == 0 {
		return after(n)
	}
	time := fmt.Sprintf("at time %d", r.timed.Steps[len(r.timed.Steps)-1].Time)
	if n == 0 {
		return time
	}
	return fmt.Sprintf("after %s, %s", quantity.Count(n, "firing"), time)
}

// ends says of a run at whose end nothing can fire that it is so.
func (r *trail) ends() string {
	switch {
	case r.timed == nil:
		return "nothing can fire"
	case r.timed.Timelock:
		return "nothing can fire any more, and time cannot go on, which is a timelock"
	}
	return "nothing can fire any more, however long one waits"
}

// runOf returns the run of a witness, without circles and without steps that are not needed for it to lead to a marking
// with a property. It is nil if the answer has no witness with a path.
func (s *session) runOf(m *model.Model, a *model.Answer, holds func(*trail) bool) *trail {
	if a != nil && a.Timed != nil && a.Timed.Loop == engine.NoLoop {
		r := trailOf(a.Timed)
		if holds != nil && !holds(r) {
			return nil
		}
		return r
	}
	if a != nil && a.Path != nil && a.Path.Loop == engine.NoLoop {
		return s.short(m, m.Outline().Initial(), a.Path.Labels, holds)
	}
	if a == nil || a.Witness == nil {
		return nil
	}
	w := inner(a.Witness)
	return s.short(m, w.Start, w.Steps, holds)
}

// inner returns the witness of the only part that a witness has, as that of a conjunction of one part.
func inner(w *engine.Witness) *engine.Witness {
	for len(w.Steps) == 0 && len(w.Branches) == 1 && w.Branches[0].At == 0 {
		w = w.Branches[0].Witness
	}
	return w
}

// trailOf returns a run of a net with time.
func trailOf(run *model.TimedRun) *trail {
	r := &trail{timed: run, end: run.Start}
	if n := len(run.Steps); n > 0 {
		r.end = run.Steps[n-1].Marking
	}
	return r
}

// steps returns the run of some firings in a net without time.
func steps(start, end petri.Marking, list []int) *trail {
	return &trail{run: &engine.Witness{Start: start, Steps: list, Loop: engine.NoLoop}, end: end}
}

// short returns a run with what runOf says of it. Steps of a net with another initial marking begin in start.
func (s *session) short(m *model.Model, start petri.Marking, list []int, holds func(*trail) bool) *trail {
	r := s.rule(m)
	end, ok := r.replay(start, list)
	if !ok || holds != nil && !holds(steps(start, end, list)) {
		return nil
	}
	if m.Net != nil {
		list = walk.Shorten(m.Net.WithInitial(start), list)
	}
	if holds != nil {
		list = r.dropped(start, list, holds)
		end, _ = r.replay(start, list)
	}
	return steps(start, end, list)
}

// dropped leaves out blocks of steps, then single ones, as long as the rest can be fired and ends in a marking with the
// property.
func (r rule) dropped(start petri.Marking, steps []int, holds func(*trail) bool) []int {
	fired := 0
	fires := func(list []int) bool {
		fired += len(list)
		end, ok := r.replay(start, list)
		return ok && holds(&trail{end: end})
	}
	for size := max(len(steps)/2, 1); size >= 1; size /= 2 {
		for i := 0; i+size <= len(steps) && fired < mostShortened; {
			if less := slices.Concat(steps[:i], steps[i+size:]); fires(less) {
				steps = less
			} else {
				i += size
			}
		}
	}
	return steps
}
