package lists

import (
	"context"
	"math/big"
	"slices"
	"time"

	"brim/dd"
	"brim/engine/symbolic/race"
	"brim/ldd"
	"brim/petri"
	"brim/petri/order"
)

// Method is what reports call the way to the markings.
const Method = "saturation of lists"

// A Space is the set of all reachable markings of a net. It belongs to one goroutine at a time.
type Space struct {
	Net    *petri.Net
	Order  order.Decomposition // one place a level
	Choice race.Choice         // how the order was found
	Stats  dd.Stats
	Took   time.Duration // time of the exploration, the choice of the order included

	levelOf  []int // by place
	forest   *ldd.Forest
	relation *ldd.Relation
	reached  ldd.Set
}

// Close gives the memory back.
func (s *Space) Close() { s.forest.Close() }

// Guard runs fn, which may ask the space, and ends it at the first limit passed, or when ctx is done; then it returns a
// *dd.LimitError.
func (s *Space) Guard(ctx context.Context, limits dd.Limits, fn func()) error {
	return s.forest.Guard(ctx, limits, fn)
}

// Nodes returns the number of nodes of the diagram.
func (s *Space) Nodes() int { return s.reached.Nodes() }

// States returns the number of markings.
func (s *Space) States() *big.Int { return s.reached.Count() }

// Firings returns the number of pairs of a marking and a transition enabled in it.
func (s *Space) Firings() *big.Int { return s.relation.CountEnabled(s.reached) }

// Deadlocks returns the number of markings that enable no transition.
func (s *Space) Deadlocks() *big.Int { return s.relation.Dead(s.reached).Count() }

// PlaceBounds returns for each place the most tokens it holds in a marking.
func (s *Space) PlaceBounds() []int64 {
	extents := s.reached.Extents()
	bounds := make([]int64, len(s.Net.Places))
	for p, k := range s.levelOf {
		bounds[p] = int64(extents[k-1])
	}
	return bounds
}

// MaxInPlace returns the most tokens that any place holds in a marking.
func (s *Space) MaxInPlace() int64 { return slices.Max(s.PlaceBounds()) }

// MaxTokens returns the most tokens that a marking holds on all places together.
func (s *Space) MaxTokens() *big.Int { return big.NewInt(s.reached.MaxSum()) }
