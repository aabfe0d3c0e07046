package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"brim/internal/queue"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The worker's side of the queue.

// A taker takes tasks for a worker, one whenever its brim wants one, and brings the records back.
type taker struct {
	setup queue.Setup
	names names
	pipe  *queue.Pipe
	conn  *nats.Conn
	js    jetstream.JetStream
	from  jetstream.Consumer // of the server that welcomed us last; nil if it has to be asked for
	wants chan struct{}

	brings sync.WaitGroup // of records

	mu   sync.Mutex // guards what follows
	held map[string]*assignment
	met  time.Time // when the server has last been heard of
}

// An assignment is a task that brim works on.
type assignment struct {
	msg  jetstream.Msg
	stop context.CancelFunc // of its heartbeat
}

// mostWanted bounds how many tasks one brim works on.
const mostWanted = 1 << 12

// work connects to the server and takes tasks for brim until brim or the sweep ends. One goroutine handles the lines
// of brim, one fetches tasks; messages to all workers come by subscription.
func work(ctx context.Context, s queue.Setup, pipe *queue.Pipe) error {
	t := &taker{setup: s, names: namesOf(s.Name), pipe: pipe, wants: make(chan struct{}, mostWanted),
		held: map[string]*assignment{}, met: time.Now()}
	var err error
	t.conn, err = connect(s, s.URL, nats.RetryOnFailedConnect(true))
	if err != nil {
		return err
	}
	defer t.conn.Close()
	if t.js, err = jetstream.New(t.conn); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for subject, kind := range map[string]queue.Kind{t.names.drop: queue.Drop, t.names.end: queue.End} {
		if _, err := t.conn.Subscribe(subject, func(m *nats.Msg) { t.told(kind, m) }); err != nil {
			return err
		}
	}
	go func() { cancel(t.listen(ctx)) }()
	go func() {
		if err := t.fetch(ctx); err != nil {
			cancel(err)
		}
	}()
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// told passes on messages of the server to all workers.
func (t *taker) told(kind queue.Kind, m *nats.Msg) {
	l := queue.Line{Kind: kind, Text: "the sweep has ended"}
	if kind == queue.Drop {
		var x task
		if err := json.Unmarshal(m.Data, &x); err != nil {
			return
		}
		h := t.release(x.ID)
		if h == nil {
			return
		}
		_ = h.msg.Term() // it is being taken out of the queue
		l.ID = x.ID
	}
	_ = t.pipe.Send(l)
}

// listen does what brim says; io.EOF is its end.
func (t *taker) listen(ctx context.Context) error {
	for {
		l, err := t.pipe.Receive()
		if err != nil {
			t.finish()
			return err
		}
		switch l.Kind {
		case queue.Next:
			select {
			case t.wants <- struct{}{}:
			default:
				return fmt.Errorf("more than %d tasks are wanted", mostWanted)
			}
		case queue.Answer:
			t.brings.Go(func() { t.bring(ctx, l) })
		case queue.Share, queue.Fetch:
			t.file(ctx, l)
		case queue.Back:
			if h := t.release(l.ID); h != nil {
				_ = h.msg.Nak() // else it is given to another worker a little later
			}
		}
	}
}

// finish waits a little for what is under way to the server.
func (t *taker) finish() {
	done := make(chan struct{})
	go func() {
		t.brings.Wait()
		if t.conn.IsConnected() {
			_ = t.conn.FlushTimeout(pollEvery)
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(pollEvery):
	}
}

// fetch gets a task for each that brim wants, until ctx ends. When the server is lost, it greets the next one, and
// returns the error if that one refuses this worker.
func (t *taker) fetch(ctx context.Context) error {
	silence, err := t.greet(ctx)
	if err != nil {
		return err
	}
	if err := t.pipe.Send(queue.Line{Kind: queue.Ready, Text: t.conn.ConnectedUrlRedacted()}); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.wants:
		}
		for {
			m, err := t.next(ctx)
			if err == nil && t.hold(ctx, m, silence) {
				break
			}
			if ctx.Err() != nil {
				return nil
			}
			if err == nil || errors.Is(err, nats.ErrTimeout) && t.conn.IsConnected() {
				continue
			}
			t.from = nil
			if silence, err = t.greet(ctx); err != nil {
				return err
			}
		}
	}
}

// pollEvery is how long one request for a task waits.
const pollEvery = 2 * time.Second

