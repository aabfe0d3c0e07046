package watch

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestWatch checks that work ends with its context, that it is abandoned if it does not, and that panics are passed on.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(t.Context(), Limits{Time: time.Minute, Start: time.Now()})
		defer w.Cancel(nil)
		if err := w.Do(time.Second, func() {}); err != nil {
			t.Errorf("quick work: %v", err)
		}
		if err := w.Do(time.Second, func() { <-w.Ctx.Done() }); err != nil {
			t.Errorf("work that ends with its context: %v", err)
		}
		var ended atomic.Bool
		if err := w.Do(time.Second, func() { time.Sleep(time.Hour); ended.Store(true) }); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("slow work: %v", err)
		}
		if err := w.Do(time.Second, func() { t.Error("work began after other work was abandoned") }); err == nil {
			t.Error("work began after other work was abandoned")
		}
		time.Sleep(2 * time.Hour)
		if !ended.Load() {
			t.Error("abandoned work does not go on")
		}
	})
	w := New(t.Context(), Limits{})
	defer w.Cancel(nil)
	defer func() {
		if value, stack := Panicked(recover()); value != "fault" || !bytes.Contains(stack, []byte("TestWatch")) {
			t.Errorf("panic %v\n%s", value, stack)
		}
	}()
	_ = w.Do(time.Second, func() { panic("fault") })
}

// TestWatchMemory checks that a process that is too large is stopped.
func TestWatchMemory(t *testing.T) {
	if Resident() == 0 {
		t.Skip("the memory of the process is not known here")
	}
	const more = 64 << 20
	debug.FreeOSMemory() // the garbage of other tests would make room
	w := New(t.Context(), Limits{Memory: Resident() + more})
	defer w.Cancel(nil)
	before := debug.SetMemoryLimit(-1)
	ended := make(chan bool)
	err := w.Do(time.Minute, func() { // it may be abandoned
		defer close(ended)
		var held [][]byte
		for len(held) < 1<<30/more && w.Ctx.Err() == nil {
			held = append(held, bytes.Repeat([]byte{1}, more))
			time.Sleep(5 * lookEvery)
		}
		runtime.KeepAlive(held)
	})
	<-ended
	if w.Cause() != ErrMemory || err != nil && err != ErrMemory {
		t.Errorf("error %v, cause %v", err, w.Cause())
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit of Go's heap is %d, was %d", after, before)
	}
	w = New(t.Context(), Limits{Memory: 1})
	defer w.Cancel(nil)
	if err := w.Do(time.Minute, func() { t.Error("work began in a process that is too large") }); err != ErrMemory {
		t.Errorf("error %v", err)
	}
}

// Go's limit is restored when the last of several runs has ended, in whatever sequence they end.
func TestSharedHeapLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	var h heapLimit
	h.hold()
	h.adapt(1<<20, 1<<40)
	h.hold()
	h.adapt(1<<20, 1<<39)
	h.release()
	if got := debug.SetMemoryLimit(-1); got == before {
		t.Error("the limit is set back while there is work")
	}
	h.release()
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("the limit of Go's heap is %d, was %d", got, before)
	}
}

// TestRoom checks the room that is left for diagrams.
func TestRoom(t *testing.T) {
	if (Limits{}).Room() != 0 || RoomBeside(0, 5) != 0 {
		t.Error("a limit where there is none")
	}
	now := Resident()
	if now == 0 {
		t.Skip("the memory of the process is not known here")
	}
	const most = 1 << 40
	if got := RoomBeside(most, 1<<20); got > most || got < most-2*now-1<<30 {
		t.Errorf("%d bytes of %d, with %d in the process", got, most, now)
	}
	if got := RoomBeside(1, 0); got != leastRoom {
		t.Errorf("%d bytes where there are none", got)
	}
}

// TestGrowth checks that steady growth is noticed before it passes the limit, and that a jump far below the limit is
// not mistaken for it.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		name        string
		start, step int64
		want        bool
	}{
		{"far below", 100, 10, false},
		{"level", 990, 0, false},
		{"slow", 930, 1, false},
		{"fast and near", 890, 12, true},
		{"falling", 990, -5, false},
	} {
		var g growth
		for i := range int64(len(g.seen)) {
			if g.beyond(1000) {
				t.Errorf("%s: beyond after %d looks", c.name, i)
			}
			g.note(c.start + i*c.step)
		}
		if got := g.beyond(1000); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
