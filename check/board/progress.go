package board

import "brim/petri/order"

// Progress is a look at a run.
type Progress struct {
	By     string // the technique that does it, "" if it is none
	Phase  string // what is being done
	Detail string // about the phase: the order that is tried, a question
	Nodes  int    // of diagrams
	Bytes  int64
	Done   int // levels closed
	Levels int // levels in all
	States int // found one by one
	Depth  int // their distance

	// Order is that of the levels, and Widths returns the nodes on each now, garbage included; both are nil if there
	// are no levels. Who is told may call Widths before he returns, but not later. Cost: O(nodes).
	Order  *order.Decomposition
	Widths func() []int
}
