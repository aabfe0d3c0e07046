package runs

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"

	"brim/mdd"
	"brim/petri"
)

var (
	// ErrTooLong says that a witness, or the rest of it, has more steps than it may have.
	ErrTooLong = errors.New("the trace is too long")
	// ErrGaveUp says that the work for a witness is used up.
	ErrGaveUp = errors.New("the search for a trace takes too long")
)

const (
	defaultSteps = 10_000  // longer than a reader wants; a file of a few megabytes
	defaultWork  = 1 << 28 // half a minute or so
)

// A Budget is what a search for a witness may still cost: work, steps, and the limits of the diagrams.
type Budget struct {
	Ctx    context.Context
	Forest *mdd.Forest
	limits mdd.Limits
	Left   int64 // work that may still be done, in units of dd.Limits.Work, or places and transitions looked at
	Steps  int   // steps that the witness may still have
}

func NewBudget(ctx context.Context, f *mdd.Forest, limits mdd.Limits, steps int) Budget {
	return Budget{ctx, f, limits, cmp.Or(limits.Work, defaultWork), cmp.Or(steps, defaultSteps)}
}

// leastWork is what every operation on sets counts as.
const leastWork = 1 << 8

// Guard makes a set within the limits, in at most the given work.
func (x *Budget) Guard(most int64, make func() (mdd.Set, error)) (set mdd.Set, err error) {
	forest := x.Forest
	before := forest.Stats().Work
	limits := x.limits
	limits.Work = max(1, min(most, x.Left))
	stop := forest.Guard(x.Ctx, limits, func() { set, err = make() })
	x.Left -= max(leastWork, forest.Stats().Work-before)
	var limit *mdd.LimitError
	switch {
	case errors.As(stop, &limit) && limit.Kind == "work":
		err = ErrGaveUp
	case stop != nil:
		err = stop
	}
	return set, err
}

// Key returns a string that no other marking has.
func Key(m petri.Marking) string {
	b := make([]byte, 0, len(m)+8)
	for _, tokens := range m {
		b = binary.AppendUvarint(b, uint64(tokens))
	}
	return string(b)
}
