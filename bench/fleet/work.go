package fleet

import (
	"context"
	"encoding/json"
	"errors"
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

	// Other does a task that is not the run of a cell, and returns its answer; nil if there are none. The error is that
	// of queue.Worker.Do.
	Other func(ctx context.Context, p *queue.Process, body json.RawMessage) (json.RawMessage, error)

	mu sync.Mutex // held while Ended is told
}

// Work starts brim-queue and measures the tasks that it hands out until the sweep ends; then it returns nil. When ctx
// ends, the tasks that are running are given back and the cause is returned.
func (w *Worker) Work(ctx context.Context, setup queue.Setup, errs io.Writer) error {
	path, err := queue.Find()
	if err != nil {
		return err
	}
	q := queue.Worker{Slots: w.Slots, Do: w.measure}
	return q.Work(ctx, path, setup, errs)
}

// measure runs a task and returns its record. A task that the check refuses gets a record of a failure.
func (w *Worker) measure(run context.Context, p *queue.Process, body json.RawMessage) (json.RawMessage, error) {
	var t bench.Task
	err := json.Unmarshal(body, &t)
	if err == nil && t.Cell == nil && w.Other != nil {
		return w.Other(run, p, body)
	}
	if err == nil && t.Cell == nil {
		err = errors.New("a task without a cell")
	}
	if err != nil {
		return nil, err
	}
	var r bench.Record
	if refusal := w.Check(t); refusal != nil {
		r = w.Runner.Failed(t, "the worker refuses: "+refusal.Error())
	} else if r, err = w.Runner.Measure(run, t); err != nil {
		return nil, err
	}
	answer, err := json.Marshal(r)
	if err == nil && w.Ended != nil {
		w.mu.Lock()
		w.Ended(r)
		w.mu.Unlock()
	}
	return answer, err
}
