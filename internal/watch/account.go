package watch

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Accounts tell who holds the memory of the process, so that the largest consumer ends when the limit comes near, and
// not the whole work. They hang on contexts: what works under a context is charged to the account of the context, and
// ends when that does.

// An Account is charged with the memory of one consumer: a technique, or a part of one that can end alone.
type Account struct {
	held   atomic.Int64
	end    context.CancelCauseFunc
	ledger *ledger // nil if nothing watches the memory
	parent *Account
	ctx    context.Context
	told   atomic.Bool
	closed chan struct{}
}

type accountKey struct{}

// Open opens an account and returns a context with it, which ends with ctx, and with the cause ErrMemory if the
// memory becomes scarce and this account is the largest. The caller has to call Close when all that was charged is
// given back. If it does not do so soon after the account was told to end, the account of ctx is told, too.
func Open(ctx context.Context) (context.Context, *Account) {
	a := &Account{closed: make(chan struct{}), parent: Charge(ctx).of}
	ctx, a.end = context.WithCancelCause(context.WithValue(ctx, accountKey{}, a))
	a.ctx = ctx
	if a.ledger, _ = ctx.Value(ledgerKey{}).(*ledger); a.ledger != nil {
		a.ledger.mu.Lock()
		defer a.ledger.mu.Unlock()
		a.ledger.open = append(a.ledger.open, a)
	}
	return ctx, a
}

// Close ends the context of the account, which is charged no more. A second call does nothing.
func (a *Account) Close() {
	a.end(nil)
	if a.ledger == nil {
		return
	}
	a.ledger.mu.Lock()
	defer a.ledger.mu.Unlock()
	if i := slices.Index(a.ledger.open, a); i >= 0 {
		a.ledger.open = slices.Delete(a.ledger.open, i, i+1)
		close(a.closed)
	}
}

// Told reports whether the account was told to end because the memory became scarce.
func (a *Account) Told() bool { return a.told.Load() }

// AfterTold has fn called in a goroutine of its own if the account is told to end, now or before, and not closed.
func (a *Account) AfterTold(fn func()) {
	context.AfterFunc(a.ctx, func() {
		if a.Told() {
			fn()
		}
	})
}

// Under returns a context that ends with ctx and with that of the account, which is charged. The caller has to call the
// function in the end.
func (a *Account) Under(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, accountKey{}, a))
	stop := context.AfterFunc(a.ctx, func() { cancel(context.Cause(a.ctx)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// A Holding is the memory of one structure, charged to an account. The zero value is charged to none. It belongs to the
// goroutine that has the structure.
type Holding struct {
	of    *Account
	bytes int64
}

// Charge returns a holding of no bytes, charged to the account of ctx.
func Charge(ctx context.Context) Holding {
	of, _ := ctx.Value(accountKey{}).(*Account)
	return Holding{of: of}
}

// Move charges the holding to the account of ctx, if it has one, instead of the account before.
func (h *Holding) Move(ctx context.Context) {
	to := Charge(ctx)
	if to.of == nil || to.of == h.of {
		return
	}
	to.Set(h.bytes)
	h.Set(0)
	*h = to
}

// Set says how many bytes the structure has now.
func (h *Holding) Set(bytes int64) {
	if h.of != nil {
		h.of.held.Add(bytes - h.bytes)
	}
	h.bytes = bytes
}

// A ledger lists the open accounts under one watch, and knows which of them was told to end last.
type ledger struct {
	mu   sync.Mutex
	open []*Account

	// Of the goroutine that watches:
	ending *Account
	since  time.Time
	freed  chan struct{} // closed when the account that was told has given its memory back
}

type ledgerKey struct{}

const (
	// nearly is the part of the limit, as a divisor, before which the largest account has to end.
	nearly = 32
	// endWithin is the time within which an account that was told to end has to be closed.
	endWithin = time.Second
)

// relieve tells the largest account to end, unless one that was told before still has time for that. It reports whether
// memory can be expected to come back: a consumer has more than what is charged to it.
func (l *ledger) relieve() bool {
	if l.ending != nil {
		select {
		case <-l.freed:
			l.ending = nil
			return true // the next look shows what that gained
		default:
		}
		if time.Since(l.since) < endWithin {
			return true
		}
		if up := l.ending.parent; up != nil && !up.Told() {
			l.ending, l.since = up, time.Now()
			up.tell()
			return true
		}
	}
	a := l.largest()
	if a == nil {
		return false
	}
	l.ending, l.since, l.freed = a, time.Now(), make(chan struct{})
	a.tell()
	go func(freed chan struct{}) {
		<-a.closed
		debug.FreeOSMemory()
		close(freed)
	}(l.freed)
	return true
}

// tell tells the account to end.
func (a *Account) tell() {
	a.told.Store(true)
	a.end(ErrMemory)
}

// largest returns the account with most memory of those that were not told to end, nil if there is none.
func (l *ledger) largest() (largest *Account) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.open {
		if !a.Told() && (largest == nil || a.held.Load() > largest.held.Load()) {
			largest = a
		}
	}
	return largest
}