// next asks the server for a task.
func (t *taker) next(ctx context.Context) (jetstream.Msg, error) {
	limited, cancel := context.WithTimeout(ctx, pollEvery)
	defer cancel()
	if t.from == nil {
		consumer, err := t.js.Consumer(limited, t.names.stream, t.names.consumer)
		if err != nil {
			return nil, err
		}
		t.from = consumer
	}
	return t.from.Next(jetstream.FetchContext(limited))
}

// greet asks the server whether this worker can help, again and again until a server answers or the patience of the
// worker is over. It returns for how long the worker may be silent about a task; the error says why it cannot help.
func (t *taker) greet(ctx context.Context) (silence time.Duration, err error) {
	b, err := json.Marshal(hello{Build: t.setup.Build, Needs: t.setup.Needs})
	if err != nil {
		return 0, err
	}
	for ctx.Err() == nil {
		m, err := t.conn.Request(t.names.hello, b, pollEvery)
		if err == nil {
			var w welcome
			if err := json.Unmarshal(m.Data, &w); err != nil {
				return 0, fmt.Errorf("the server answers what is no welcome: %w", err)
			}
			t.seen()
			return w.Silence, t.fits(w)
		}
		t.mu.Lock()
		gone := time.Since(t.met)
		t.mu.Unlock()
		if gone > t.setup.Patience {
			if last := t.conn.LastError(); last != nil {
				err = last
			}
			return 0, fmt.Errorf("no sweep of the name %s is served at %s since %v: %w", t.setup.Name, t.setup.URL,
				gone.Round(time.Second), err)
		}
		pause(ctx)
	}
	return 0, nil
}

// pause waits before what failed is tried again, unless ctx ends.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(retryWait):
	}
}

// fits reports why this worker cannot help.
func (t *taker) fits(w welcome) error {
	if w.Build != "" && w.Build != t.setup.Build {
		return fmt.Errorf("the sweep is of build %s of brim, this is build %s: a table of both would compare two "+
			"programs", w.Build, t.setup.Build)
	}
	missing := slices.DeleteFunc(slices.Clone(w.Needs),
		func(n string) bool { return slices.Contains(t.setup.Needs, n) })
	if len(missing) > 0 {
		return fmt.Errorf("the sweep needs what this worker was not given: %s", strings.Join(missing, ", "))
	}
	return nil
}

func (t *taker) seen() {
	t.mu.Lock()
	t.met = time.Now()
	t.mu.Unlock()
}

// hold passes a task to brim, and tells the server at regular intervals that it is being worked on, until it is
// released. It returns false for a message that is no task, or whose task brim has already.
func (t *taker) hold(ctx context.Context, m jetstream.Msg, silence time.Duration) bool {
	t.seen()
	var x task
	if err := json.Unmarshal(m.Data(), &x); err != nil {
		_ = m.Term()
		return false
	}
	ctx, stop := context.WithCancel(ctx)
	t.mu.Lock()
	if h, twice := t.held[x.ID]; twice { // of a server that was started again, or that waited too long: now it is this
		h.msg = m
		t.mu.Unlock()
		stop()
		return false
	}
	h := &assignment{m, stop}
	t.held[x.ID] = h
	t.mu.Unlock()
	go func() {
		ticks := time.NewTicker(max(silence/4, time.Millisecond))
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				t.mu.Lock()
				msg := h.msg
				t.mu.Unlock()
				_ = msg.InProgress() // or it is given to another worker, too
			}
		}
	}()
	_ = t.pipe.Send(queue.Line{Kind: queue.Task, ID: x.ID, Body: x.Body})
	return true
}

// release ends the heartbeat of a task.
func (t *taker) release(id string) *assignment {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.held[id]
	if h != nil {
		h.stop()
		delete(t.held, id)
	}
	return h
}

// bring sends a record until brim at the server says whether it is kept. Then the task is done.
func (t *taker) bring(ctx context.Context, l queue.Line) {
	b, err := json.Marshal(task{l.ID, l.Body})
	if err != nil {
		return
	}
	for ctx.Err() == nil {
		m, err := t.conn.Request(t.names.records, b, pollEvery)
		if err != nil {
			pause(ctx)
			continue
		}
		t.seen()
		var r receipt
		if err := json.Unmarshal(m.Data, &r); err != nil {
			continue
		}
		if h := t.release(l.ID); h != nil && r.Refused == "" {
			_ = h.msg.Ack() // it has been taken out of the queue already
		}
		if r.Refused != "" {
			_ = t.pipe.Send(queue.Line{Kind: queue.Refused, ID: l.ID, Text: r.Refused})
		}
		return
	}
}
