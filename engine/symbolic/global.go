package symbolic

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri/encode"
)

// The global properties of the Model Checking Contest. On a part of the reachable markings the answer is Unknown where
// the part does not decide.

// HasDeadlock reports whether some marking enables no transition.
func (s *Space) HasDeadlock() engine.Result {
	return engine.Between(!s.Model.All.Dead(s.Reached).IsEmpty(), !s.Complete)
}

// QuasiLive reports whether every transition is enabled in some marking.
func (s *Space) QuasiLive() engine.Result {
	for t := range s.Net.Transitions {
		if s.Model.All.Enabled(t, s.Reached).IsEmpty() {
			return engine.Between(false, !s.Complete)
		}
	}
	return engine.Holds
}

// liveWork is the work of the first turns of Live, in units of dd.Limits.Work.
const liveWork = 1 << 20

// Live reports whether from every marking every transition can become enabled again.
//
// That is a fixed point for each transition. In a complete space from all of whose markings the initial one is reached,
// it is whether each transition is enabled somewhere, so a single fixed point decides. That saves 2,600 of them for
// Dekker-PT-050, but takes twenty times as long as the 16 of Kanban-PT-00100 together. So they take turns.
func (s *Space) Live() engine.Result {
	if len(s.Net.Transitions) > 0 && s.HasDeadlock() == engine.Holds {
		return engine.Fails
	}
	next, home := 0, s.Complete
	try := s.Model.Forest.Try
	for work := int64(liveWork); ; work *= 2 {
		var r engine.Result
		if try(work, func() { r = s.eachLive(&next) }) {
			return r
		}
		if home && try(work, func() { home = s.isHome() }) && home {
			return s.QuasiLive()
		}
	}
}

// isHome reports whether the initial marking is reached from all others.
func (s *Space) isHome() bool {
	return s.Model.All.Inverse().SaturateWithin(s.Model.Init, s.Reached).Equal(s.Reached)
}

// eachLive tells whether from every marking each of the transitions from next on can become enabled again. It leaves
// next at the one that it works on.
func (s *Space) eachLive(next *int) engine.Result {
	back := s.Model.All.Inverse()
	for ; *next < len(s.Net.Transitions); *next++ {
		hopeful := s.Model.All.Enabled(*next, s.Reached).Union(s.Open) // or may lead to where it is enabled
		if !back.SaturateWithin(hopeful, s.Reached).Equal(s.Reached) {
			return engine.Fails
		}
	}
	return engine.Between(s.Complete, true)
}

// OneSafe reports whether no place ever holds two tokens.
func (s *Space) OneSafe() engine.Result {
	safe := s.MaxInPlace() <= 1
	return engine.Between(safe && s.Complete, safe)
}

// HasStablePlace reports whether some place holds the same number of tokens in all markings.
func (s *Space) HasStablePlace() engine.Result {
	least := s.Model.PlaceMinima(s.Reached)
	for p, most := range s.PlaceBounds() {
		if least[p] == most {
			return engine.Between(s.Complete, true)
		}
	}
	return engine.Fails
}

// Bound returns the largest value of a sum of places in a marking of the space.
func (s *Space) Bound(sum *syntax.Sum) (int64, error) {
	most, err := s.Model.MaxWeighted(s.Reached, Weights(sum.Terms))
	return most + sum.Const, err
}

// Weights returns the terms of a sum for package encode.
func Weights(terms []syntax.Term) []encode.Weighted {
	list := make([]encode.Weighted, len(terms))
	for i, t := range terms {
		list[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	return list
}
