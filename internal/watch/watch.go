package watch

import (
	"context"
	"errors"
	"runtime/debug"
	"time"
)

// Work under limits: how it is watched, told to end, and abandoned.

// A Watch runs work that has to end with a context or when the process becomes too large. Work that ignores its context
// is abandoned: its goroutine goes on, and the caller must not touch anything that it uses.
//
// The context has a list of accounts; see Open. When the limit comes near, the largest of them is told to end, and the
// work as a whole only if that does not help. A watch inside the work of another one leaves the memory to that.
type Watch struct {
	Ctx       context.Context
	Cancel    context.CancelCauseFunc
	Memory    int64 // bytes of the process; 0 means no limit, or that an outer watch has it
	Abandoned bool
	ledger    *ledger
}

// Limits are the limits of a process. A zero field means no limit.
type Limits struct {
	Start  time.Time // the moment from which Time counts
	Time   time.Duration
	Memory int64 // bytes
}

// ErrMemory is the cause with which a context is cancelled because the process is too large.
var ErrMemory = errors.New("memory limit reached")

// New returns a watch whose context ends with ctx or at the time limit. The caller has to call Cancel in the end.
func New(ctx context.Context, l Limits) *Watch {
	w := &Watch{Memory: l.Memory, ledger: &ledger{}}
	if ctx.Value(ledgerKey{}) != nil {
		w.Memory = 0
	} else if l.Memory > 0 {
		ctx = context.WithValue(ctx, ledgerKey{}, w.ledger)
	}
	w.Ctx, w.Cancel = context.WithCancelCause(ctx)
	if l.Time > 0 {
		outer := w.Cancel
		limited, stop := context.WithDeadline(w.Ctx, l.Start.Add(l.Time))
		w.Ctx, w.Cancel = limited, func(cause error) { outer(cause); stop() }
	}
	return w
}

// A relayedPanic carries a panic from one goroutine to another.
type relayedPanic struct {
	Value any
	Stack []byte
}

// Panicked returns the message of a panic that has just been recovered, and the stack of the goroutine from which it
// comes.
func Panicked(recovered any) (value any, stack []byte) {
	if p, ok := recovered.(*relayedPanic); ok {
		return p.Value, p.Stack
	}
	return recovered, debug.Stack()
}

// Do runs fn in a goroutine and waits until it has ended (nil) or is abandoned (the reason). Once the context is done,
// fn has the grace period to end by itself, less if the memory keeps growing. Meanwhile Do checks the memory of the
// process regularly. When the limit is reached or soon will be, it tells the largest account to end, and cancels the
// context if none is left, or the memory grows all the same. A panic of fn is passed on. If the
// process is too large already, fn does not run.
func (w *Watch) Do(grace time.Duration, fn func()) error {
	if w.Abandoned {
		return w.Cause()
	}
	if w.Memory > 0 && Resident() > w.Memory {
		w.Cancel(ErrMemory)
		w.Abandoned = true
		return w.Cause()
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
	heap.hold()
	defer heap.release()
	var memory pressure
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
			memory.look(w)
			switch {
			case !memory.high:
			case w.Ctx.Err() == nil:
				w.Cancel(ErrMemory)
			case memory.tooHigh:
				late = closed
			}
		}
	}
}

// A pressure is what the last look at the memory of the process showed.
type pressure struct {
	grown   growth
	high    bool // the work has to end
	tooHigh bool // and it must not wait for that any longer
}

// look examines the memory of the process, and has the largest account end if it is near the limit. Until the memory of
// that is given back, the process may pass the limit by two parts in Overrun.
func (p *pressure) look(w *Watch) {
	resident := Resident()
	heap.adapt(resident, w.Memory)
	p.grown.note(resident)
	p.tooHigh = resident > w.Memory+w.Memory/Overrun
	p.high = resident > w.Memory || p.grown.beyond(w.Memory)
	if w.Ctx.Err() == nil && (p.high || resident > w.Memory-w.Memory/nearly) {
		relief := w.ledger.relieve()
		p.high = p.high && !(relief && resident <= w.Memory+2*w.Memory/Overrun)
	}
}

// lookEvery is the time between two checks of the memory of the process; most work adds less than 1 MB per millisecond.
const lookEvery = 10 * time.Millisecond

// Overrun limits how far work that was told to end may pass the memory limit before it is abandoned: by one part in
// Overrun of the limit.
const Overrun = 32

// A growth has the memory of the process at the last checks.
type growth struct {
	seen [8]int64
	next int
}

func (g *growth) note(resident int64) {
	g.seen[g.next%len(g.seen)] = resident
	g.next++
}

// beyond reports whether memory that is already close to most will soon pass it (on a busy machine before the next
// check) if it goes on growing as it did between the last checks.
func (g *growth) beyond(most int64) bool {
	if g.next < len(g.seen) {
		return false
	}
	now, before := g.seen[(g.next-1)%len(g.seen)], g.seen[g.next%len(g.seen)]
	return now > most-most/8 && now+(now-before)/2 > most
}

// closed returns a channel that is closed.
var closed = func() <-chan time.Time { c := make(chan time.Time); close(c); return c }()

// Cause returns why the context ended, or nil if it has not.
func (w *Watch) Cause() error {
	if errors.Is(context.Cause(w.Ctx), ErrMemory) {
		return ErrMemory
	}
	return w.Ctx.Err()
}
