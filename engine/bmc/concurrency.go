package bmc

import (
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Random walks of concurrent.
const (
	walks     = 4
	walkSteps = 50
)

// concurrent reports whether the peephole reduction pays: at least half of the markings on some random walks enable two
// pairs of independent transitions. A net that is mostly sequential has hardly any paths to leave out, and clauses
// about their order only burden the solver.
func (l *layout) concurrent() bool {
	rng := rand.New(rand.NewPCG(1, 1))
	seen, rich := 0, 0
	var enabled []int
	for range walks {
		m := l.net.Initial()
		for range walkSteps {
			enabled = slices.AppendSeq(enabled[:0], l.net.EnabledTransitions(m))
			if len(enabled) == 0 {
				break
			}
			seen++
			if l.pairs(enabled) >= 2 {
				rich++
			}
			next := make(petri.Marking, len(m))
			if !l.net.FireInto(next, m, enabled[rng.IntN(len(enabled))]) {
				break // more tokens than there are numbers for
			}
			m = next
		}
	}
	return 2*rich >= seen && seen > 0
}

// pairs returns the number of pairs of independent transitions in list, or 2 if there are more.
func (l *layout) pairs(list []int) (n int) {
	for i, t := range list {
		for _, u := range list[:i] {
			if l.independent(t, u) {
				if n++; n == 2 {
					return n
				}
			}
		}
	}
	return n
}

// independent reports whether neither of t and u changes a place that the other one touches.
func (l *layout) independent(t, u int) bool {
	for _, e := range l.effects[t] {
		if other, ok := l.effect(u, e.Place); ok && (e.Delta != 0 || other.Delta != 0) {
			return false
		}
	}
	return true
}
