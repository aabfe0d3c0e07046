package symbolic

import (
	"context"
	"math/big"
	"slices"
	"time"

	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri"
	"brim/petri/counting"
	"brim/petri/encode"
	"brim/petri/order"
)

// A Space is a net's reachable set, or what was found of it.
type Space struct {
	Net     *petri.Net
	Model   *encode.Model
	Reached mdd.Set
	// Complete reports whether Reached holds every reachable marking.
	Complete bool
	// Open is the frontier: the markings of Reached that may have successors outside of it; all others have none. It is
	// empty exactly where Complete.
	// After a limit it is all of Reached; FindOpen finds out more.
	Open mdd.Set
	// Most bounds a part: Reached holds the markings that are reached while no place gets more than Most tokens, unless
	// it has more initially. 0 means that tokens are not bounded. See Parts.
	Most int64
	// Steps bounds a part or a round: Reached holds all markings within that number of steps of the initial one. 0
	// means that steps are not bounded. See Parts and Rounds.
	Steps  int
	Order  order.Decomposition
	Method race.Method
	Choice race.Choice // how the order was found
	Stats  mdd.Stats
	Took   time.Duration // time of the exploration, the choice of the order included
}

// newSpace returns what an exploration found as a Space.
func newSpace(found *race.Outcome) *Space {
	s := &Space{
		Net: found.Net, Model: found.Model, Reached: found.Reached, Complete: found.Complete,
		Open:  found.Model.Forest.Empty(),
		Order: found.Order, Method: found.Method, Choice: found.Choice, Stats: found.Stats, Took: found.Took,
	}
	if !s.Complete {
		s.Open = s.Reached // until FindOpen narrows it down
	}
	return s
}

// Close gives the memory of the diagrams back.
func (s *Space) Close() { s.Model.Close() }

// States returns the number of markings.
func (s *Space) States() *big.Int { return s.Reached.Count() }

// Firings returns the number of pairs of a marking and a transition enabled in it.
func (s *Space) Firings() *big.Int { return s.Model.All.CountEnabled(s.Reached) }

// Weigh returns a sum over the markings, which is a number of the net that this net was reduced from. Its numbers may
// take up to memory bytes; 0 is no limit. The error is a limit.
func (s *Space) Weigh(ctx context.Context, sum *counting.Sum, memory int64) (*big.Int, error) {
	return s.Model.Weigh(ctx, s.Reached, sum, memory)
}

// Largest returns the largest value of a function of the markings.
func (s *Space) Largest(f *counting.Linear) *big.Int { return s.Model.Most(s.Reached, f) }

// Deadlocks returns the number of markings that enable no transition.
func (s *Space) Deadlocks() *big.Int { return s.Model.All.Dead(s.Reached).Count() }

// Depth returns the largest distance of a marking from the initial one. It explores anew, breadth-first, which can
// take far longer than saturation.
func (s *Space) Depth() int {
	_, depth := s.Model.Moves.BFS(s.Model.Init)
	return depth
}

// PlaceBounds returns for each place the most tokens it holds in a marking.
func (s *Space) PlaceBounds() []int64 { return s.Model.PlaceBounds(s.Reached) }

// PlaceMinima returns for each place the fewest tokens it holds in a marking.
func (s *Space) PlaceMinima() []int64 { return s.Model.PlaceMinima(s.Reached) }

// MaxInPlace returns the most tokens that any place holds in a marking; 0 if there are no places.
func (s *Space) MaxInPlace() int64 { return slices.Max(append(s.PlaceBounds(), 0)) }

// MaxTokens returns the most tokens that a marking holds on all places together.
func (s *Space) MaxTokens() *big.Int { return s.Model.MaxTokens(s.Reached) }
