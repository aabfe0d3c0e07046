package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"brim/check"
)

// A desk is the jobs of a server.
type desk struct {
	ctx    context.Context
	limits check.Limits
	mu     sync.Mutex
	jobs   map[string]*job
	last   int
}

// A job is work that goes on after its request.
type job struct {
	mu       sync.Mutex
	model    *model
	told     Job
	progress Progress
	looker   looker // of explore
	start    time.Time
	changed  chan struct{} // closed, and replaced, when progress or told change
	cancel   context.CancelFunc
}

func newDesk(ctx context.Context, l check.Limits) *desk {
	return &desk{ctx: ctx, limits: l, jobs: map[string]*job{}}
}

// start has a job worked on, and returns it at once. What work returns is its result, also after it was stopped.
func (d *desk) start(m *model, what string, seconds float64, work func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error)) Job {
	ctx, cancel := context.WithCancel(d.ctx)
	j := &job{model: m, start: time.Now(), changed: make(chan struct{}), cancel: cancel}
	d.mu.Lock()
	d.last++
	j.told = Job{ID: strconv.Itoa(d.last), Model: m.info.ID, What: what, State: "runs"}
	d.jobs[j.told.ID] = j
	d.mu.Unlock()
	l := d.limits
	l.Start = j.start
	if limit := time.Duration(seconds * float64(time.Second)); limit > 0 && (l.Time == 0 || limit < l.Time) {
		l.Time = limit
	}
	told := j.told
	go func() {
		defer cancel()
		result, err := work(ctx, l, j.report)
		j.mu.Lock()
		defer j.mu.Unlock()
		switch j.told.Result = result; {
		case err != nil:
			j.told.State, j.told.Problem = "failed", err.Error()
		case ctx.Err() != nil:
			j.told.State = "stopped"
		default:
			j.told.State = "done"
		}
		j.wake()
	}()
	return told
}

// report notes how far the job is.
func (j *job) report(p check.Progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	growth := j.progress.Growth
	if j.told.What == "explore" {
		growth = j.looker.look(p, j.model.names(), growth)
	}
	j.progress = Progress{p.By, p.Phase, p.Detail, p.Nodes, p.Bytes, p.Done, p.Levels, p.States, p.Depth, time.Since(j.start).Seconds(), growth}
	j.wake()
}

// wake has all who follow the job look at it. The caller holds the lock.
func (j *job) wake() {
	close(j.changed)
	j.changed = make(chan struct{})
}

// look returns how the job is, and what is closed when that changes.
func (j *job) look() (Progress, Job, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.progress, j.told, j.changed
}

// find returns a job.
func (d *desk) find(id string) (*job, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if j := d.jobs[id]; j != nil {
		return j, nil
	}
	return nil, fmt.Errorf("there is no job %s", strconv.Quote(id))
}

// close stops all jobs.
func (d *desk) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, j := range d.jobs {
		j.cancel()
	}
}

func (s *Server) stop(w http.ResponseWriter, r *http.Request) {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	j.cancel()
	_, told, _ := j.look()
	told.Result = nil
	tell(w, told)
}

// follow streams what becomes of a job, at most ten times a second.
func (s *Server) follow(w http.ResponseWriter, r *http.Request) {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	c := http.NewResponseController(w)
	for {
		p, told, changed := j.look()
		if told.State != "runs" {
			event(w, "done", told)
			return
		}
		event(w, "progress", p)
		if c.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-time.After(100 * time.Millisecond):
		}
		select {
		case <-r.Context().Done():
			return
		case <-changed:
		}
	}
}

// event writes one event of a stream.
func event(w http.ResponseWriter, name string, x any) {
	data, err := json.Marshal(x)
	if err == nil {
		_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data)
	}
}
