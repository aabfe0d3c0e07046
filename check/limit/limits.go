package limit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/engine/gmc"
	"brim/engine/kripke"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri/coloured/unfold"
)

// The limits of a run, and how an error is told to be one of them.

// Limits end a run. A zero field is no limit. Time and Memory limit the whole process, including what it did before the
// run.
type Limits struct {
	Start  time.Time     // when Time begins to count; zero is the beginning of the run
	Time   time.Duration // of the clock
	Memory int64         // resident memory of the process, in bytes
	Nodes  int           // of decision diagrams, at any time
	States int           // that an engine over single states may keep
	Depth  int           // steps of the longest paths that an engine over single states, or bmc, looks at
}

// Watch returns the limits of the whole process.
func (l *Limits) Watch() watch.Limits {
	return watch.Limits{Start: l.Start, Time: l.Time, Memory: l.Memory}
}

// Valid returns an error if a limit is negative.
func (l *Limits) Valid() error {
	if l.Time < 0 || l.Memory < 0 || l.Nodes < 0 || l.States < 0 || l.Depth < 0 {
		return fmt.Errorf("limits %+v: expected numbers that are not negative", *l)
	}
	return nil
}

// A StopKind names a limit in one word. The words are stable, since programs read them.
type StopKind string

const (
	StopTime      StopKind = "time"
	StopMemory    StopKind = "memory"
	StopNodes     StopKind = "nodes"
	StopStates    StopKind = "state"
	StopDepth     StopKind = "depth"
	StopWork      StopKind = "work"
	StopInterrupt StopKind = "interrupt"
	StopUnfolding StopKind = "unfolding" // of a coloured net
)

// A Stop is the limit, or the interrupt, that ended work before a result was known. The errors of all engines for
// limits become this one.
type Stop struct {
	Kind StopKind
	Max  int64 // the limit, in nanoseconds, bytes or a count; 0 if it has no number
	Err  error // the error of the engine
}

func (s *Stop) Error() string {
	switch s.Kind {
	case StopInterrupt:
		return "interrupted"
	case StopUnfolding:
		return s.Err.Error()
	case StopTime:
		return fmt.Sprintf("time limit reached: the limit is %v", time.Duration(s.Max))
	case StopMemory:
		return fmt.Sprintf("memory limit reached: the limit is %s", quantity.Size(s.Max))
	case StopNodes:
		return fmt.Sprintf("node limit reached: the limit is %s", quantity.Count(s.Max, "node"))
	}
	unit := map[StopKind]string{StopStates: "state", StopDepth: "step"}[s.Kind]
	return fmt.Sprintf("%s limit reached: the limit is %s", s.Kind, quantity.Count(s.Max, unit))
}

func (s *Stop) Unwrap() error { return s.Err }

// Stop returns err as the limit that it stands for, with the value of that limit, nil for any other error. It knows the
// errors of all engines, of contexts and of package watch.
func (l *Limits) Stop(err error) *Stop {
	var known *Stop
	var lim *mdd.LimitError
	var explicit *kripke.LimitError
	var library *gmc.SizeError
	var unfolding *unfold.LimitError
	stop := func(kind StopKind, most int64) *Stop { return &Stop{kind, most, err} }
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case errors.As(err, &library):
		return stop(StopNodes, int64(library.Most))
	case errors.As(err, &unfolding):
		return stop(StopUnfolding, 0)
	case errors.Is(err, watch.ErrMemory):
		return stop(StopMemory, l.Memory)
	case errors.Is(err, context.DeadlineExceeded):
		return stop(StopTime, int64(l.Time))
	case errors.Is(err, context.Canceled):
		return stop(StopInterrupt, 0)
	case errors.As(err, &lim) && lim.Kind == "memory":
		return stop(StopMemory, l.Memory)
	case errors.As(err, &lim):
		return stop(StopKind(lim.Kind), lim.Max)
	case errors.As(err, &explicit) && explicit.Kind == "memory":
		return stop(StopMemory, l.Memory)
	case errors.As(err, &explicit):
		return stop(StopKind(explicit.Kind), explicit.Max)
	}
	return nil
}

// Said returns err as a Stop if it is a limit, else err itself.
func (l *Limits) Said(err error) error {
	if s := l.Stop(err); s != nil {
		return s
	}
	return err
}

// Limited reports whether err is a limit or an interrupt, after which a part of the answer may be known.
func Limited(err error) bool { return new(Limits).Stop(err) != nil }

// Because is Said for work under ctx: if that was cancelled, its cause replaces err.
func (l *Limits) Because(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(err, context.Canceled) && cause != nil {
		err = cause
	}
	return l.Said(err)
}

// Room divides the memory that is left into equal parts and returns the size of one in bytes, 0 if there is no limit.
func (l *Limits) Room(parts int64) int64 { return l.Watch().Room() / parts }

// Part is one of equal parts of the limit of memory, whatever of it is in use, 0 if there is no limit: a technique may
// use as much even if another one has nearly all, which ends then; see package watch.
func (l *Limits) Part(parts int64) int64 { return l.Memory / parts }

// Share divides the time that ctx has left into equal parts and returns a context that ends after one of them. If ctx
// has no deadline, it has none either.
func Share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, max(time.Until(end)/time.Duration(max(parts, 1)), time.Millisecond))
}

// Unfolding returns the limits of the unfolding of a coloured net: two thirds of the memory, of which the net keeps
// less than half when its tables are gone. Techniques that work on it need memory, too.
func (l *Limits) Unfolding() unfold.Limits {
	return unfold.Limits{Bytes: 2 * l.Room(3)}
}

// Single returns the limits of a search through single states; progress may be nil.
func (l *Limits) Single(progress func(states, depth int)) kripke.Limits {
	return kripke.Limits{States: l.States, Depth: l.Depth, Memory: l.Room(1), Progress: progress}
}

// Grace periods: how long work may go on after it should have ended.
const (
	Grace     = 300 * time.Millisecond
	DropGrace = 100 * time.Millisecond // when all questions are answered
	Lingering = 500 * time.Millisecond // for counting what was found before a limit was reached
)
