package swarm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"brim/internal/queue"
)

// The front: it gives out jobs while workers wait and questions are open, has certificates checked, and decides.

// Options say how a front works.
type Options struct {
	Verifier []string      // the command brim-verify
	Plans    []Plan        // ways to look for answers
	Slice    time.Duration // of a job in the first round
	Proof    time.Duration // what brim-verify may take for a certificate
	Checkers int           // certificates that are checked at a time
	Trust    bool          // an answer without a certificate decides, too

	// Each job is given out once, with all of its slice, and none is ended early: to know what each would bring.
	Measure bool

	Log   io.Writer        // gets a Record for each job, as a line of JSON; nil for none
	Ready func(url string) // is told where workers find the front
	Tell  func(Event)      // is called with what happens; it may be nil
}

// An Event is something that has happened.
type Event struct {
	Open int    // questions
	Jobs int    // that were given out
	Text string // for people; "" if only numbers have changed
}

// An Outcome is what is known about a question in the end.
type Outcome struct {
	Question string
	Answer   string  // "" if it is unknown
	Verified bool    // brim-verify has accepted the certificate
	By, Plan string  // the technique, and the plan that it was part of
	Worker   string  // who brought it
	Seconds  float64 // since the begin
	Claims   []Claim // what workers have said without a proof
	Reason   string  // why it is unknown, as a worker has said at last
	hopeless bool    // brim-verify cannot read the question, so no certificate decides it
}

// A Claim is an answer without a certificate, or with one that was not checked to the end.
type Claim struct {
	Answer string
	By     string // the technique
	Worker string // the first that said so
	Reason string // why there is no proof
	Times  int    // that it came
}

// A front is one call of Run. All is done by one goroutine, which others tell what has happened.
type front struct {
	Options
	in       Input
	p        *queue.Process
	url      string
	folder   string // of certificates
	schedule *Schedule
	begin    time.Time
	model    File
	set      *File // of properties

	outcomes []Outcome
	open     int                 // questions
	jobs     map[string]*attempt // that are out, by ID
	given    int                 // jobs
	order    string              // by which diagrams have decided a question; "" if none is known
	workers  map[string]*standing
	checking int // certificates
	checked  chan checked
	free     chan struct{} // has room for so many checks at a time
}

// Run starts brim-queue, the executable at path, and works on the questions until all are decided or ctx ends; then it
// ends the workers. The outcomes are valid in any case.
func Run(ctx context.Context, path string, setup queue.Setup, in Input, o Options, errs io.Writer) (list []Outcome,
	err error) {
	f := &front{
		Options: o, in: in, begin: time.Now(), open: len(in.IDs), jobs: map[string]*attempt{},
		workers: map[string]*standing{},
		checked: make(chan checked), free: make(chan struct{}, max(o.Checkers, 1)),
	}
	for _, id := range in.IDs {
		f.outcomes = append(f.outcomes, Outcome{Question: id})
	}
	f.schedule = newSchedule(o.Plans, len(in.IDs), in.together() != "", in.Examination == "", o.Slice)
	if f.folder, err = os.MkdirTemp("", "brim-swarm-"); err != nil {
		return f.outcomes, err
	}
	defer os.RemoveAll(f.folder)
	setup.OnDemand, setup.Build = true, "" // answers are checked, so any build may help
	if f.p, err = queue.Start(path, setup, errs); err != nil {
		return f.outcomes, err
	}
	lines, ended := make(chan queue.Line), make(chan error, 1)
	go func() { ended <- listen(f.p, lines) }()
	err = f.serve(ctx, lines, ended)
	go func() {
		for range lines { // its output is not shown
		}
	}()
	for ; f.checking > 0; f.checking-- { // they have been ended
		<-f.checked
	}
	if err == nil && f.p.Send(queue.Line{Kind: queue.End}) == nil {
		<-ended
	}
	return f.outcomes, errors.Join(err, f.p.Close())
}

// listen passes on the lines of brim-queue until it ends.
func listen(p *queue.Process, lines chan<- queue.Line) error {
	defer close(lines)
	for {
		l, err := p.Receive()
		if err != nil {
			return err
		}
		lines <- l
	}
}

// lookEvery is how often the front looks for jobs that should have come back.
const lookEvery = time.Second

// serve handles what happens until the front has finished or ctx ends.
func (f *front) serve(ctx context.Context, lines <-chan queue.Line, ended <-chan error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	shared := make(chan error, 1)
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	for ready := false; !f.finished(); {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
			f.dropLate()
		case err := <-shared:
			if err != nil {
				return err
			}
			if ready = true; f.Ready != nil {
				f.Ready(f.url)
			}
		case l, ok := <-lines:
			if !ok {
				return fmt.Errorf("%s has ended: %w", queue.Program, <-ended)
			}
			switch l.Kind {
			case queue.Ready:
				f.url = l.Text
				go func() { shared <- f.share(ctx) }()
			case queue.Wanted:
				if err := f.give(ctx, l.Count, ready); err != nil {
					return err
				}
			case queue.Answer:
				f.take(ctx, l)
			case queue.Lost:
				f.lose(l.ID, "lost")
			}
		case c := <-f.checked:
			f.checking--
			if c.err != nil {
				return fmt.Errorf("cannot check certificates: %w", c.err)
			}
			f.judge(c)
		}
	}
	return nil
}

// finished reports whether there is nothing more to do.
func (f *front) finished() bool {
	if f.Measure {
		return len(f.jobs) == 0 && f.checking == 0 && f.schedule.begun(f.isOpen)
	}
	return f.open == 0
}

// isOpen reports whether there is something to know about a question.
func (f *front) isOpen(q int) bool {
	return f.Measure || f.outcomes[q].Answer == "" && !f.outcomes[q].hopeless
}

// share gives the files to the workers.
func (f *front) share(ctx context.Context) (err error) {
	f.model.Name = modelFile
	if f.model.Digest, err = f.p.Share(ctx, f.in.Model); err != nil || f.in.Properties == "" {
		return err
	}
	f.set = &File{Name: f.in.fileName()}
	f.set.Digest, err = f.p.Share(ctx, f.in.Properties)
	return err
}

// tell tells what has happened.
func (f *front) tell(format string, args ...any) {
	if f.Tell != nil {
		f.Tell(Event{Open: f.open, Jobs: f.given, Text: fmt.Sprintf(format, args...)})
	}
}

// discard removes a certificate that was checked.
func discard(path string) {
	_ = os.Remove(path) // else the folder goes in the end
}
