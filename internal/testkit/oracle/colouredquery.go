package oracle

import (
	"slices"

	"brim/ctl/syntax"
)

// Questions about the state space of a coloured net.

// Number returns the number of marking m and whether m is in the space.
func (s *ColouredSpace) Number(m ColouredMarking) (int, bool) {
	if len(m) != len(s.Net.Places) {
		return 0, false
	}
	i, ok := s.number[colouredKey(m)]
	return i, ok
}

// RunTo returns a shortest run from the initial marking to marking i.
func (s *ColouredSpace) RunTo(i int) []ColouredStep {
	var run []ColouredStep
	for ; i != 0; i = s.from[i].To {
		run = append(run, s.from[i].ColouredStep)
	}
	slices.Reverse(run)
	return run
}

// Sat tells for each marking of the space, by its number, whether f holds there, in the given reading of paths. The
// names of f are those of the coloured net: a place stands for its tokens of all colours, and a transition is enabled
// where it is with some binding. It panics if the space is not complete. See Space.Sat.
func (s *ColouredSpace) Sat(f *syntax.Formula, paths syntax.Paths) []bool {
	sums := &Space{States: s.Sums, Dead: s.Dead, Complete: s.Complete}
	for _, edges := range s.Succ {
		var plain []Edge
		for _, e := range edges {
			plain = append(plain, Edge{e.Transition, e.To})
		}
		sums.Succ = append(sums.Succ, plain)
	}
	return sums.Sat(f, paths)
}

// OneSafe reports whether no place ever holds more than one token, whatever its colour.
func (s *ColouredSpace) OneSafe() bool {
	s.whole("OneSafe")
	return !slices.ContainsFunc(s.MaxSums, func(n int64) bool { return n > 1 })
}

// StableMarking reports whether some place holds equally many tokens, of all colours together, in all markings.
func (s *ColouredSpace) StableMarking() bool {
	s.whole("StableMarking")
	for p := range s.Net.Places {
		changes := false
		for _, sums := range s.Sums {
			changes = changes || sums[p] != s.Sums[0][p]
		}
		if !changes {
			return true
		}
	}
	return false
}

// QuasiLiveness reports whether each transition is enabled with some binding in some marking.
func (s *ColouredSpace) QuasiLiveness() bool {
	s.whole("QuasiLiveness")
	fires := make([]bool, len(s.Net.Transitions))
	for _, edges := range s.Succ {
		for _, e := range edges {
			fires[e.Transition] = true
		}
	}
	return !slices.Contains(fires, false)
}

// Liveness reports whether for each transition t holds AG EF enabled(t): from each marking one can be reached where it
// is enabled with some binding.
func (s *ColouredSpace) Liveness() bool {
	s.whole("Liveness")
	pool := syntax.NewPool()
	for t := range s.Net.Transitions {
		enabled := pool.Enabled(syntax.Ref{Index: t, Name: s.Net.Transitions[t].Name})
		if !s.Sat(pool.Make(syntax.AG, pool.Make(syntax.EF, enabled)), syntax.Maximal)[0] {
			return false
		}
	}
	return true
}

// whole panics if the space is not complete: what lies behind the markings at its edge is not known then.
func (s *ColouredSpace) whole(asked string) {
	if !s.Complete {
		panic("oracle: " + asked + ": the space is not complete")
	}
}
