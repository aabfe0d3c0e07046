package watch

import (
	"context"
	"errors"
	"runtime/debug"
	"time"
)

// A Watch runs work that has to end with a context or when the process becomes too large. Work that does not look at
// its context is abandoned: its goroutine goes on, and nothing that it uses may be touched any more.
type Watch struct {
	Ctx       context.Context
	Cancel    context.CancelCauseFunc
	Memory    int64 // bytes of the process; 0 is no limit
	Abandoned bool
}

// Limits are those of a process. Zero fields are none.
type Limits struct {
	Start  time.Time // from which Time counts
	Time   time.Duration
	Memory int64 // bytes
}

// ErrMemory is the cause of a context that was cancelled because the process is too large.
var ErrMemory = errors.New("memory limit reached")

// New returns a watch whose context ends with ctx or after the time limit. Its Cancel has to be called in the end.
func New(ctx context.Context, l Limits) *Watch {
	w := &Watch{Memory: l.Memory}
	w.Ctx, w.Cancel = context.WithCancelCause(ctx)
	if l.Time > 0 {
		outer := w.Cancel
		limited, stop := context.WithDeadline(w.Ctx, l.Start.Add(l.Time))
		w.Ctx, w.Cancel = limited, func(cause error) { outer(cause); stop() }
	}
	return w
}

// A RelayedPanic carries a panic from one goroutine to another.
type RelayedPanic struct {
	Value any
	Stack []byte
}

// Panicked returns what a panic that has just been recovered says, and the stack of the goroutine that it comes from.
func Panicked(recovered any) (value any, stack []byte) {
	if p, ok := recovered.(*RelayedPanic); ok {
		return p.Value, p.Stack
	}
	return recovered, debug.Stack()
}

// Do runs fn and returns nil when it has ended, or the reason why it was abandoned: when the context is done, fn has
// the given time to end by itself, unless memory grows on. In a process that is too large already it does not begin.
func (w *Watch) Do(grace time.Duration, fn func()) error {
	if w.Abandoned {
		return w.Cause()
	}
	if w.Memory > 0 && Resident() > w.Memory {
		w.Cancel(ErrMemory)
		w.Abandoned = true
		return w.Cause()
	}
	ended := make(chan *RelayedPanic, 1)
	go func() {
		defer func() {
			var p *RelayedPanic
			if r := recover(); r != nil {
				p = &RelayedPanic{r, debug.Stack()}
			}
			ended <- p
		}()
		fn()
	}()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	heap.hold()
	defer heap.release()
	var grown growth
	done := w.Ctx.Done()
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
			w.Abandoned = true
			return w.Cause()
		case <-look.C:
			if w.Memory == 0 {
				continue
			}
			resident := Resident()
			heap.adapt(resident, w.Memory)
			grown.note(resident)
			switch {
			case resident <= w.Memory && !grown.beyond(w.Memory):
			case w.Ctx.Err() == nil:
				w.Cancel(ErrMemory)
			case resident > w.Memory+w.Memory/Overrun:
				late = closed
			}
		}
	}
}

// lookEvery is the time between two looks at the memory of the process; most of what is done adds less than 1 MB a
// millisecond.
const lookEvery = 10 * time.Millisecond

// Overrun is the part of the limit that work which was told to end because of it may add before it is abandoned.
const Overrun = 32

// A growth is the memory of the process at the last looks.
type growth struct {
	seen [8]int64
	next int
}

func (g *growth) note(resident int64) {
	g.seen[g.next%len(g.seen)] = resident
	g.next++
}

// beyond reports whether memory that is close to most already will have passed it before long, on a busy machine
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

// Cause tells why the context ended, nil if it did not.
func (w *Watch) Cause() error {
	if errors.Is(context.Cause(w.Ctx), ErrMemory) {
		return ErrMemory
	}
	return w.Ctx.Err()
}
