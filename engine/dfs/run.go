package dfs

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"brim/engine"
	"brim/engine/kripke"
)

// A Result says what a search has covered and found.
type Result struct {
	Found *kripke.Path // from an initial state to a goal; nil for none
	// Covered is the bound of the last round that was completed: all states within so many steps were visited, and the
	// goal is not among them, unless the algorithm or the visited set can lose states. It is −1 if a goal is an initial
	// state.
	Covered  int
	Complete bool  // there is nothing beyond
	Stopped  error // what ended the search early: the error of the context, or a *kripke.LimitError of memory
	Stats
}

// Stats count the work of a search.
type Stats struct {
	States     int64 // distinct, those waiting at the bound included
	Expansions int64 // of states by depth-first search
	Revisits   int64 // those of them that were of a state expanded before
	Replayed   int64 // steps gone to make states of the frontier
	Unwound    int64 // steps gone back for that
	Waiting    int64 // states of the last frontier
	Rounds     int
	Restoring  time.Duration // making states of the frontier; of all workers
	// The most bytes at the end of a round, or of the search: of all together, and of the frontier and what it refers
	// to.
	Bytes, FrontierBytes int64
}

// A Search keeps what was visited.
type Search struct {
	plain     kripke.Structure // as it was given
	structure kripke.Structure // the same with its payload, where there is one
	own       int              // words of a state without payload: what the visited set and predicates get
	options   Options
	initial   []kripke.State
	visited   visited
	workers   []*worker
	frontier  []*node
	held      int64 // bytes of the frontier and the nodes before it
	every     int64 // expansions, or steps of a replay, between two looks at the limits

	stats Stats // without the counts of workers
	found atomic.Pointer[[]int]
	start int // initial state of what was found
	once  sync.Once

	states atomic.Int64
	next   atomic.Int64 // number of the node of the frontier that no worker has taken yet
	stop   atomic.Bool  // all workers are to end
	spare  atomic.Int64 // bytes of stacks and frontiers of workers in this round
}

// A worker explores from nodes of the frontier, one after the other.
type worker struct {
	*Search
	stack
	walker
	goal kripke.Predicate
	news []*node // of the next frontier, and some that turned out to be nearer
	held int64   // bytes of these
	most int     // of news before it is swept

	expansions, revisits int64
	restoring            time.Duration
	err                  error
	looked               int64 // expansions when the limits were looked at
	noted                int64 // bytes in Search.spare
}

// Run searches s for a state in which goal holds; nil looks for none. After each round it calls between, if there is
// one, which may end the search by true. An error is a fault of the options, or comes from s.
//
// goal makes the predicate for a worker. The path to what is found is no longer than the bound of the round that found
// it, but need not be the shortest; it has been replayed.
func Run(ctx context.Context, s kripke.Structure, goal func() (kripke.Predicate, error), o Options,
	between func(*Search, *Result) (bool, error)) (*Result, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	x := &Search{plain: s, structure: s, own: s.Words(), options: o, every: lookEvery}
	if o.Payload > 0 || o.Work > 0 {
		x.structure = newLoaded(s, o.Payload, o.Work)
		x.every = int64(max(1, lookEvery/(1+(o.Payload/8+o.Work)/lookEvery)))
	}
	x.initial = x.structure.Initial()
	if o.Workers > 1 {
		x.visited = newShards(&o, s.Words())
	} else {
		x.visited = newVisited(&o, s.Words())
	}
	for range o.Workers {
		w := &worker{Search: x, most: leastSweep,
			walker: walker{structure: x.structure, initial: x.initial, kind: o.Frontier, every: x.every}}
		w.state = make(kripke.State, x.structure.Words())
		if goal != nil {
			if w.goal, err = goal(); err != nil {
				return nil, err
			}
		}
		x.workers = append(x.workers, w)
	}
	return x.run(ctx, between)
}

// run makes rounds of increasing bounds until a goal is found, the depth is reached, nothing is left to explore, a
// limit or ctx ends the search, or between, called after each round, returns true.
func (x *Search) run(ctx context.Context, between func(*Search, *Result) (bool, error)) (*Result, error) {
	r := &Result{Covered: -1}
	if i := x.begin(); i >= 0 {
		x.start = i
		x.found.Store(new([]int))
		return x.finish(r)
	}
	r.Covered = 0
	for r.Covered < x.options.Depth && len(x.frontier) > 0 {
		bound := min(r.Covered+x.options.Increment, x.options.Depth)
		if err := x.round(ctx, r.Covered, bound); err != nil {
			if !limit(ctx, err) {
				return nil, err
			}
			r.Stopped = err
		}
		if r.Stopped != nil || x.found.Load() != nil {
			break
		}
		r.Covered = bound
		if between != nil {
			x.sum(r)
			r.Complete = len(x.frontier) == 0
			if end, err := between(x, r); err != nil {
				return nil, err
			} else if end {
				break
			}
		}
	}
	return x.finish(r)
}

