package serve

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"brim/internal/quantity"
	"brim/internal/watch"
)

// The schedule of jobs, and their common limit of memory.

// A governor decides which jobs run, and keeps all of them together within the limit of memory of the process. A job
// that has just begun, a young one, holds one of few places; soon it gives the place to the next one and goes on beside
// it, but rests while others are young. So a short question is not kept waiting by long ones, however many. When the
// process comes close to the limit while several run, the one with the largest diagrams is told to end by that limit,
// as it would end alone; and while it has not, nothing begins. What passes the limit all the same ends every job: each
// runs under a watch of its own.
type governor struct {
	most     int64         // bytes; 0 is no limit
	places   chan struct{} // taken by young jobs
	resident func() int64

	mu       sync.Mutex
	running  []*job // in the order of their beginning
	stopping *job   // told to end, and has not
	looking  bool
	young    map[*job]bool
	calm     chan struct{} // closed when there are no young jobs any more; nil if there are none
}

const (
	youth   = 2 * time.Second // how long a job holds a place
	near    = 8               // the part of the limit, as a divisor, before which the largest has to end
	lookGap = 5 * time.Millisecond
)

func newGovernor(most int64) *governor {
	return &governor{most: most, places: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))), resident: watch.Resident,
		young: map[*job]bool{}}
}

// enter waits until job j may begin: first for one of the places of young jobs, then until no job is being stopped
// because of its memory. It returns the function that has to be called when the job ends. The error is that of ctx.
func (g *governor) enter(ctx context.Context, j *job) (leave func(), err error) {
	j.waits(fmt.Sprintf("for one of %d places, which jobs that have just begun hold", cap(g.places)))
	select {
	case g.places <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	free := sync.OnceFunc(func() {
		g.grow(j)
		<-g.places
	})
	for said := false; !g.begin(j); said = true {
		if !said {
			j.waits("until the job with the largest diagrams has given its memory back")
		}
		select {
		case <-time.After(lookGap):
		case <-ctx.Done():
			free()
			return nil, ctx.Err()
		}
	}
	old := time.AfterFunc(youth, free)
	return func() {
		old.Stop()
		free()
		g.leave(j)
	}, nil
}

// begin reports whether the job may begin now, and counts it then. The first one begins the looks at the memory.
func (g *governor) begin(j *job) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopping != nil {
		return false
	}
	if len(g.young) == 0 {
		g.calm = make(chan struct{})
	}
	g.young[j] = true
	if g.running = append(g.running, j); !g.looking && g.most > 0 {
		g.looking = true
		go g.govern()
	}
	return true
}

// grow notes that a job is young no more.
func (g *governor) grow(j *job) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if delete(g.young, j); len(g.young) == 0 && g.calm != nil {
		close(g.calm)
		g.calm = nil
	}
}

// rest keeps a job that is not young waiting while others are. It is called where the job reports how far it is.
func (g *governor) rest(ctx context.Context, j *job) {
	for {
		g.mu.Lock()
		calm := g.calm
		if g.young[j] {
			calm = nil
		}
		g.mu.Unlock()
		if calm == nil {
			return
		}
		select {
		case <-calm:
		case <-ctx.Done():
			return
		}
	}
}

// leave counts a job off. Memory of one that had to end goes back to the system at once.
func (g *governor) leave(j *job) {
	g.mu.Lock()
	told := g.stopping == j
	g.mu.Unlock()
	if told {
		debug.FreeOSMemory()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = slices.DeleteFunc(g.running, func(x *job) bool { return x == j })
	if told {
		g.stopping = nil
	}
}

// govern looks at the memory as long as jobs run.
func (g *governor) govern() {
	for g.look() {
		time.Sleep(lookGap)
	}
}

// look has the largest job end if the process is near its limit, and reports whether any job runs.
func (g *governor) look() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	// one alone has all that the process may have, under its own watch
	if len(g.running) > 1 && g.stopping == nil && g.resident() > g.most-g.most/near {
		// the first of those that are as large
		g.stopping = slices.MaxFunc(g.running, func(a, b *job) int { return cmp.Compare(a.bytes(), b.bytes()) })
		g.stopping.cancel(fmt.Errorf("%w: the limit is %s for all jobs, and of %d that ran this one was the largest",
			watch.ErrMemory, quantity.Size(g.most), len(g.running)))
	}
	g.looking = len(g.running) > 0
	return g.looking
}

// bytes is what the job's diagrams took when it was last heard of.
func (j *job) bytes() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.progress.Bytes
}
