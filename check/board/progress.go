package board

import "brim/petri/order"

// What a run reports while it works.

// Progress is a look at a run.
type Progress struct {
	By     string // the technique that reports; "" outside of techniques
	Phase  string // what is being done
	Detail string // about the phase: the order that is tried, a question
	Nodes  int    // of diagrams
	Bytes  int64
	Done   int // levels closed
	Levels int // levels in all
	States int // found one by one
	Depth  int // their distance

	// Order is the order of the levels, and Widths returns how many nodes each has now, garbage included; both are nil
	// if there are no levels. The callback may call Widths until it returns, but not later. Cost: O(nodes).
	Order  *order.Decomposition
	Widths func() []int
}
