package main

import (
	"bytes"
	"context"
	"errors"
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
	w := newWatch(t.Context(), &limits{memory: 1, process: 1})
	defer w.cancel(nil)
	if err := w.do(time.Minute, func() { <-w.ctx.Done() }); err != nil || w.cause() != errMemory {
		t.Errorf("error %v, cause %v", err, w.cause())
	}
}
