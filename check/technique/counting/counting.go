package counting

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/explore"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/engine/symbolic"
	"brim/internal/polytope"
	"brim/petri"
	"brim/petri/counting"
	"brim/petri/reduce"
	"brim/petri/solutions"
)

const (
	reduceShare = 10                     // the divisor of the time for making the net smaller, and for solve
	mostSolve   = 10 * time.Second       // however long there is, since solve does not pause
	countAfter  = 300 * time.Millisecond // the diagrams of most nets are done by then
	countSlice  = 200 * time.Millisecond // the first one
)

// Technique finds the numbers of a state space from a smaller net and equations: at once if no place is left of the
// net, otherwise from the diagrams of the smaller net. See package petri/counting.
type Technique struct{}

// Name returns "counting".
func (Technique) Name() string { return "counting" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true} }

// Takes takes questions for numbers of the state space of a net.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if m.Net == nil || q.Kind < model.States {
		return errors.New("equations count the markings of nets")
	}
	return nil
}

// Run makes the net smaller, and then works in slices of time.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	x := &run{Turn: t, whole: ctx, start: time.Now()}
	own, cancel := limit.Share(ctx, reduceShare)
	small := reduce.Net(own, t.Net(), reduce.Options{Class: reduce.Count})
	cancel()
	var err error
	if x.forest, err = counting.New(ctx, t.Net(), &small.Equations); err != nil {
		return err
	}
	x.net = small.Net.WithUnits(x.forest.Units())
	switch before := t.Net(); {
	case len(x.net.Places) == 0:
		return x.ended(x.answer(explore.EmptyResidue{}))
	default:
		x.smaller = 20*len(x.net.Places) <= 19*len(before.Places) ||
			4*len(x.net.Transitions) <= 3*len(before.Transitions)
	}
	return x.ended(drive.InSteps(ctx, t, countAfter, countSlice, x.work))
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	whole   context.Context
	start   time.Time
	forest  *counting.Forest
	net     *petri.Net // the smaller one
	smaller bool       // enough for its diagrams to differ much from those of the original
}

// ended gives a limit as the reason for the open questions. Any other error is a fault and returned.
func (x *run) ended(err error) error {
	if err == nil || x.whole.Err() != nil {
		return nil
	}
	var tables *counting.LimitError
	var infinite *symbolic.UnboundedError
	if errors.As(err, &infinite) || limit.Limited(err) || errors.As(err, &tables) {
		for _, q := range x.Open() {
			x.Undecided(q, "", err)
		}
		return nil
	}
	return err
}

// work counts by the smaller net: it narrows what is known of the most tokens in a place, explores the smaller net by
// decision diagrams, pausing between slices of time, and answers the open questions from the result.
func (x *run) work(ctx context.Context, s *drive.Steps) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x.enclose(ctx)
	if err := x.solve(ctx); err != nil {
		return err
	}
	if !x.smaller || len(x.Open()) == 0 {
		return nil
	}
	space, err := symbolic.Explore(ctx, x.net, symbolic.Options{
		Memory: x.Options().Room(explore.NumberParts), Nodes: x.Options().Nodes,
		Orders: x.Model().Orders(),
		Tick: func() {
			if s.Over() && ctx.Err() == nil && !s.Pause() {
				cancel()
			}
		},
	})
	if space != nil {
		defer space.Close()
	}
	if err == nil {
		err = x.answer(&explore.SpaceResidue{Space: space, Room: x.Options().Room(explore.NumberParts)})
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// answer answers the open questions by what is left of the net.
func (x *run) answer(l explore.Residue) error {
	for _, q := range x.Open() {
		ctx := x.Context(q)
		n, err := explore.NumberOf(ctx, x.forest, q.Kind, l)
		switch {
		case ctx.Err() != nil: // another technique was first
		case err != nil:
			return err
		default:
			x.Answer(q, model.Answer{Verdict: model.Verdict{Result: model.Holds, Bound: model.Complete}, Number: n,
				Took: time.Since(x.start)})
		}
	}
	return nil
}

// solve counts markings and firings as the integer points of a polytope, if all solutions of the state equation are
// reachable. That takes milliseconds or is left out: limits are no reason to give up the other way. The error is a
// fault.
func (x *run) solve(ctx context.Context) error {
	share, cancel := limit.Share(ctx, reduceShare)
	defer cancel()
	own, cancel := context.WithTimeout(share, mostSolve)
	defer cancel()
	var set *solutions.Set
	for _, q := range x.Open() {
		if q.Kind != model.States && q.Kind != model.Firings {
			continue
		}
		if set == nil {
			var err error
			if set, err = solutions.Of(own, x.Net()); err != nil {
				return fault(err)
			}
		}
		number := set.States
		if q.Kind == model.Firings {
			number = set.Firings
		}
		n, err := number(own)
		if err == nil {
			x.Answer(q, model.Answer{Verdict: model.Verdict{Result: model.Holds, Bound: model.Complete}, Number: n,
				Took: time.Since(x.start)})
		}
		if err := fault(err); err != nil {
			return err
		}
	}
	return nil
}

// fault returns an error, but nil for the reasons for which integer points are not counted.
func fault(err error) error {
	for _, reason := range []error{
		solutions.ErrNone, polytope.ErrUnbounded, polytope.ErrRange, polytope.ErrLimit, context.DeadlineExceeded,
		context.Canceled,
	} {
		if errors.Is(err, reason) {
			return nil
		}
	}
	return err
}

// enclose narrows the most tokens in a place by the initial marking and place invariants, which are known even for nets
// whose markings are not.
func (x *run) enclose(ctx context.Context) {
	own, cancel := limit.Share(ctx, reduceShare)
	defer cancel()
	for _, q := range x.Open() {
		if q.Kind != model.MostInPlace {
			continue
		}
		least, most := int64(0), int64(0)
		for p, c := range x.Model().Facts().Capacities(own) {
			least = max(least, x.Net().Places[p].Initial)
			if !c.Proved {
				most = petri.Omega
			}
			most = max(most, c.Most)
		}
		x.Narrow(q, least, most, "invariants")
	}
}