// begin makes the first frontier and returns the number of an initial state that is a goal, −1 if none is.
func (x *Search) begin() int {
	w := x.workers[0]
	for i, s := range x.initial {
		h, before := x.visited.claim(s[:x.own], waiting)
		if before != unexplored {
			continue
		}
		x.states.Add(1)
		n := &node{handle: h, start: int32(i)}
		if x.options.Frontier == States {
			n.state = s
		}
		x.frontier = append(x.frontier, n)
		x.held += n.bytes()
		if w.goal != nil && w.goal(s[:x.own]) {
			return i
		}
	}
	return -1
}

// round explores from the frontier, whose states are depth steps away, up to a bound, and sets the next frontier.
func (x *Search) round(ctx context.Context, depth, bound int) error {
	x.stats.Rounds++
	x.next.Store(0)
	x.spare.Store(0)
	var all sync.WaitGroup
	for _, w := range x.workers[1:] {
		all.Go(func() { w.share(ctx, depth, bound) })
	}
	x.workers[0].share(ctx, depth, bound)
	all.Wait()
	x.note()
	if x.found.Load() != nil {
		return nil
	}
	for _, w := range x.workers {
		if w.err != nil && !errors.Is(w.err, errStopped) {
			return w.err
		}
	}
	x.advance()
	x.note()
	return nil
}

// advance replaces the frontier by the nodes that workers found, but for those that turned out to be nearer.
func (x *Search) advance() {
	old := x.frontier
	x.frontier = nil
	for _, w := range x.workers {
		w.sweep()
		for _, n := range w.news {
			if n.parent != nil {
				n.parent.live++
			}
		}
		x.frontier = append(x.frontier, w.news...)
		x.held += w.held
		w.news, w.held, w.noted, w.most = nil, 0, 0, leastSweep
	}
	for _, n := range old {
		for n != nil && n.live == 0 {
			x.held -= n.bytes()
			if n = n.parent; n != nil {
				n.live--
			}
		}
	}
}

// note takes down how much memory is in use.
func (x *Search) note() {
	frontier := x.held
	stacks := int64(0)
	for _, w := range x.workers {
		frontier += w.held
		stacks += w.stack.bytes() + w.undo.bytes()
	}
	x.stats.FrontierBytes = max(x.stats.FrontierBytes, frontier)
	x.stats.Bytes = max(x.stats.Bytes, frontier+stacks+x.visited.bytes())
}

// sum sets the statistics of r.
func (x *Search) sum(r *Result) {
	r.Stats = x.stats
	r.States, r.Waiting = x.states.Load(), int64(len(x.frontier))
	for _, w := range x.workers {
		r.Expansions += w.expansions
		r.Revisits += w.revisits
		r.Replayed += w.replayed
		r.Unwound += w.unwound
		r.Restoring += w.restoring
	}
}

// finish completes r and replays what was found.
func (x *Search) finish(r *Result) (*Result, error) {
	x.sum(r)
	if path := x.found.Load(); path != nil {
		p, err := walk(x.plain, x.initial[x.start][:x.own], *path)
		if err == nil {
			err = p.Check(x.plain)
		}
		if err != nil {
			return nil, fmt.Errorf("dfs: a path that cannot be replayed: %w", err)
		}
		r.Found = p
		return r, nil
	}
	r.Complete = r.Stopped == nil && len(x.frontier) == 0
	return r, nil
}

// walk returns the path along transitions with the given numbers.
func walk(s kripke.Structure, from kripke.State, trace []int) (*kripke.Path, error) {
	p := &kripke.Path{States: []kripke.State{slices.Clone(from)}, Loop: engine.NoLoop}
	var out kripke.Successors
	for _, edge := range trace {
		if err := s.Successors(p.States[len(p.States)-1], &out); err != nil {
			return nil, err
		}
		p.States, p.Labels = append(p.States, slices.Clone(out.State(edge))), append(p.Labels, out.Label(edge))
	}
	return p, nil
}

// errStopped ends a worker because another one has ended.
var errStopped = errors.New("stopped")

// chunk is how many nodes of the frontier a worker takes at once: neighbours have near ancestors.
const chunk = 16

// share explores from nodes of the frontier until none is left or all are to stop.
func (w *worker) share(ctx context.Context, depth, bound int) {
	for w.err == nil {
		first := int(w.next.Add(chunk)) - chunk
		if first >= len(w.frontier) {
			return
		}
		for _, n := range w.frontier[first:min(first+chunk, len(w.frontier))] {
			if w.stop.Load() {
				return
			}
			if w.err = w.explore(ctx, n, depth, bound); w.err != nil {
				w.stop.Store(true)
				return
			}
		}
	}
}

// lookEvery is how many expansions without payload lie between two looks at the limits.
const lookEvery = 1 << 10

