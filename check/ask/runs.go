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
func runOf(net *petri.Net, a *model.Answer, holds func(petri.Marking) bool) (*engine.Witness, petri.Marking) {
	if a == nil || a.Witness == nil {
		return nil, nil
	}
	w := a.Witness
	for len(w.Steps) == 0 && len(w.Branches) == 1 && w.Branches[0].At == 0 { // a conjunction of one part, and the like
		w = w.Branches[0].Witness
	}
	return short(net, w.Start, w.Steps, holds)
}

// short returns a run with what runOf says of it. Steps of a net with another initial marking begin in start.
func short(net *petri.Net, start petri.Marking, steps []int, holds func(petri.Marking) bool) (*engine.Witness, petri.Marking) {
	net = net.WithInitial(start)
	end, err := net.Replay(steps)
	if err != nil || holds != nil && !holds(end) {
		return nil, nil
	}
	steps = walk.Shorten(net, steps)
	if holds != nil {
		steps = dropped(net, steps, holds)
		end, _ = net.Replay(steps)
	}
	return &engine.Witness{Start: start, Steps: steps, Loop: engine.NoLoop}, end
}

// dropped leaves out blocks of steps, then single ones, as long as the rest can be fired and ends in a marking with the
// property.
func dropped(net *petri.Net, steps []int, holds func(petri.Marking) bool) []int {
	fired := 0
	fires := func(list []int) bool {
		m := net.Initial()
		for _, t := range list {
			fired++
			if !net.Enabled(m, t) || net.Fire(m, t) != nil {
				return false
			}
		}
		return holds(m)
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
