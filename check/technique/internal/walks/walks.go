package walks

import (
	"context"
	"math"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
)

const (
	walkFirst = 250 * time.Millisecond // the first slice
	walkShort = 100 * time.Millisecond // for global properties alone
	walkPiece = 10 * time.Millisecond  // the least time for one strategy
	walkAlone = 4 * time.Second        // of walking, after which walks end if there is no time limit
	// questionSlice is the time for each question in the first slice of guided walks.
	questionSlice = 20 * time.Millisecond
)

// longestWitness is how many numbers the markings of a witness may have together: its check keeps all of them.
const longestWitness = 1 << 24

// A task is a question that walks are to answer.
type task struct {
	*model.Question
	start   time.Time
	formula *syntax.Formula // of Truth and Deadlock
	goals   []goal
	most    *walk.Maximum   // of Bound
	least   int64           // of Bound: what the board was told
	path    *syntax.Formula // of LTL: the path formula of run; nil before the first one
	run     *walk.Run       // of LTL: the search for a run; nil if the automaton is too large
	told    bool            // of LTL: the board was told that there is a run
}

// A goal is a search for a marking with p, which decides EF p and AG !p.
type goal struct {
	p *syntax.Formula
	*walk.Goal
	never bool // p never holds
}

// Walks are random and guided walks for the questions of a turn.
type Walks struct {
	*board.Turn
	ctx     context.Context // of Run
	walker  *walk.Walker
	tasks   []*task
	changed []bool        // by place: it is known to change
	walked  time.Duration // not counting the first slice
	hunted  int           // how many transitions and places were sought by hunt
	by      string        // what answers are By
}

// New returns walks for the questions of a turn. The error says that the net has numbers that are too large.
func New(t *board.Turn, by string) (*Walks, error) {
	w, err := walk.New(t.Net(), 1)
	if err != nil {
		return nil, err
	}
	return &Walks{Turn: t, walker: w, changed: make([]bool, len(t.Net().Places)), by: by}, nil
}

// Add adds a question with the searches that it needs: a goal for each formula EF p or AG p in it, or a maximum for a
// bound. A question with numbers that are too large is left undecided.
func (r *Walks) Add(q *model.Question) {
	a := &task{Question: q, start: time.Now()}
	var err error
	switch q.Kind {
	case model.Bound, model.MostInMarking:
		a.least = math.MinInt64
		a.most, err = r.walker.Maximize(q.Largest(r.Net()))
	case model.Liveness:
		r.walker.WatchLiveness(true)
	case model.Deadlock:
		a.formula = q.Kind.Formula(r.Pool(), r.Net())
	case model.Truth:
		if q.LTL != nil {
			break // see addRuns
		}
		f := r.Formula(q)
		if !q.Trace {
			f = syntax.Simplify(f, q.Paths)
		}
		a.formula = syntax.NNF(f)
	}
	if a.formula != nil {
		for _, p := range engine.Parts(a.formula) {
			if g, wrong := r.walker.Reach(p); wrong == nil {
				a.goals = append(a.goals, goal{p, g, r.walker.Unreachable(g)})
			}
		}
	}
	if err != nil {
		r.Undecided(q, err.Error(), nil)
		return
	}
	r.tasks = append(r.tasks, a)
}

// Run walks in slices of time until enough reports true, in the first slice at random, since that finds most. The first
// slice begins after the given time if other techniques work.
func (r *Walks) Run(ctx context.Context, after time.Duration) error {
	r.ctx = ctx
	r.addRuns(ctx)
	r.Tell()
	first := walkShort
	if slices.ContainsFunc(r.tasks, func(a *task) bool { return a.Kind == model.Truth || a.Kind == model.Bound }) {
		first = walkFirst
	}
	err := r.Slices(ctx, after, first, func(ctx context.Context) (bool, error) {
		list := r.runs()
		if len(list) < len(r.tasks) {
			list = append(list, r.walker.Random)
		}
		return true, r.pieces(ctx, first, list)
	})
	if err != nil {
		return err
	}
	return r.Slices(ctx, 0, max(walkShort, time.Duration(len(r.tasks))*questionSlice),
		func(ctx context.Context) (bool, error) {
			begin := time.Now()
			err := r.slice(ctx)
			r.walked += time.Since(begin)
			return len(r.tasks) == 0 || r.enough(), err
		})
}

// slice walks until ctx is done: for three quarters of the time by the guided strategies, in equal parts, then at
// random.
func (r *Walks) slice(ctx context.Context) (err error) {
	r.Tell()
	r.addRuns(ctx)
	end, _ := ctx.Deadline()
	for err == nil && ctx.Err() == nil && len(r.tasks) > 0 {
		prey := r.hunt()
		targets := append(r.targets(), prey...)
		most := time.Until(end) * 3 / 4
		runs := r.runs()
		if len(runs) == len(r.tasks) {
			most = time.Until(end) // nothing is found at random
		}
		if err = r.pieces(ctx, most, append(targets, runs...)); err == nil && ctx.Err() == nil {
			err = r.piece(ctx, max(walkPiece, time.Until(end)), r.walker.Random)
		}
	}
	return err
}

