package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"brim/engine/symbolic"
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

// TestProgress checks what a terminal gets to see.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var buf bytes.Buffer
		p := newProgress(&buf, time.Second, time.Second)
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		if buf.Len() > 0 {
			t.Errorf("after half a second: %q", buf.String())
		}
		p.explored(symbolic.Progress{Phase: "states", Nodes: 12345, Bytes: 3 << 20, Done: 4, Levels: 9})
		time.Sleep(time.Second)
		p.explored(symbolic.Progress{Phase: "order", Detail: strings.Repeat("x", 200)})
		time.Sleep(time.Second)
		p.end()
		p.end()
		want := "\r\x1b[Kexploring  1s  4 of 9 levels  12,345 nodes  3 MiB" +
			"\r\x1b[Kchoosing an order  2s  0 nodes  none  "
		if got := buf.String(); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "…\r\x1b[K") {
			t.Errorf("got %q", got)
		}
	})
	var none *progress // no terminal
	none.at("exploring")
	none.end()
	if none.callback() != nil {
		t.Error("a callback without a terminal")
	}
}
