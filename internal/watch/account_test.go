package watch

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"
)

// Of two consumers under one watch the larger one is told to end when the memory becomes scarce, and its memory comes
// back. The other one, and the work as a whole, go on.
func TestLargestEnds(t *testing.T) {
	if Resident() == 0 {
		t.Skip("the memory of the process is not known here")
	}
	debug.FreeOSMemory() // the garbage of other tests would make room
	const most, piece = 256 << 20, 4 << 20
	before := goMemory() // under the race detector the memory of the process does not come back
	w := New(t.Context(), Limits{Memory: Resident() + most})
	defer w.Cancel(nil)
	var cause error
	var told, left bool
	err := w.Do(time.Minute, func() {
		modest, small := Open(w.Ctx)
		defer small.Close()
		held := Charge(modest)
		held.Set(piece)
		kept := make([]byte, piece)
		defer runtime.KeepAlive(kept)
		var both sync.WaitGroup
		both.Go(func() {
			ctx, large := Open(w.Ctx)
			defer large.Close()
			eat(ctx, piece)
			cause, told = context.Cause(ctx), large.Told()
		})
		both.Wait()
		for end := time.Now().Add(10 * time.Second); goMemory() > before+most/2 && time.Now().Before(end); {
			time.Sleep(lookEvery)
		}
		left = modest.Err() == nil && !small.Told() && w.Ctx.Err() == nil
	})
	switch {
	case err != nil || w.Cause() != nil:
		t.Errorf("error %v, cause %v; want the work to go on", err, w.Cause())
	case !told || !errors.Is(cause, ErrMemory):
		t.Errorf("the large consumer ended by %v, told %v", cause, told)
	case !left:
		t.Error("the modest consumer was told to end, too")
	case goMemory() > before+most/2:
		t.Errorf("%d bytes did not come back", goMemory()-before)
	}
}

// eat takes memory, which it charges to the account of ctx, until ctx is done.
func eat(ctx context.Context, piece int) {
	held := Charge(ctx)
	defer held.Set(0)
	for all := [][]byte(nil); ctx.Err() == nil; time.Sleep(time.Millisecond) {
		next := make([]byte, piece)
		for i := range next {
			next[i] = 1
		}
		all = append(all, next)
		held.Set(int64(len(all) * piece))
	}
}

// An account that is not closed though it was told to end has the account around it told, too. Then the next largest
// is told, and so on.
func TestAccountsInTurn(t *testing.T) {
	l := &ledger{}
	root := context.WithValue(t.Context(), ledgerKey{}, l)
	outer, around := Open(root)
	inner, deaf := Open(outer)
	other, second := Open(root)
	_, small := Open(root) // with nothing charged
	charge(inner, 500)
	charge(other, 300)
	hold := Charge(other)
	hold.Move(inner)
	hold.Set(1) // to inner
	want := func(step string, relief bool, told ...*Account) {
		t.Helper()
		if got := l.relieve(); got != relief {
			t.Errorf("%s: relief %v", step, got)
		}
		for _, a := range []*Account{around, deaf, second, small} {
			is := false
			for _, b := range told {
				is = is || a == b
			}
			if a.Told() != is {
				t.Errorf("%s: told %v, want %v", step, a.Told(), is)
			}
		}
	}
	want("the largest", true, deaf)
	want("it has time", true, deaf)
	l.since = time.Now().Add(-2 * endWithin)
	want("it is deaf", true, deaf, around)
	if deaf.held.Load() != 501 || outer.Err() == nil {
		t.Errorf("%d bytes, error of the context around %v", deaf.held.Load(), outer.Err())
	}
	deaf.Close()
	around.Close()
	<-l.freed
	want("it is freed", true, deaf, around)
	want("the next one", true, deaf, around, second)
	second.Close()
	second.Close() // has no effect
	<-l.freed
	want("it is freed", true, deaf, around, second)
	want("even the smallest", true, deaf, around, second, small)
	small.Close()
	<-l.freed
	want("it is freed", true, deaf, around, second, small)
	want("nobody is left", false, deaf, around, second, small)
}

// charge charges bytes to the account of ctx.
func charge(ctx context.Context, bytes int64) {
	h := Charge(ctx)
	h.Set(bytes)
}

// Under a context with another account the memory is charged to the account, which ends the context.
func TestUnder(t *testing.T) {
	root := context.WithValue(t.Context(), ledgerKey{}, &ledger{})
	_, a := Open(root)
	elsewhere, b := Open(root)
	defer b.Close()
	ctx, leave := a.Under(elsewhere)
	defer leave()
	charge(ctx, 7)
	if a.held.Load() != 7 || b.held.Load() != 0 {
		t.Errorf("%d and %d bytes, want 7 and 0", a.held.Load(), b.held.Load())
	}
	a.tell()
	<-ctx.Done()
	if context.Cause(ctx) != ErrMemory || elsewhere.Err() != nil {
		t.Errorf("cause %v, and %v around it", context.Cause(ctx), elsewhere.Err())
	}
	told := make(chan bool)
	a.AfterTold(func() { close(told) })
	<-told
	a.Close()
}
