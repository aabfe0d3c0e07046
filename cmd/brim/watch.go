package main

import (
	"context"
	"errors"
	"runtime/debug"
	"time"
)

// A watch runs work that has to end with a context or when the process becomes too large. Work that does not look at
// its context is abandoned: its goroutine goes on, and nothing that it uses may be touched any more.
type watch struct {
	ctx       context.Context
	cancel    context.CancelCauseFunc
	most      int64 // bytes of the process, 0 is no limit
	abandoned bool
}

// newWatch returns a watch whose context ends with ctx or after the time limit.
func newWatch(ctx context.Context, l *limits) *watch {
	w := &watch{most: int64(l.memory)}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	if l.time > 0 {
		outer := w.cancel
		limited, stop := context.WithDeadline(w.ctx, l.start.Add(time.Duration(l.time)))
		w.ctx, w.cancel = limited, func(cause error) { outer(cause); stop() }
	}
	return w
}

// A relayedPanic carries a panic from one goroutine to another.
type relayedPanic struct {
	value any
	stack []byte
}

// do runs fn and returns nil when it has ended, or the reason why it was abandoned: when the context is done, fn has the
// given time to end by itself, unless memory grows on. In a process that is too large already it does not begin.
func (w *watch) do(grace time.Duration, fn func()) error {
	if w.abandoned {
		return w.cause()
	}
	if w.most > 0 && residentNow() > w.most {
		w.cancel(errMemory)
		w.abandoned = true
		return w.cause()
	}
	ended := make(chan *relayedPanic, 1)
	go func() {
		defer func() {
			var p *relayedPanic
			if r := recover(); r != nil {
				p = &relayedPanic{r, debug.Stack()}
			}
			ended <- p
		}()
		fn()
	}()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	var heap heapLimit
	defer heap.reset()
	var grown growth
	done := w.ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case p := <-ended:
			if p != nil {
				panic(p)
			}
			return nil
		case <-done:
			done, late = nil, time.After(grace)
		case <-late:
			w.abandoned = true
			return w.cause()
		case <-look.C:
			if w.most == 0 {
				continue
			}
			resident := residentNow()
			heap.adapt(resident, w.most)
			grown.note(resident)
			switch {
			case resident <= w.most && !grown.beyond(w.most):
			case w.ctx.Err() == nil:
				w.cancel(errMemory)
			case resident > w.most+w.most/overrun:
				late = closed
			}
		}
	}
}

// lookEvery is the time between two looks at the memory of the process; most of what is done adds less than 1 MB a millisecond.
const lookEvery = 10 * time.Millisecond

// overrun is the part of the limit that work which was told to end because of it may add before it is abandoned.
const overrun = 32

// A growth is the memory of the process at the last looks.
type growth struct {
	seen [8]int64
	next int
}

func (g *growth) note(resident int64) {
	g.seen[g.next%len(g.seen)] = resident
	g.next++
}

// beyond tells whether memory that is close to most already will have passed it before long, on a busy machine
// before the next look, if it goes on growing as at the last looks.
func (g *growth) beyond(most int64) bool {
	if g.next < len(g.seen) {
		return false
	}
	now, before := g.seen[(g.next-1)%len(g.seen)], g.seen[g.next%len(g.seen)]
	return now > most-most/8 && now+(now-before)/2 > most
}

// closed is a time that has come.
var closed = func() <-chan time.Time { c := make(chan time.Time); close(c); return c }()

// cause tells why the context ended, nil if it did not.
func (w *watch) cause() error {
	if errors.Is(context.Cause(w.ctx), errMemory) {
		return errMemory
	}
	return w.ctx.Err()
}
