package explore

import (
	"math/big"
	"time"

	"brim/check/board"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri/order"
)

// An Exploration tells what the diagrams of a run found and took: the last state space that was asked.
type Exploration struct {
	Order    order.Decomposition
	Method   string
	Choice   symbolic.Choice
	Stats    mdd.Stats
	Took     time.Duration // of the exploration, the choice of the order included
	Complete bool          // it is all reachable markings
	Partial  string        // what it is, if not
	States   *big.Int      // its markings; nil if there was no time to count them
	Nodes    int           // of the final diagram; 0 if there was no time
	Counting time.Duration // for both
	Rounds   []Round       // of a search in rounds
}

// A Round tells what one round of a search took and found.
type Round = symbolic.Round

// Explored returns what a space says about itself.
func Explored(s *symbolic.Space) *Exploration {
	return &Exploration{Order: s.Order, Method: string(s.Method), Choice: s.Choice, Stats: s.Stats, Took: s.Took, Complete: s.Complete}
}

// ExplorationOf returns what the technique symbolic says in the report of a run, nil if it explored nothing or had to
// be abandoned.
func ExplorationOf(r *board.Report) *Exploration {
	x, _ := r.Published["symbolic"].(*Exploration)
	return x
}
