package serve

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"brim/check"
	"brim/internal/watch"
)

const (
	mostJobs = 64               // that run or wait
	keptJobs = 200              // that have ended, and are known still
	keptFor  = 15 * time.Minute // after their end
	leftFor  = time.Minute      // a job at which no page looks is stopped then
)

// A desk is the jobs of a server. They share its limit of memory, see governor.
type desk struct {
	ctx      context.Context
	limits   check.Limits
	fault    func(value any, stack []byte) // of brim
	mu       sync.Mutex
	jobs     map[string]*job
	last     int
	governor *governor
}

// A job is work that goes on after its request.
type job struct {
	mu       sync.Mutex
	model    *model
	told     Job
	progress Progress
	looker   looker // of explore
	start    time.Time
	seen     time.Time // when a page looked last
	ended    time.Time // zero while it runs
	cancel   context.CancelCauseFunc
}

func newDesk(ctx context.Context, o Options) *desk {
	return &desk{ctx: ctx, limits: o.Limits, fault: o.Fault, jobs: map[string]*job{},
		governor: newGovernor(o.Limits.Memory)}
}

// work is what a job does. What it returns is the result, also after ctx was cancelled. The limits are those of the job
// alone but for the memory, which is that of the process.
type work func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error)

// start has a job worked on, and returns it at once; the job waits for its turn. seconds may make its limit of time
// shorter than that of the server.
func (d *desk) start(m *model, what string, seconds float64, do work) Job {
	ctx, cancel := context.WithCancelCause(d.ctx)
	now := time.Now()
	j := &job{model: m, start: now, seen: now, cancel: cancel, progress: Progress{Phase: "waiting"}}
	d.mu.Lock()
	d.forget(now)
	d.last++
	j.told = Job{ID: strconv.Itoa(d.last), Model: m.info.ID, What: what, State: "runs"}
	open := d.open()
	d.jobs[j.told.ID] = j
	d.mu.Unlock()
	told := j.told
	if open >= mostJobs {
		j.end(nil, fmt.Errorf("%d jobs run or wait already; expected fewer: stop one of them", open), nil)
		cancel(nil)
		return told
	}
	limit := time.Duration(seconds * float64(time.Second))
	go func() {
		defer cancel(nil)
		result, err := d.run(ctx, j, limit, do)
		j.end(result, err, context.Cause(ctx))
	}()
	return told
}

// run works on a job when it is its turn. A panic is a fault of brim, and ends this job alone.
func (d *desk) run(ctx context.Context, j *job, limit time.Duration, do work) (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, broken(d.fault, v)
		}
	}()
	leave, err := d.governor.enter(ctx, j)
	if err != nil {
		return nil, nil // it was stopped before it began
	}
	defer leave()
	l := d.limits
	l.Start = time.Now()
	if limit > 0 && (l.Time == 0 || limit < l.Time) {
		l.Time = limit
	}
	return do(ctx, l, func(p check.Progress) {
		j.report(p)
		d.governor.rest(ctx, j)
	})
}

// broken tells of a panic that has just been recovered, and returns what the page is told of it.
func broken(fault func(value any, stack []byte), recovered any) error {
	value, stack := watch.Panicked(recovered)
	fault(value, stack)
	return fmt.Errorf("internal error in brim: %v", value)
}

// end notes what became of the job. cause is why it was stopped, nil if it was not.
func (j *job) end(result any, err, cause error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ended = time.Now()
	switch j.told.Result = result; {
	case err != nil:
		j.told.State, j.told.Problem = "failed", err.Error()
	case cause != nil:
		j.told.State = "stopped"
		if cause != context.Canceled {
			j.told.Problem = cause.Error()
		}
	default:
		j.told.State = "done"
	}
}

// report notes how far the job is.
func (j *job) report(p check.Progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	growth := j.progress.Growth
	if j.told.What == "explore" {
		growth = j.looker.look(p, j.model.names(), growth)
	}
	j.progress = Progress{p.By, p.Phase, p.Detail, p.Nodes, p.Bytes, p.Done, p.Levels, p.States, p.Depth,
		time.Since(j.start).Seconds(), growth}
}

// waits notes what the job waits for.
func (j *job) waits(detail string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.progress = Progress{Phase: "waiting", Detail: detail, Seconds: time.Since(j.start).Seconds()}
}

// look returns how the job is, and notes that a page has looked.
func (j *job) look() (Progress, Job) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seen = time.Now()
	return j.progress, j.told
}

// open is how many jobs have not ended. The caller holds the lock.
func (d *desk) open() (n int) {
	for _, j := range d.jobs {
		if !j.over() {
			n++
		}
	}
	return n
}

func (j *job) over() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.ended.IsZero()
}

// cancel stops the jobs about a model that have not ended, for a reason.
func (d *desk) cancel(model int, why error) {
	d.mu.Lock()
	list := slices.Collect(maps.Values(d.jobs))
	d.mu.Unlock()
	for _, j := range list {
		if j.model.info.ID == model && !j.over() {
			j.cancel(why)
		}
	}
}

// forget drops jobs that ended long ago, and the first to end of those that are too many. The caller holds the lock.
func (d *desk) forget(now time.Time) {
	var list []*job
	for _, j := range d.jobs {
		if j.over() {
			list = append(list, j)
		}
	}
	slices.SortFunc(list, func(a, b *job) int { return b.ended.Compare(a.ended) })
	for i, j := range list {
		if i >= keptJobs || now.Sub(j.ended) > keptFor {
			delete(d.jobs, j.told.ID)
		}
	}
}

// find returns a job.
func (d *desk) find(id string) (*job, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if j := d.jobs[id]; j != nil {
		return j, nil
	}
	return nil, fmt.Errorf("there is no job %s; those that ended are forgotten after %v", strconv.Quote(id), keptFor)
}

// tend forgets what is old, and stops jobs at which no page has looked for long.
func (d *desk) tend(now time.Time) {
	d.mu.Lock()
	d.forget(now)
	list := slices.Collect(maps.Values(d.jobs))
	d.mu.Unlock()
	for _, j := range list {
		j.mu.Lock()
		left := j.ended.IsZero() && now.Sub(j.seen) > leftFor
		j.mu.Unlock()
		if left {
			j.cancel(errLeft)
		}
	}
}

var errLeft = fmt.Errorf("no page looked at it for %v", leftFor)

func (s *Server) stop(w http.ResponseWriter, r *http.Request) {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	j.cancel(nil)
	_, told := j.look()
	told.Result = nil
	tell(w, told)
}

// lookAt tells how a job is. Pages ask for it several times a second: a stream for each tab would take all connections
// that a browser has for one address.
func (s *Server) lookAt(w http.ResponseWriter, r *http.Request) {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	p, told := j.look()
	tell(w, Look{told, p})
}
