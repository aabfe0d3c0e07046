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

// Live reports whether from every marking every transition can become enabled again. In a complete space from all of
// whose markings the initial one is reached, that is whether each transition is enabled somewhere, which takes one
// fixed point in place of one for each transition.
func (s *Space) Live() engine.Result {
	back := s.Model.All.Inverse()
	switch {
	case len(s.Net.Transitions) > 0 && s.HasDeadlock() == engine.Holds:
		return engine.Fails
	case s.Complete && back.SaturateWithin(s.Model.Init, s.Reached).Equal(s.Reached):
		return s.QuasiLive()
	}
	for t := range s.Net.Transitions {
		hopeful := s.Model.All.Enabled(t, s.Reached).Union(s.Open) // or may lead to where t is enabled
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
	most, err := s.Model.MaxWeighted(s.Reached, weighted(sum.Terms))
	return most + sum.Const, err
}

// weighted returns the terms of a sum for package encode.
func weighted(terms []syntax.Term) []encode.Weighted {
	list := make([]encode.Weighted, len(terms))
	for i, t := range terms {
		list[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	return list
}
