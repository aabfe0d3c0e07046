package ask

import (
	"slices"

	"brim/check/model"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
)

// Runs of the diagnosis: they are replayed, and made short.

// mostShortened is how many firings the attempts to make a run shorter may take.
const mostShortened = 2_000_000

// runOf returns the run of a witness, without circles and without steps that are not needed for its last marking to
// have a property, and that marking. The run is nil if the answer has no witness with a path.
func (s *session) runOf(
	m *model.Model, a *model.Answer, holds func(petri.Marking) bool,
) (*engine.Witness, petri.Marking) {
	if a != nil && a.Path != nil && a.Path.Loop == engine.NoLoop {
		return s.short(m, m.Outline().Initial(), a.Path.Labels, holds)
	}
	if a == nil || a.Witness == nil {
		return nil, nil
	}
	w := a.Witness
	for len(w.Steps) == 0 && len(w.Branches) == 1 && w.Branches[0].At == 0 { // a conjunction of one part, and the like
		w = w.Branches[0].Witness
	}
	return s.short(m, w.Start, w.Steps, holds)
}

// short returns a run with what runOf says of it. Steps of a net with another initial marking begin in start.
func (s *session) short(
	m *model.Model, start petri.Marking, steps []int, holds func(petri.Marking) bool,
) (*engine.Witness, petri.Marking) {
	r := s.rule(m)
	end, ok := r.replay(start, steps)
	if !ok || holds != nil && !holds(end) {
		return nil, nil
	}
	if m.Net != nil {
		steps = walk.Shorten(m.Net.WithInitial(start), steps)
	}
	if holds != nil {
		steps = r.dropped(start, steps, holds)
		end, _ = r.replay(start, steps)
	}
	return &engine.Witness{Start: start, Steps: steps, Loop: engine.NoLoop}, end
}

// dropped leaves out blocks of steps, then single ones, as long as the rest can be fired and ends in a marking with the
// property.
func (r rule) dropped(start petri.Marking, steps []int, holds func(petri.Marking) bool) []int {
	fired := 0
	fires := func(list []int) bool {
		fired += len(list)
		end, ok := r.replay(start, list)
		return ok && holds(end)
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

// dead reports whether a marking enables no transition.
func dead(net *petri.Net, m petri.Marking) bool {
	for range net.EnabledTransitions(m) {
		return false
	}
	return true
}