// pieces walks for some time, an equal part of it by each strategy.
func (r *Walks) pieces(ctx context.Context, d time.Duration, list []strategy) (err error) {
	each := max(walkPiece, d/time.Duration(max(1, len(list))))
	for _, kind := range list {
		if err == nil && ctx.Err() == nil {
			err = r.piece(ctx, each, kind)
		}
	}
	return err
}

// enough reports whether the walks may end: there is no time limit, and the other techniques have ended or answers are
// compared.
func (r *Walks) enough() bool {
	if r.walked < walkAlone {
		return false
	}
	if r.Options().All {
		return true
	}
	if _, limited := r.ctx.Deadline(); limited {
		return false
	}
	return r.IsAlone()
}

// A strategy is one kind of walks, to be followed for some time.
type strategy func(context.Context, walk.Limits) error

// targets lists best-first walks towards all goals and bounds that are open.
func (r *Walks) targets() (list []strategy) {
	for _, a := range r.tasks {
		for _, g := range a.goals {
			if _, found := g.Found(); !found && !g.never {
				list = append(list, func(ctx context.Context,
					l walk.Limits) error {
					return r.walker.Toward(ctx, g.Goal, l)
				})
			}
		}
		if a.most != nil {
			list = append(list, func(ctx context.Context,
				l walk.Limits) error {
				return r.walker.TowardMore(ctx, a.most, l)
			})
		}
	}
	return list
}

// huntAtOnce is how many transitions or places hunt seeks in one slice.
const huntAtOnce = 8

// hunt lists walks towards enabling some transitions that are not known to be fireable, and towards changing some
// places that are not known to change, if open questions ask for these.
func (r *Walks) hunt() (list []strategy) {
	asks := func(k model.Kind) bool {
		return slices.ContainsFunc(r.tasks, func(a *task) bool { return a.Kind == k })
	}
	some := func(p model.Property) {
		items := r.Unclear(p)
		for n := range min(huntAtOnce, len(items)) {
			f := p.Shown(r.Pool(), r.Net(), items[(r.hunted+n)%len(items)])
			if g, err := r.walker.Reach(f); err == nil {
				list = append(list, func(ctx context.Context, l walk.Limits) error {
					defer r.release(g)
					return r.walker.Toward(ctx, g, l)
				})
			}
		}
	}
	if asks(model.QuasiLiveness) {
		some(model.Fireable)
	}
	if asks(model.StableMarking) {
		some(model.Changing)
	}
	r.hunted += len(list)
	return list
}

// piece walks for some time and drops the questions that have been answered.
func (r *Walks) piece(ctx context.Context, d time.Duration, kind strategy) error {
	own, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	if err := kind(own, walk.Limits{Found: func() bool { r.Tell(); return len(r.tasks) > 0 }}); err != nil {
		return err
	}
	r.Tell()
	return nil
}

// Tell tells the board what the walks found since the last call: transitions that fired, places that changed, places
// that are not safe, and answers. It drops the tasks of questions that are closed.
func (r *Walks) Tell() {
	if news := r.walker.News(); len(news) > 0 {
		drive.LearnFired(r.Turn, news, r.changed)
	}
	if p, ok := r.walker.Unsafe(); ok {
		r.Learn(model.Safe, false, p)
	}
	open := r.tasks[:0]
	for _, a := range r.tasks {
		if r.IsOpen(a.Question) {
			r.answer(a)
		}
		if r.IsOpen(a.Question) {
			open = append(open, a)
		} else {
			r.drop(a)
		}
	}
	clear(r.tasks[len(open):])
	r.tasks = open
}

// drop ends the searches that only an answered question needs.
func (r *Walks) drop(a *task) {
	if a.Kind == model.Liveness {
		r.walker.WatchLiveness(false)
	}
	if a.most != nil {
		r.walker.DropMaximum(a.most)
	}
	if a.run != nil {
		r.walker.DropRun(a.run)
	}
	for _, g := range a.goals {
		r.release(g.Goal)
	}
}

// release ends the search for a goal that no open question needs.
func (r *Walks) release(g *walk.Goal) {
	if !slices.ContainsFunc(r.tasks, func(a *task) bool {
		return a != nil && r.IsOpen(a.Question) && slices.ContainsFunc(a.goals,
			func(h goal) bool { return h.Goal == g })
	}) {
		r.walker.Drop(g)
	}
}

// Along walks along the firings of a solution of the state equation, counts[t] times transition t, and tells what was
// found.
func (r *Walks) Along(ctx context.Context, counts []int64, l walk.Limits) error {
	if err := r.walker.Along(ctx, counts, l); err != nil {
		return err
	}
	r.Tell()
	return nil
}

// LearnStructure tells the board which transitions never fire and which places never change, by the structure of the
// net.
func (r *Walks) LearnStructure() {
	dead, constant := r.walker.Never()
	r.Learn(model.Fireable, false, dead...)
	r.Learn(model.Changing, false, constant...)
}

// Firings returns how many transitions were fired.
func (r *Walks) Firings() int64 { return int64(r.walker.Firings()) }
