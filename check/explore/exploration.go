package explore

import (
	"math/big"
	"time"

	"brim/check/board"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri/order"
)

// What an exploration by diagrams found and took.

// An Exploration tells what the diagrams of a run found and took, for the last state space that was asked.
type Exploration struct {
	Order    order.Decomposition
	Method   string
	Choice   symbolic.Choice
	Stats    mdd.Stats
	Took     time.Duration // for the exploration, including the choice of the order
	Complete bool          // the space holds all reachable markings
	Partial  string        // which markings it holds otherwise
	States   *big.Int      // how many markings it holds; nil if there was no time to count them
	Nodes    int           // of the final diagram; 0 if there was no time to count them
	Counting time.Duration // the time for States and Nodes
	Rounds   []Round       // what each round of a search in rounds found
}

// A Round tells what one round of a search took and found.
type Round = symbolic.Round

// Explored returns an Exploration with what a space knows without counting.
func Explored(s *symbolic.Space) *Exploration {
	return &Exploration{Order: s.Order, Method: string(s.Method), Choice: s.Choice, Stats: s.Stats, Took: s.Took,
		Complete: s.Complete}
}

// ExplorationOf returns what the technique symbolic explored in a run, nil if it explored nothing or had to be
// abandoned.
func ExplorationOf(r *board.Report) *Exploration {
	x, _ := r.Published["symbolic"].(*Exploration)
	return x
}
