package main

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

// TestWatch checks that work ends with its context, is abandoned if it does not, and that panics come through.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatch(t.Context(), &limits{time: span(time.Minute), start: time.Now()})
		defer w.cancel(nil)
		if err := w.do(time.Second, func() {}); err != nil {
			t.Errorf("quick work: %v", err)
		}
		if err := w.do(time.Second, func() { <-w.ctx.Done() }); err != nil {
			t.Errorf("work that ends with its context: %v", err)
		}
		var ended atomic.Bool
		if err := w.do(time.Second, func() { time.Sleep(time.Hour); ended.Store(true) }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("slow work: %v", err)
		}
		if err := w.do(time.Second, func() { t.Error("work began after other work was abandoned") }); err == nil {
			t.Error("work began after other work was abandoned")
		}
		time.Sleep(2 * time.Hour)
		if !ended.Load() {
			t.Error("abandoned work does not go on")
		}
	})
	w := newWatch(t.Context(), &limits{})
	defer w.cancel(nil)
	defer func() {
		if p, ok := recover().(*relayedPanic); !ok || p.value != "fault" || !bytes.Contains(p.stack, []byte("TestWatch")) {
			t.Errorf("panic %v", p)
		}
	}()
	_ = w.do(time.Second, func() { panic("fault") })
}

// TestWatchMemory checks that a process that is too large is stopped.
func TestWatchMemory(t *testing.T) {
	if residentNow() == 0 {
		t.Skip("the memory of the process is not known here")
	}
	const more = 64 << 20
	debug.FreeOSMemory() // what other tests left would make room
	w := newWatch(t.Context(), &limits{memory: size(residentNow() + more)})
	defer w.cancel(nil)
	before := debug.SetMemoryLimit(-1)
	ended := make(chan bool)
	err := w.do(time.Minute, func() { // it may be abandoned
		defer close(ended)
		var held [][]byte
		for len(held) < 1<<30/more && w.ctx.Err() == nil {
			held = append(held, bytes.Repeat([]byte{1}, more))
			time.Sleep(5 * lookEvery)
		}
		runtime.KeepAlive(held)
	})
	<-ended
	if w.cause() != errMemory || err != nil && err != errMemory {
		t.Errorf("error %v, cause %v", err, w.cause())
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit of Go's heap is %d, was %d", after, before)
	}
	w = newWatch(t.Context(), &limits{memory: 1})
	defer w.cancel(nil)
	if err := w.do(time.Minute, func() { t.Error("work began in a process that is too large") }); err != errMemory {
		t.Errorf("error %v", err)
	}
}

// TestRoom checks what is left for diagrams.
func TestRoom(t *testing.T) {
	if (&limits{}).room() != 0 || roomBeside(0, 5) != 0 {
		t.Error("a limit where there is none")
	}
	now := residentNow()
	if now == 0 {
		t.Skip("the memory of the process is not known here")
	}
	const most = 1 << 40
	if got := roomBeside(most, 1<<20); got > most || got < most-2*now-1<<30 {
		t.Errorf("%d bytes of %d, with %d in the process", got, most, now)
	}
	if got := roomBeside(1, 0); got != leastRoom {
		t.Errorf("%d bytes where there are none", got)
	}
}

// TestGrowth checks that steady growth near the limit is seen before it passes it, and that a jump far below is not
// taken for such.
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
