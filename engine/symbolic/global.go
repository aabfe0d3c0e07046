package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/petri/encode"
)

// The global properties of the Model Checking Contest, on a complete space.

// HasDeadlock tells whether some marking enables no transition.
func (s *Space) HasDeadlock() bool { return !s.Model.All.Dead(s.Reached).IsEmpty() }

// QuasiLive tells whether every transition is enabled in some marking.
func (s *Space) QuasiLive() bool {
	for t := range s.Net.Transitions {
		if s.Model.All.Enabled(t, s.Reached).IsEmpty() {
			return false
		}
	}
	return true
}

// Live tells whether from every marking every transition can become enabled again.
func (s *Space) Live() bool {
	back := s.Model.All.Inverse()
	for t := range s.Net.Transitions {
		if !back.SaturateWithin(s.Model.All.Enabled(t, s.Reached), s.Reached).Equal(s.Reached) {
			return false
		}
	}
	return true
}

// OneSafe tells whether no place ever holds two tokens.
func (s *Space) OneSafe() bool { return slices.Max(s.PlaceBounds()) <= 1 }

// HasStablePlace tells whether some place holds the same number of tokens in all markings.
func (s *Space) HasStablePlace() bool {
	least := s.Model.PlaceMinima(s.Reached)
	for p, most := range s.PlaceBounds() {
		if least[p] == most {
			return true
		}
	}
	return false
}

// Bound returns the largest value of a sum of places.
func (s *Space) Bound(sum *syntax.Sum) (int64, error) {
	list := make([]encode.Weighted, len(sum.Terms))
	for i, t := range sum.Terms {
		list[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	most, err := s.Model.MaxWeighted(s.Reached, list)
	return most + sum.Const, err
}
