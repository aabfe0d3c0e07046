package race

import (
	"math/big"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// An Outcome is what an exploration found: the reachable set, or as much of it as the limits allowed.
type Outcome struct {
	Net      *petri.Net
	Model    *encode.Model
	Reached  mdd.Set
	Complete bool // Reached holds every reachable marking
	Order    order.Decomposition
	Method   Method
	Choice   Choice // how the order was found
	Stats    mdd.Stats
	Took     time.Duration // time of the exploration, the choice of the order included
}

// Choice tells what the choice of the order cost.
type Choice struct {
	Tried int           // decompositions measured, on the net or on a smaller sibling
	Took  time.Duration // time until the final run began
	Work  int64         // work of all explorations before it
}

// States returns the number of markings.
func (s *Outcome) States() *big.Int { return s.Reached.Count() }

// Close gives the memory of the diagrams back.
func (s *Outcome) Close() { s.Model.Close() }
