package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"time"

	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/internal/quantity"
)

// byStates is the name of the technique.
const byStates = "explicit"

const (
	explicitAfter = 200 * time.Millisecond // for the diagrams where traces, or their numbers, are wanted
	explicitSlice = 100 * time.Millisecond // the first one
	explicitEvery = 20 * time.Millisecond  // between two looks at the memory and the clock
	explicitRoom  = 4                      // the part of the memory that states and edges may have
	explicitMost  = 1 << 30                // bytes of them if there is no limit
	explicitTime  = 2                      // the part of the time after which all states have to be found
	explicitBits  = 4                      // of a place without a known bound, at first
	smallGraph    = 64 << 20               // bytes that need not be given back at once
)

// statewise finds all markings of a net one by one, beside the diagrams. On the way it tells what it sees, and then it
// decides everything else by fixed points on the graph. See package explicit. Of a listed system it decides formulas.
type statewise struct{}

func (statewise) Name() string { return byStates }
func (statewise) sliced()      {}

// Takes refuses what is not asked about a net, and the μ-calculus.
func (statewise) Takes(m *Model, q *Question) error {
	switch {
	case m.LTS != nil && q.LTL == nil:
		if err := isFormula(byStates, q); err != nil || (BFS{}).Takes(m, q) != nil {
			return err
		}
		return fmt.Errorf("the technique bfs decides %v of a listed system, and need not see all of it", q)
	case m.Net == nil:
		return NoNet(m.Name, byStates)
	case q.Mu != nil:
		return errors.New("the engine explicit takes formulas of CTL; found one of the μ-calculus")
	}
	return nil
}

// Run searches in slices of time. What ended it is said if no other technique works: else these say more.
func (statewise) Run(ctx context.Context, t *Turn) error {
	if t.model.LTS != nil {
		return t.listed(ctx)
	}
	x := &statesRun{Turn: t, start: time.Now()}
	next, stop := iter.Pull(x.steps(ctx))
	defer x.giveBack()
	defer stop() // before that
	after := time.Duration(0)
	if t.options.Count || slices.ContainsFunc(t.Open(), func(q *Question) bool { return q.Trace }) {
		after = explicitAfter
	}
	err := t.Slices(ctx, after, explicitSlice, func(ctx context.Context) (bool, error) {
		x.slice = ctx
		err, more := next()
		return !more || err != nil, err
	})
	if limited(err) && !x.isAlone() {
		return nil
	}
	return err
}

// A statesRun is one run of the technique.
type statesRun struct {
	*Turn
	start time.Time
	slice context.Context // the time that it has now
	yield func(error) bool
	sight *sight
	found *kripke.Exploration
	graph *explicit.Graph
	size  int64 // bytes of what was kept
}

// errGivenUp ends work that nobody waits for.
var errGivenUp = errors.New("given up")

// steps yields nil when a slice is over, and then an error, if there is one.
func (x *statesRun) steps(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		x.yield = yield
		err := x.work(ctx)
		if err != nil && !errors.Is(err, errGivenUp) {
			yield(err)
		}
	}
}

// pause waits for the next slice if this one is over. It reports whether there is one.
func (x *statesRun) pause() bool { return x.slice.Err() == nil || x.yield(nil) }

// work finds all states, with more bits for the places without a bound if they were too few, and decides what is open.
func (x *statesRun) work(ctx context.Context) error {
	for bits := explicitBits; ; bits *= 2 {
		err := x.explore(ctx, bits)
		var overflow *kripke.OverflowError
		if errors.As(err, &overflow) {
			if !overflow.Safe && bits < kripke.UnknownBits {
				continue
			}
			x.leave(err)
			return nil
		}
		if err != nil {
			return err
		}
		return x.decide(ctx)
	}
}

// leave says why the open questions are left, if no other technique works: else these say more.
func (x *statesRun) leave(err error) {
	if !x.isAlone() {
		return
	}
	for _, q := range x.Open() {
		x.Undecided(q, err.Error(), nil)
	}
}

// explore finds the states. The error is the limit, or that of a state that cannot be packed.
func (x *statesRun) explore(ctx context.Context, bits int) error {
	net, err := kripke.NewNetOf(x.Facts(), bits)
	if err != nil {
		x.leave(err)
		return errGivenUp
	}
	if x.sight, err = x.look(net); err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok && !x.isAlone() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/explicitTime)
		defer cancel()
	}
	l := kripke.Limits{States: x.options.States, Depth: x.options.Depth, Memory: cmp.Or(x.Room(explicitRoom), explicitMost), Follower: x.sight}
	x.sight.ctx = ctx
	found, err := kripke.Explore(ctx, net, nil, l)
	x.size = max(x.size, found.Table.Bytes()+x.sight.Bytes())
	switch {
	case err != nil:
		return err
	case !found.Complete:
		_ = x.sight.Look(found)
		var limit *kripke.LimitError
		if errors.As(found.Stopped, &limit) && limit.Kind == "memory" && x.options.Memory == 0 {
			x.leave(fmt.Errorf("all markings, one by one, take more than %s", quantity.Size(explicitMost)))
			return errGivenUp
		}
		return found.Stopped
	}
	x.found = found
	if err := x.sight.Look(found); err != nil {
		return err
	}
	if x.sight.edges == nil {
		return nil
	}
	x.graph, err = x.sight.edges.Graph(ctx, net, found)
	return err
}

// decide answers what follows from all states.
func (x *statesRun) decide(ctx context.Context) error {
	if err := x.sight.complete(ctx); err != nil || x.graph == nil {
		return err
	}
	room := max(cmp.Or(x.Room(explicitRoom), explicitMost), smallGraph)
	checkers := [...]*explicit.Checker{explicit.NewChecker(x.graph, Maximal, room/2), explicit.NewChecker(x.graph, Infinite, room/2)}
	open := slices.DeleteFunc(x.Open(), func(q *Question) bool { return q.Kind != Truth && q.Kind != Liveness || x.saidBy(q) })
	size := map[*Question]int{}
	for _, q := range open {
		if q.Kind == Truth {
			size[q] = x.Formula(q).Size()
		}
	}
	slices.SortStableFunc(open, func(a, b *Question) int { return cmp.Compare(size[a], size[b]) })
	for _, q := range open {
		if !x.pause() {
			return errGivenUp
		}
		start := time.Now()
		var holds bool
		var err error
		if q.Kind == Liveness {
			holds, err = x.graph.Live(x.Context(q))
		} else {
			holds, err = checkers[q.Paths].Holds(x.Context(q), x.Formula(q))
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case x.Context(q).Err() != nil: // another one knows
		case err != nil:
			return err
		default:
			a := Answer{Verdict: Verdict{Result: engine.Decided(holds), Bound: Complete}, Took: time.Since(start), Untraced: true}
			if q.Trace && wantsTrace(q.Formula, a.Result) {
				a.Reason = "the verdict follows from fixed points on all markings, one by one"
			}
			x.Answer(q, a)
		}
	}
	return nil
}

// giveBack leaves the memory to the others.
func (x *statesRun) giveBack() {
	x.sight, x.found, x.graph = nil, nil, nil
	if x.size > smallGraph && x.ctx.Err() == nil && !x.isAlone() {
		debug.FreeOSMemory()
	}
}
