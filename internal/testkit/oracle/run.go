package oracle

import (
	"math/rand/v2"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// Runs of nets that are lassos or end in a dead marking.

// A Run is a firing sequence that goes on for ever: its last step leads back to the marking before step Loop. With −1
// it ends in a dead marking, where it stays.
type Run struct {
	Start petri.Marking
	Steps []int // transitions
	Loop  int
}

// Shows reports whether r is a run of net, in the given reading of dead markings, that satisfies the path formula f. It
// fires one transition after the other, and evaluates f by the words of the definition.
func (r Run) Shows(net *petri.Net, f *syntax.Formula, paths syntax.Paths) bool {
	return r.shows(netRule{net}, len(net.Places), len(net.Transitions), f, paths)
}

// Shows is Run.Shows by the rule of the space, which need not be that of a place/transition net.
func (s *Space) Shows(r Run, f *syntax.Formula, paths syntax.Paths) bool {
	return r.shows(s.rule, len(s.Net.Places), len(s.Net.Transitions), f, paths)
}

func (r Run) shows(by rule, places, transitions int, f *syntax.Formula, paths syntax.Paths) bool {
	negative := func(tokens int64) bool { return tokens < 0 }
	if len(r.Start) != places || slices.ContainsFunc(r.Start, negative) {
		return false
	}
	markings := []petri.Marking{r.Start}
	for i, t := range r.Steps {
		if t < 0 || t >= transitions || !by.enabled(t, markings[i]) {
			return false
		}
		next, err := by.fire(t, markings[i])
		if err != nil {
			return false
		}
		markings = append(markings, next)
	}
	last := len(r.Steps)
	w := Word{Holds: func(i int, f *syntax.Formula) bool { return holdsIn(by, transitions, f, markings[i]) }}
	switch {
	case r.Loop != -1: // position last is position Loop again
		if r.Loop < 0 || r.Loop >= last || !slices.Equal(markings[r.Loop], markings[last]) {
			return false
		}
		w.Positions, w.Loop = last, r.Loop
	case paths != syntax.Maximal || !deadIn(by, transitions, markings[last]):
		return false
	default:
		w.Positions, w.Loop = last+1, last
	}
	return w.Satisfies(f)
}

// deadIn reports whether m enables none of so many transitions.
func deadIn(by rule, transitions int, m petri.Marking) bool {
	for t := range transitions {
		if by.enabled(t, m) {
			return false
		}
	}
	return true
}

// holdsIn reports whether an atom holds in m.
func holdsIn(by rule, transitions int, f *syntax.Formula, m petri.Marking) bool {
	switch f.Op {
	case syntax.Deadlock:
		return deadIn(by, transitions, m)
	case syntax.Enabled:
		return slices.ContainsFunc(f.Transitions, func(t syntax.Ref) bool { return by.enabled(t.Index, m) })
	}
	return compare(f, m)
}

// Wander returns a random run from the initial marking: firings up to a dead marking, or to one that was there before,
// after which it goes on from there or goes on looking by chance. The space must be complete. The state of rng
// determines it.
func (s *Space) Wander(rng *rand.Rand) Run {
	r := Run{Start: slices.Clone(s.States[0]), Loop: -1}
	at := []int{0}
	for len(s.Succ[at[len(at)-1]]) > 0 {
		edges := s.Succ[at[len(at)-1]]
		e := edges[rng.IntN(len(edges))]
		r.Steps = append(r.Steps, e.Transition)
		if loop := slices.Index(at, e.To); loop >= 0 && rng.IntN(3) == 0 {
			r.Loop = loop
			break
		}
		at = append(at, e.To)
	}
	return r
}
