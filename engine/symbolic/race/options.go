package race

import (
	"fmt"
	"time"

	"brim/mdd"
	"brim/petri/order"
	"brim/petri/structure"
)

// Options and limits of an exploration, its progress reports, and the errors that end it.

// A Method is a way to the reachable set.
type Method string

// The methods give the same set; see package mdd.
const (
	Saturation Method = "saturation"
	Chaining   Method = "chaining"
	BFS        Method = "bfs"
)

// Methods returns all methods, the best first.
func Methods() []Method { return []Method{Saturation, Chaining, BFS} }

// Options of Explore. The zero value chooses everything by itself and has no limits.
type Options struct {
	// Order is the decomposition to use; nil chooses one.
	Order *order.Decomposition
	// Tune climbs to an order from the best candidate in any case; without it, only nets that need it are worth the
	// time.
	Tune bool
	// Method is the way to the reachable set; the default is Saturation.
	Method Method
	// Rule is the reduction rule of the diagrams.
	Rule mdd.Rule
	// Memory bounds the diagrams, in bytes; 0 is no limit.
	Memory int64
	// Nodes bounds the nodes of the diagrams; 0 is no limit.
	Nodes int
	// Work bounds the exploration under the order, not the choice before it, in units of dd.Limits.Work; 0 is no limit.
	Work int64
	// Facts are those of the net, to be shared by several explorations of it; nil computes them anew.
	Facts *structure.Profile
	// Orders, if not nil, is asked for an order to begin with, and told which one is good. It is that of the net, or of
	// a larger net with places of the same names, which is only asked.
	Orders *order.Memory
	// Progress is called a few times a second from within the exploration.
	Progress func(Progress)
	// Tick, if not nil, is called often from within the exploration, which is on one processor then. It may wait, so
	// that something else goes on meanwhile.
	Tick func()
}

// Progress is a look at a running exploration.
type Progress struct {
	Phase   string // "order", "states"
	Detail  string // what the phase is at: the order being tried
	Nodes   int    // nodes in the store
	Bytes   int64
	Done    int // levels closed
	Levels  int // levels in all
	Elapsed time.Duration
	Order   *order.Decomposition // of these levels
	Widths  func() []int         // mdd.Forest.Widths now: it is asked before Options.Progress returns, or not at all
}

// A Stopped error reports the limit that ended an exploration. The Space returned with it holds what was found so far.
type Stopped struct {
	Err *mdd.LimitError
}

func (e *Stopped) Error() string { return e.Err.Error() }

// Unwrap returns the limit.
func (e *Stopped) Unwrap() error { return e.Err }

// An UnboundedError reports that a net has infinitely many markings.
type UnboundedError struct {
	Net   string
	Place string // a place whose tokens grow without bound
	// transitions: the loop can be repeated for ever after the prefix, and each time adds tokens to Place
	Prefix, Loop []string
}

func (e *UnboundedError) Error() string {
	return fmt.Sprintf("net %s is unbounded: place %s can hold any number of tokens", e.Net, e.Place)
}
