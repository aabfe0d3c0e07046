package board

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"time"
)

// The techniques of a run work at the same time, and there are more of them than processors. To keep them from slowing
// the diagrams down, the techniques that can work in slices of time share all processors but one: each waits for a
// processor, works on it for some time, gives it back, and waits again, behind the others, to work for twice that time.
//
// Where a technique that works on sets has found more states than others could visit one by one, most of that time is
// left idle: it would slow the sets down, as caches and memory are shared.

// A processors is a channel with one element for each processor that is free.
type processors chan struct{}

// newProcessors reserves one processor for techniques that do not work in slices, if there are at least two.
func newProcessors() processors {
	n := runtime.GOMAXPROCS(0)
	free := make(processors, n)
	for range max(1, n-1) {
		free <- struct{}{}
	}
	return free
}

// free adds a processor, unless all of them are there.
func (p processors) free() {
	select {
	case p <- struct{}{}:
	default:
	}
}

// A hold keeps slices from beginning until a time, in nanoseconds since the board was made.
type hold struct {
	start time.Time
	until atomic.Int64
}

// left returns how long the hold goes on.
func (h *hold) left() time.Duration { return time.Duration(h.until.Load()) - time.Since(h.start) }

// Hold keeps the slices of other techniques from beginning for the time d, counted anew with each call. A technique
// that does not work in slices calls it when it has all that it needs and gives one answer after the other: what others
// do meanwhile would be in vain.
func (t *Turn) Hold(d time.Duration) {
	h := &t.board.hold
	h.until.Store(int64(time.Since(h.start) + d))
}

const (
	visited  = 1 << 20                // states that an explicit search visits in a second, at best
	patience = 10                     // how many times as long as the run so far a search may need
	idle     = 9                      // a processor is idle this many times as long as the slice before
	restStep = 100 * time.Millisecond // the time between two checks whether it still has to be idle
)

// A stateCount is a lower bound of the number of reachable states, as the bits of its binary logarithm.
type stateCount struct{ log atomic.Uint64 }

// AtLeast says that there are at least 2^log reachable states. While explicit search could not visit so many within ten
// times the time of the run so far, techniques that work in slices get a tenth of the time. A technique that builds
// sets of states calls it from time to time, and with 0 when it ends.
func (t *Turn) AtLeast(log float64) { t.board.states.log.Store(math.Float64bits(log)) }

// tooManyStates reports whether explicit search could not visit all states in reasonable time.
func (b *board) tooManyStates() bool {
	log := math.Float64frombits(b.states.log.Load())
	return log > math.Log2(visited*patience*(1+time.Since(b.hold.start).Seconds()))
}

// Slices has fn work again and again, the first time for the time first, then each time for twice as long: the context
// of fn ends with the slice. Before each slice it waits until a processor is free; before the first one also for the
// time after, if other techniques work. It ends when fn says that it is done, with an error of fn, with ctx, or when no
// question of the turn is open any more. The error is the one of fn or ctx.
func (t *Turn) Slices(ctx context.Context, after, first time.Duration,
	fn func(ctx context.Context) (done bool, err error)) error {
	t.Rest(ctx, after)
	for d := first; ctx.Err() == nil && len(t.Open()) > 0; d *= 2 {
		if err := t.begin(ctx); err != nil {
			return err
		}
		done, err := t.slice(ctx, d, fn)
		if done || err != nil && ctx.Err() == nil {
			return err
		}
	}
	return ctx.Err()
}

// begin takes a processor, as soon as there is one, and no hold while others work.
func (t *Turn) begin(ctx context.Context) error {
	for {
		select {
		case <-t.board.processors:
		case <-ctx.Done():
			return ctx.Err()
		}
		d := t.board.hold.left()
		if d <= 0 || t.IsAlone() {
			return nil
		}
		t.board.processors.free()
		t.Rest(ctx, d)
	}
}

// slice runs fn for some time, and then gives the processor back.
func (t *Turn) slice(ctx context.Context, d time.Duration, fn func(ctx context.Context) (bool, error)) (done bool,
	err error) {
	start := time.Now()
	defer func() { t.giveBack(ctx, idle*time.Since(start)) }()
	own, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return fn(own)
}

// giveBack gives a processor back, after some time of rest if there are too many states for those who want it.
func (t *Turn) giveBack(ctx context.Context, rest time.Duration) {
	if !t.board.tooManyStates() {
		t.board.processors.free()
		return
	}
	go func() {
		for end := time.Now().Add(rest); ctx.Err() == nil && !t.IsAlone() && t.board.tooManyStates(); {
			left := time.Until(end)
			if left <= 0 {
				break
			}
			t.Rest(ctx, min(left, restStep))
		}
		t.board.processors.free()
	}()
}

// Rest waits for some time, as long as other techniques work.
func (t *Turn) Rest(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-t.board.alone:
	case <-ctx.Done():
	}
}
