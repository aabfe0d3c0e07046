package explicit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/internal/quantity"
	"brim/internal/watch"
)

const (
	explicitAfter = 200 * time.Millisecond // the diagrams of most nets are done by then
	explicitSlice = 100 * time.Millisecond // the first one
	explicitEvery = 20 * time.Millisecond  // between two checks of the memory and the clock
	memoryParts   = 4                      // the divisor of the memory for states and edges
	systemParts   = 2                      // the same for systems, on which fewer techniques work
	exploreShare  = 2                      // the divisor of the time within which all states have to be found
)

// Technique finds all markings of a net, or all states of a system, one by one. On the way it answers what they show,
// and then it decides everything else by fixed points on their graph; see package engine/explicit. It decides formulas
// of CTL about listed systems, too.
type Technique struct{}

// Name returns "explicit".
func (Technique) Name() string { return "explicit" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, ByState: true} }

// Takes takes formulas of CTL, and all other questions about nets and named systems.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.LTS != nil && q.LTL == nil:
		return drive.WantsCTL("explicit", q)
	case m.Net == nil && m.System == nil:
		return model.NoNet(m.Name, "explicit")
	case q.Mu != nil:
		return errors.New("the engine explicit takes formulas of CTL; found one of the μ-calculus")
	}
	return nil
}

// Run searches in slices of time.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	if t.Model().LTS != nil {
		return runListed(ctx, t)
	}
	x := &run{Turn: t, start: time.Now(), held: watch.Charge(ctx), parts: memoryParts}
	after := explicitAfter
	if t.Model().System != nil { // no other technique looks at states one by one, in order
		after, x.parts = 0, systemParts
	}
	err := drive.InSteps(ctx, t, after, explicitSlice, func(ctx context.Context, s *drive.Steps) error {
		x.steps = s
		return x.work(ctx)
	})
	x.observer, x.found, x.graph = nil, nil, nil
	single.GiveBack(ctx, t, x.size)
	return drive.Quiet(t, err)
}

// An run is one run of the technique.
type run struct {
	*board.Turn
	steps    *drive.Steps
	start    time.Time
	observer *observer
	found    *kripke.Exploration
	graph    *explicit.Graph
	size     int64 // bytes of what was kept
	parts    int64 // of the memory; this run may use one
	held     watch.Holding
}

// work finds all states, with more bits for places without a bound if they are too few, and decides the open questions.
func (x *run) work(ctx context.Context) error {
	for bits := single.FirstBits; ; bits *= 2 {
		err := x.explore(ctx, bits)
		var overflow *kripke.OverflowError
		if errors.As(err, &overflow) {
			if !overflow.Safe && bits < kripke.UnknownBits {
				continue
			}
			x.giveUp(err)
			return nil
		}
		if err != nil {
			return err
		}
		return x.decide(ctx)
	}
}

// giveUp says why the open questions are undecided if no other technique works; the reasons of other techniques are of
// more use.
func (x *run) giveUp(err error) {
	if !x.IsAlone() {
		return
	}
	for _, q := range x.Open() {
		x.Undecided(q, err.Error(), nil)
	}
}

// states returns the model as packed states, with so many bits for a number without a known bound.
func (x *run) states(bits int) (kripke.Numbers, error) {
	if s := x.Model().System; s != nil {
		return s.States(bits), nil
	}
	return kripke.NewNetOf(x.Model().Facts(), bits)
}

// explore finds all states, breadth-first, while the observer tells the board what they show, and builds their graph if
// some question needs it. bits is the number of bits of a place without a known bound. The error is a limit, or says
// that a state cannot be packed.
func (x *run) explore(ctx context.Context, bits int) error {
	states, err := x.states(bits)
	if err != nil {
		x.giveUp(err)
		return drive.ErrGivenUp
	}
	if x.observer, err = x.look(states); err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok && !x.IsAlone() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/exploreShare)
		defer cancel()
	}
	l := single.StateLimits(x.Turn, x.parts)
	l.Follower = x.observer
	x.observer.ctx = ctx
	found, err := kripke.Explore(ctx, states, nil, l)
	x.size = max(x.size, found.Table.Bytes()+x.observer.Bytes())
	x.held.Set(x.size)
	switch {
	case err != nil:
		return err
	case !found.Complete:
		_ = x.observer.Look(found)
		var limit *kripke.LimitError
		if errors.As(found.Stopped, &limit) && limit.Kind == "memory" && x.Options().Memory == 0 {
			x.giveUp(fmt.Errorf("all markings, one by one, take more than %s", quantity.Size(single.MostBytes)))
			return drive.ErrGivenUp
		}
		return found.Stopped
	}
	x.found = found
	if err := x.observer.Look(found); err != nil {
		return err
	}
	if x.observer.edges == nil {
		return nil
	}
	x.graph, err = x.observer.edges.Graph(ctx, states, found)
	return err
}

// decide answers the remaining questions by fixed points on the graph of all states, those with small formulas first,
// and pauses between questions when the slice is over.
func (x *run) decide(ctx context.Context) error {
	open, err := x.observer.complete(ctx)
	if err != nil || x.graph == nil {
		return err
	}
	room := max(cmp.Or(x.Options().Part(x.parts), single.MostBytes), single.SmallBytes)
	checkers := [...]*explicit.Checker{explicit.NewChecker(x.graph, model.Maximal, room/2),
		explicit.NewChecker(x.graph, model.Infinite, room/2)}
	size := map[*model.Question]int{}
	for _, q := range open {
		if q.Kind == model.Truth {
			size[q] = x.Formula(q).Size()
		}
	}
	slices.SortStableFunc(open, func(a, b *model.Question) int { return cmp.Compare(size[a], size[b]) })
	for _, q := range open {
		if !x.steps.Pause() {
			return drive.ErrGivenUp
		}
		start := time.Now()
		var holds bool
		var err error
		if q.Kind == model.Liveness {
			holds, err = x.graph.Live(x.Context(q))
		} else {
			holds, err = checkers[q.Paths].Holds(x.Context(q), x.Formula(q))
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case x.Context(q).Err() != nil: // another technique was first
		case err != nil:
			return err
		default:
			a := model.Answer{Verdict: model.Verdict{Result: engine.Decided(holds), Bound: model.Complete},
				Took: time.Since(start), Untraced: true}
			if q.Trace && model.WantsTrace(q.Formula, a.Result) {
				a.Reason = "the verdict follows from fixed points on all markings, one by one"
				x.trace(x.Context(q), q, checkers[q.Paths], &a)
			}
			x.Answer(q, a)
		}
	}
	return nil
}

// trace adds to an answer about a system a path that shows it, as far as one path can. Nets have witnesses instead,
// which other techniques find.
func (x *run) trace(ctx context.Context, q *model.Question, c *explicit.Checker, a *model.Answer) {
	if x.Model().System == nil {
		return
	}
	a.Shows = engine.Shown(x.Formula(q), a.Result)
	p, others, err := c.Trace(ctx, a.Shows, x.observer.states.Initial()[0])
	if err != nil {
		a.Reason = err.Error()
		return
	}
	if a.Path = x.Model().SystemPath(x.observer.states, p); a.Path == nil {
		return
	}
	a.Untraced, a.Reason = false, ""
	if others > 0 {
		a.Paths = others + 1
	}
}
