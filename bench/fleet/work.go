package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"brim/bench"
	"brim/internal/queue"
)

// The side that measures runs.

// A Worker measures tasks of a Server.
type Worker struct {
	Runner *bench.Runner
	Slots  int                    // tasks at a time
	Check  func(bench.Task) error // says why a task is not to be run here; its record is that of a failure
	Ended  func(bench.Record)     // is told of each record that was brought, by one goroutine at a time; may be nil

	p    *queue.Process
	mu   sync.Mutex // guards what follows
	runs map[string]context.CancelFunc
	work sync.WaitGroup
}

// Work starts brim-queue and measures the tasks that it hands out until the sweep ends; then it returns nil. When ctx
// ends, the tasks that are running are given back and the cause is returned.
func (w *Worker) Work(ctx context.Context, setup queue.Setup, errs io.Writer) error {
	setup.Work = true
	p, err := start(setup, errs)
	if err != nil {
		return err
	}
	w.p, w.runs = p, map[string]context.CancelFunc{}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cancel(w.listen(ctx, cancel))
	}()
	<-ctx.Done()
	w.work.Wait() // each gives back what it has
	err = context.Cause(ctx)
	closed := w.p.Close()
	<-ended // what brim-queue still said has been read
	if errors.Is(err, io.EOF) {
		return errors.Join(fmt.Errorf("%s has ended", queue.Program), closed)
	}
	if errors.Is(err, errEnd) {
		return nil
	}
	return err
}

// errEnd is the cause of a context that ends since there is no more to do.
var errEnd = errors.New("the sweep has ended")

// listen handles the lines of brim-queue until it ends: it asks for as many tasks as there are slots, starts a
// goroutine for each task, and cancels tasks that are dropped. The error is the reason for the end.
func (w *Worker) listen(ctx context.Context, cancel context.CancelCauseFunc) error {
	for {
		l, err := w.p.Receive()
		if err != nil {
			return err
		}
		switch l.Kind {
		case queue.Ready:
			for range w.Slots {
				if err := w.p.Send(queue.Line{Kind: queue.Next}); err != nil {
					return err
				}
			}
		case queue.Task:
			run, stop := context.WithCancel(ctx)
			w.mu.Lock()
			w.runs[l.ID] = stop
			w.mu.Unlock()
			w.work.Go(func() {
				defer stop()
				if err := w.measure(run, l); err != nil {
					cancel(err)
				}
			})
		case queue.Drop:
			w.mu.Lock()
			if stop := w.runs[l.ID]; stop != nil {
				stop()
			}
			w.mu.Unlock()
		case queue.Refused:
			return fmt.Errorf("the sweep refuses a record: %s", l.Text)
		case queue.End:
			return errEnd
		}
	}
}

// measure runs a task, sends its record and asks for the next. A task that the check refuses gets a record of a
// failure; one that is dropped or cannot be run is given back.
func (w *Worker) measure(run context.Context, l queue.Line) error {
	defer func() {
		w.mu.Lock()
		delete(w.runs, l.ID)
		w.mu.Unlock()
	}()
	var t bench.Task
	err := json.Unmarshal(l.Body, &t)
	if err == nil && t.Cell == nil {
		err = errors.New("a task without a cell")
	}
	if err != nil {
		return err
	}
	var r bench.Record
	if refusal := w.Check(t); refusal != nil {
		r = w.Runner.Failed(t, "the worker refuses: "+refusal.Error())
	} else if r, err = w.Runner.Measure(run, t); err != nil {
		if back := w.p.Send(queue.Line{Kind: queue.Back, ID: l.ID}); back != nil {
			return back
		}
		if run.Err() == nil {
			return err
		}
		return w.p.Send(queue.Line{Kind: queue.Next})
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := w.p.Send(queue.Line{Kind: queue.Answer, ID: l.ID, Body: body}); err != nil {
		return err
	}
	if w.Ended != nil {
		w.mu.Lock()
		w.Ended(r)
		w.mu.Unlock()
	}
	return w.p.Send(queue.Line{Kind: queue.Next})
}