// look returns an error if a limit is reached.
func (w *worker) look(ctx context.Context) error {
	w.looked = w.expansions
	if err := ctx.Err(); err != nil {
		return err
	}
	if w.stop.Load() {
		return errStopped
	}
	own := w.held + w.stack.bytes() + w.undo.bytes() + w.stack.out.Bytes() + w.walker.out.Bytes()
	spare := w.spare.Add(own - w.noted)
	w.noted = own
	if most := w.options.Memory; most > 0 && spare+w.Search.held+w.visited.ahead() > most || w.visited.full() {
		return &kripke.LimitError{Kind: "memory", Max: most}
	}
	return nil
}

// limit reports whether err is a limit or the end of ctx.
func limit(ctx context.Context, err error) bool {
	var lim *kripke.LimitError
	return errors.As(err, &lim) || errors.Is(err, ctx.Err())
}

// explore searches depth-first from node root, which lies at the given depth, up to the bound. A state is expanded
// again if it was reached with fewer steps than before, unless the algorithm is Unsound. States at the bound become
// nodes of the next frontier. It stops with errStopped when it finds a goal. It does nothing if root has been expanded
// from a smaller depth since.
func (w *worker) explore(ctx context.Context, root *node, depth, bound int) error {
	if v := w.visited.value(root.handle); v <= int32(depth) || w.options.Algorithm == Unsound && v < waiting {
		return nil
	}
	start := time.Now()
	err := w.restore(ctx, w.state, root)
	w.restoring += time.Since(start)
	if err != nil {
		return err
	}
	if _, before := w.visited.claim(w.state[:w.own], int32(depth)); before < waiting {
		w.revisits++
	}
	if err := w.expand(root.handle); err != nil {
		return err
	}
	for f := w.top(); f != nil; {
		if f.next == f.last {
			done := *f
			if w.options.Algorithm == Threshold {
				w.visited.lower(done.handle, done.threshold)
			}
			if f = w.pop(); f != nil {
				f.threshold = max(f.threshold, done.threshold-1)
			}
			continue
		}
		if w.expansions-w.looked >= w.Search.every {
			if err := w.look(ctx); err != nil {
				return err
			}
		}
		w.forward(f)
		d := depth + len(w.frames)
		mark := int32(d)
		if d == bound {
			mark = waiting
		}
		h, before := w.visited.claim(w.state[:w.own], mark)
		if before == unexplored {
			w.states.Add(1)
			if w.goal != nil && w.goal(w.state[:w.own]) {
				w.report(root)
				return errStopped
			}
			if d == bound {
				w.add(root, h, bound)
			}
		}
		switch {
		case d < bound && (before >= waiting || w.options.Algorithm != Unsound && int32(d) < before):
			if before < waiting {
				w.revisits++
			}
			if err := w.expand(h); err != nil {
				return err
			}
			f = w.top()
			continue
		case before >= waiting:
			f.threshold = max(f.threshold, int32(d)-1)
		default:
			f.threshold = max(f.threshold, before-1)
		}
		w.back(f)
	}
	return nil
}

func (w *worker) expand(h handle) error {
	w.expansions++
	return w.push(w.walker.structure, h)
}

// add puts the state on top, which is at the bound, into the next frontier.
func (w *worker) add(root *node, h handle, bound int) {
	n := &node{parent: root, handle: h, start: root.start, depth: int32(bound)}
	var buffer [binary.MaxVarintLen64]byte
	trace := make([]byte, 0, len(w.frames))
	if w.options.Frontier == Traces {
		n.parent = nil
		trace = append(make([]byte, 0, len(root.trace)+len(w.frames)), root.trace...)
	}
	for i := range w.frames {
		f := &w.frames[i]
		trace = append(trace, buffer[:binary.PutUvarint(buffer[:], uint64(f.next-1-f.first))]...)
	}
	n.trace = trace
	if w.options.Frontier == States {
		n.state = slices.Clone(w.state)
	}
	w.news = append(w.news, n)
	w.held += n.bytes()
	if len(w.news) >= w.most {
		w.sweep()
	}
}

// leastSweep is the number of new nodes before the first sweep.
const leastSweep = 256

// sweep drops the new nodes that turned out to be nearer. It comes when there are twice as many as the last time, so it
// costs little, and they are never more than twice those that count.
func (w *worker) sweep() {
	if w.options.Algorithm != Unsound {
		w.news = slices.DeleteFunc(w.news, func(n *node) bool {
			nearer := w.visited.value(n.handle) != waiting
			if nearer {
				w.held -= n.bytes()
			}
			return nearer
		})
	}
	w.most = max(2*len(w.news), leastSweep)
}

// report keeps the path to the state on top, if it is the first that any worker reports.
func (w *worker) report(root *node) {
	w.once.Do(func() {
		path := trace(root.path(nil), w.frames)
		w.Search.start = int(root.start)
		w.found.Store(&path)
	})
}
