package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"brim/bench"
	"brim/internal/queue"
)

// The side that gives out the runs of sweeps and takes their records.

// A Server gives out the runs of sweeps. It is a bench.Fleet, of several sweeps at the same time.
type Server struct {
	URL string // where workers find it

	p     *queue.Process
	ended chan struct{} // closed when brim-queue has ended, after err is set
	err   error

	mu   sync.Mutex // guards what follows, but is not held while a record is kept
	open map[string]*order
}

// An order is a task whose record is awaited.
type order struct {
	bench.Task
	of *sweep
}

// A sweep is one call of Measure.
type sweep struct {
	took   func(bench.Task, bench.Record) ([]bench.Task, error)
	runner *bench.Runner
	left   int        // tasks without a record
	done   chan error // gets one value at the end, and has room for it
}

// Serve starts brim-queue, whose messages for people go to errs, and waits until workers can come. The Server has to be
// closed.
func Serve(setup queue.Setup, errs io.Writer) (*Server, error) {
	p, err := start(setup, errs)
	if err != nil {
		return nil, err
	}
	l, err := p.Receive()
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	s := &Server{URL: l.Text, p: p, ended: make(chan struct{}), open: map[string]*order{}}
	go func() {
		defer close(s.ended)
		s.err = s.listen()
	}()
	return s, nil
}

// start finds and starts brim-queue.
func start(setup queue.Setup, errs io.Writer) (*queue.Process, error) {
	path, err := queue.Find()
	if err != nil {
		return nil, err
	}
	return queue.Start(path, setup, errs)
}

// Needs lists what a worker has to have been given for suites: programs and folders, as in "program cadical".
func Needs(suites []bench.Suite, o bench.Options) (list []string) {
	add := func(kind, name string) {
		if need := kind + " " + name; name != "" && !slices.Contains(list, need) {
			list = append(list, need)
		}
	}
	for _, s := range suites {
		for i := range s.Cells {
			c := &s.Cells[i]
			if !c.IsThere(&o) {
				continue
			}
			add("folder", c.Folder)
			add("program", c.Checker())
			if c.Tool == nil || c.Tool.Line[0] != bench.Brim || len(o.Programs[c.Program]) > 0 {
				add("program", c.Program)
			}
		}
	}
	return list
}

// Has lists what a worker was given, as Needs does.
func Has(o bench.Options) (list []string) {
	for name := range o.Programs {
		list = append(list, "program "+name)
	}
	for name, folder := range o.Folders {
		if folder != "" {
			list = append(list, "folder "+name)
		}
	}
	return list
}

// idOf names a task in messages.
func idOf(t bench.Task) string {
	sum := sha256.Sum256([]byte(t.Key()))
	return hex.EncodeToString(sum[:16])
}

// Measure implements bench.Fleet: it registers the tasks, sends them to brim-queue, and waits until each has a record
// or is moot, ctx ends, or brim-queue ends.
func (s *Server) Measure(ctx context.Context, m *bench.Runner, tasks []bench.Task,
	took func(bench.Task, bench.Record) ([]bench.Task, error)) error {
	if len(tasks) == 0 {
		return nil
	}
	w := &sweep{took, m, len(tasks), make(chan error, 1)}
	s.mu.Lock()
	for _, t := range tasks {
		s.open[idOf(t)] = &order{t, w}
	}
	s.mu.Unlock()
	defer s.forget(w)
	for _, t := range tasks {
		body, err := json.Marshal(t)
		if err != nil {
			return err
		}
		if err := s.p.Send(queue.Line{Kind: queue.Put, ID: idOf(t), Body: body}); err != nil {
			<-s.ended
			return errors.Join(s.err, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-s.ended:
		return fmt.Errorf("%s has ended before the sweep: %w", queue.Program, errors.Join(s.err, io.ErrUnexpectedEOF))
	}
}

// forget drops what is left of a sweep: a record that comes now does not belong to it.
func (s *Server) forget(w *sweep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, o := range s.open {
		if o.of == w {
			delete(s.open, id)
		}
	}
}

// listen handles the lines of brim-queue until it ends: it passes answers to their sweeps and sends back whether each
// was kept, and records a failure for a task that too many workers have lost.
func (s *Server) listen() error {
	for {
		l, err := s.p.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch l.Kind {
		case queue.Answer:
			reason := ""
			var r bench.Record
			if err := json.Unmarshal(l.Body, &r); err != nil {
				reason = "this is no record: " + err.Error()
			} else {
				reason = s.take(l.ID, func(*order) bench.Record { return r })
			}
			_ = s.p.Send(queue.Line{Kind: queue.Taken, ID: l.ID, Ticket: l.Ticket, Text: reason}) // else Receive tells
		case queue.Lost:
			s.take(l.ID, func(o *order) bench.Record {
				return o.of.runner.Failed(o.Task,
					fmt.Sprintf("given to workers %d times, and none of them answered", l.Count))
			})
		}
	}
}

// take passes the record of a task to its sweep, tells brim-queue which tasks are moot now, and ends the sweep with
// its last task or its first error. It returns why the record is refused, or "". A record that the sweep has already
// is ignored.
func (s *Server) take(id string, record func(*order) bench.Record) (reason string) {
	s.mu.Lock()
	o := s.open[id]
	s.mu.Unlock()
	if o == nil {
		return ""
	}
	w := o.of
	moot, err := w.took(o.Task, record(o))
	var refused *bench.RefusedError
	if errors.As(err, &refused) {
		return refused.Reason
	}
	s.mu.Lock()
	delete(s.open, id)
	for _, t := range moot {
		delete(s.open, idOf(t))
	}
	w.left -= 1 + len(moot)
	left := w.left
	s.mu.Unlock()
	for _, t := range moot {
		_ = s.p.Send(queue.Line{Kind: queue.Drop, ID: idOf(t)}) // else Receive tells
	}
	if err != nil || left == 0 {
		s.forget(w)
		select {
		case w.done <- err:
		default:
		}
	}
	if err != nil {
		return "it cannot be kept: " + err.Error()
	}
	return ""
}

// Close ends brim-queue. If all is done, the workers end, too; otherwise they wait for another Server.
func (s *Server) Close(done bool) error {
	if done {
		_ = s.p.Send(queue.Line{Kind: queue.End}) // an error means that it has ended already
		<-s.ended
	}
	return s.p.Close()
}
