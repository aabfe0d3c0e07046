package dd

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Limits on operations: Guard runs a function under bounds of nodes, memory, work and time, and abandons it where it
// passes one.

// Limits bound one guarded operation. Zero means no limit.
type Limits struct {
	Nodes  int   // nodes in the store after a collection
	Memory int64 // bytes of the store: arena, unique table, computed table, work stack
	Work   int64 // a measure of time that does not depend on the machine, see Stats

	// Progress, if not nil, is called from within the operation a few times a second.
	Progress func(Stats)
	// Tick, if not nil, is called from within the operation every few thousand nodes. It may wait, so that something
	// else goes on meanwhile, but that must leave the store alone.
	Tick func()
}

// A LimitError reports which limit ended an operation. The store is usable afterwards:
// everything that a Root holds is still there.
//
// Guard returns it. What a store can hold is limited outside of Guard, too; there the operation panics with an error
// that wraps it, as errors.As finds out.
type LimitError struct {
	// Kind is "nodes", "memory", "work", "time" or "canceled" for what Guard was given, and for what the store can hold
	// "handles", "values", "operations", "chains" (of a relation's steps), "sums" (of CountEnabled) or "distances" (of
	// package edd).
	Kind string
	At   int64 // what was reached: nodes, bytes, nanoseconds, a local value, words of the arena for "handles"
	Max  int64 // the limit in the same unit, 0 if it has none
	Err  error // the context's error for "time" and "canceled"
}

// Error names the limit, with the numbers in their units.
func (e *LimitError) Error() string {
	switch e.Kind {
	case "nodes":
		return fmt.Sprintf("node limit reached: %d nodes in use, limit %d", e.At, e.Max)
	case "memory":
		return fmt.Sprintf("memory limit reached: %s in use, limit %s", bytesText(e.At), bytesText(e.Max))
	case "time":
		return fmt.Sprintf("time limit reached after %s", time.Duration(e.At).Round(time.Millisecond))
	case "canceled":
		return fmt.Sprintf("interrupted after %s", time.Duration(e.At).Round(time.Millisecond))
	}
	return fmt.Sprintf("%s limit reached: %d, limit %d", e.Kind, e.At, e.Max)
}

// Unwrap returns the context's error, if a context ended the operation.
func (e *LimitError) Unwrap() error { return e.Err }

func bytesText(b int64) string {
	const kib, mib, gib = 1 << 10, 1 << 20, 1 << 30
	switch {
	case b >= 10*gib:
		return fmt.Sprintf("%.1f GiB", float64(b)/gib)
	case b >= 10*mib:
		return fmt.Sprintf("%d MiB", b/mib)
	}
	return fmt.Sprintf("%d KiB", b/kib)
}

// limitPanic carries a LimitError out of a recursion. Only Guard and Try catch it; without them, recover returns an
// error that wraps the LimitError.
type limitPanic struct{ err *LimitError }

func (p limitPanic) Unwrap() error { return p.err }

// Error is what the program ends with if no Guard is there.
func (p limitPanic) Error() string { return "dd: outside of Guard: " + p.err.Error() }

// guard is the state of the running Guard.
type guard struct {
	Limits
	ctx     context.Context
	start   time.Time
	told    time.Time
	watched bool // the context can end, or there is a Progress to call
}

// pollEvery is the number of calls of Make and Remember between two looks at the clock.
const pollEvery = 1 << 12

const progressEvery = 200 * time.Millisecond

// Guard runs fn under the limits and the context. If fn passes one of them, fn is abandoned where it is,
// the work stack is unwound and the *LimitError returned. Any other panic of fn passes through; the store is usable
// after it, too. Guards do not nest: a second one panics, and so does one with a negative limit. From then on the store
// is charged to the account of the context; see package watch.
func (s *Store) Guard(ctx context.Context, limits Limits, fn func()) (err error) {
	switch {
	case ctx == nil:
		panic("dd: Guard: the context is nil")
	case fn == nil:
		panic("dd: Guard: the function is nil")
	case s.guard.ctx != nil:
		panic("dd: Guard: one is running already, expected none: guards do not nest")
	}
	inRange("Guard", "Limits.Nodes", int64(limits.Nodes), 0, math.MaxInt)
	inRange("Guard", "Limits.Memory", limits.Memory, 0, math.MaxInt64)
	inRange("Guard", "Limits.Work", limits.Work, 0, math.MaxInt64)
	sp := s.sp
	s.chargeTo(ctx)
	s.guard = guard{Limits: limits, ctx: ctx, start: time.Now()}
	s.guard.told = s.guard.start
	s.guard.watched = ctx.Done() != nil || limits.Progress != nil
	s.pressed = 0
	s.stopAt = math.MaxInt64
	if limits.Work > 0 {
		s.stopAt = s.workAfter(limits.Work)
	}
	defer func() {
		s.guard = guard{}
		s.stopAt = math.MaxInt64
		r := recover()
		if r == nil {
			return
		}
		s.sp = sp
		p, ok := r.(limitPanic)
		if !ok {
			panic(r)
		}
		err = p.err
	}()
	s.stackCheck = min(s.stackCheck, sp+stackStep)
	if limits.Memory > 0 {
		s.collectAt = min(s.collectAt, s.room())
	}
	if ctx.Err() != nil {
		s.poll()
	}
	fn()
	return nil
}

// Context returns the context of the running Guard, for work inside of it that does without the store, and a context
// that never ends where no Guard runs.
func (s *Store) Context() context.Context {
	if s.guard.ctx == nil {
		return context.Background()
	}
	return s.guard.ctx
}

// Try runs fn, which may take the given work, and reports whether that sufficed. If it did not, fn is abandoned where
// it is and the store is usable, as after a Guard. Tries nest, inside a Guard or outside; the limits of the surrounding
// ones end the inner one, too.
func (s *Store) Try(work int64, fn func()) (done bool) {
	if fn == nil {
		panic("dd: Try: the function is nil")
	}
	outer, sp := s.stopAt, s.sp
	s.stopAt = min(outer, s.workAfter(work))
	defer func() {
		s.stopAt = outer
		if done {
			return
		}
		r := recover()
		if p, ok := r.(limitPanic); !ok || p.err.Kind != "work" || s.work > outer {
			panic(r)
		}
		s.sp = sp
	}()
	fn()
	return true
}

// poll ends the operation if its work, its time or its context has run out, and calls Tick and Progress.
func (s *Store) poll() {
	s.untilPoll = pollEvery
	s.charge()
	g := &s.guard
	if s.work > s.stopAt {
		s.Exceed(&LimitError{Kind: "work", At: g.Work, Max: g.Work})
	}
	if g.Tick != nil {
		g.Tick()
	}
	if !g.watched {
		return
	}
	now := time.Now()
	if err := g.ctx.Err(); err != nil {
		kind := "canceled"
		if err == context.DeadlineExceeded {
			kind = "time"
		}
		s.Exceed(&LimitError{Kind: kind, At: int64(now.Sub(g.start)), Err: err})
	}
	if g.Progress != nil && now.Sub(g.told) >= progressEvery {
		g.told = now
		g.Progress(s.Stats())
	}
}

// Exceed ends the running operation with err: Guard returns it.
func (s *Store) Exceed(err *LimitError) { panic(limitPanic{err}) }
