package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// The loop of a worker: it takes tasks, does them and answers.

// A Worker does tasks that others give out.
type Worker struct {
	Slots int // tasks at a time

	// Do does a task and returns its answer. An error gives the task back; if the context has not ended, it ends the
	// worker. The process shares and fetches files.
	Do func(ctx context.Context, p *Process, body json.RawMessage) (answer json.RawMessage, err error)

	p    *Process
	mu   sync.Mutex // guards what follows
	runs map[string]context.CancelFunc
	work sync.WaitGroup
}

// Work starts brim-queue, the executable at path, and does the tasks that it hands out until there are no more; then it
// returns nil. When ctx ends, the tasks that are running are given back and the cause is returned.
func (w *Worker) Work(ctx context.Context, path string, setup Setup, errs io.Writer) error {
	setup.Work = true
	p, err := Start(path, setup, errs)
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
		return errors.Join(fmt.Errorf("%s has ended", Program), closed)
	}
	if errors.Is(err, errEnd) {
		return nil
	}
	return err
}

// errEnd is the cause of a context that ends since there is no more to do.
var errEnd = errors.New("there are no more tasks")

// listen handles the lines of brim-queue until it ends: it asks for as many tasks as there are slots, starts a
// goroutine for each task, and cancels tasks that are dropped. The error is the reason for the end.
func (w *Worker) listen(ctx context.Context, cancel context.CancelCauseFunc) error {
	for {
		l, err := w.p.Receive()
		if err != nil {
			return err
		}
		switch l.Kind {
		case Ready:
			for range w.Slots {
				if err := w.p.Send(Line{Kind: Next}); err != nil {
					return err
				}
			}
		case Task:
			run, stop := context.WithCancel(ctx)
			w.mu.Lock()
			w.runs[l.ID] = stop
			w.mu.Unlock()
			w.work.Go(func() {
				defer stop()
				if err := w.do(run, l); err != nil {
					cancel(err)
				}
			})
		case Drop:
			w.mu.Lock()
			if stop := w.runs[l.ID]; stop != nil {
				stop()
			}
			w.mu.Unlock()
		case Refused:
			return fmt.Errorf("an answer is refused: %s", l.Text)
		case End:
			return errEnd
		}
	}
}

// do does a task, sends its answer and asks for the next. One that is dropped or cannot be done is given back.
func (w *Worker) do(run context.Context, l Line) error {
	answer, err := w.Do(run, w.p, l.Body)
	w.mu.Lock()
	delete(w.runs, l.ID)
	w.mu.Unlock()
	if err == nil {
		err = w.p.Send(Line{Kind: Answer, ID: l.ID, Body: answer})
	} else if back := w.p.Send(Line{Kind: Back, ID: l.ID}); back != nil || run.Err() != nil {
		err = back
	}
	if err != nil {
		return err
	}
	return w.p.Send(Line{Kind: Next})
}
