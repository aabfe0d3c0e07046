package drive

import (
	"context"
	"errors"
	"iter"
	"time"

	"brim/check/board"
)

// One long computation that pauses between slices of time.

// ErrGivenUp ends work that is not needed any more. InSteps does not return it.
var ErrGivenUp = errors.New("given up")

// Steps is a long computation in slices of time, each of which goes on where the last one ended.
type Steps struct {
	slice context.Context // ends with the current slice
	yield func(error) bool
}

// InSteps runs work in slices of time; see Turn.Slices. work calls Steps.Pause where it can wait for the next slice.
// InSteps returns its error, except ErrGivenUp. The deferred calls of work are made before InSteps returns.
func InSteps(ctx context.Context, t *board.Turn, after, first time.Duration,
	work func(context.Context, *Steps) error) error {
	s := &Steps{}
	next, stop := iter.Pull(func(yield func(error) bool) {
		s.yield = yield
		if err := work(ctx, s); err != nil && !errors.Is(err, ErrGivenUp) {
			yield(err)
		}
	})
	defer stop()
	return t.Slices(ctx, after, first, func(ctx context.Context) (bool, error) {
		s.slice = ctx
		err, more := next()
		return !more || err != nil, err
	})
}

// Over reports whether the slice has ended.
func (s *Steps) Over() bool { return s.slice.Err() != nil }

// Pause waits for the next slice if this one has ended. It reports whether there is one.
func (s *Steps) Pause() bool { return !s.Over() || s.yield(nil) }
