package walk

import (
	"context"
	"fmt"
	"math"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/kripke"
	"brim/engine/walk"
	"brim/petri"
)

// Walks through the states of systems.

const (
	roverFirst = 100 * time.Millisecond // the first slice
	roverAlone = time.Second            // of walking: then walks that are alone end, unless there is a limit of time
)

// takesSystem takes bounds, deadlock, and EF p and AG p, where p has no path operators.
func takesSystem(q *model.Question) error {
	switch q.Kind {
	case model.Bound, model.Deadlock:
		return nil
	case model.Truth:
		if err := drive.WantsCTL("walk", q); err != nil {
			return err
		}
		return engine.GoalOf(model.Apart(q.Formula)).Among("walk", engine.Reach)
	}
	return fmt.Errorf("walks count no %v", q.Kind)
}

// A search is a question about a system with what is sought for it.
type search struct {
	*model.Question
	goal  engine.Goal
	sight *walk.Sight // of Truth and Deadlock
	peak  *walk.Peak  // of Bound
	told  int64
}

// A rove is one run of the technique on a system.
type rove struct {
	*board.Turn
	states   kripke.Numbers
	rover    *walk.Rover
	searches []*search
	walked   time.Duration
	start    time.Time
}

// runSystem walks in slices of time.
func runSystem(ctx context.Context, t *board.Turn) error {
	s, err := t.Model().States()
	if err != nil {
		return err
	}
	x := &rove{Turn: t, states: s.(kripke.Numbers), rover: walk.NewRover(s, 1), start: time.Now()}
	after := time.Duration(0)
	for _, q := range t.Open() {
		if err := x.add(q); err != nil {
			t.Undecided(q, err.Error(), nil)
		}
		if q.Trace {
			after = tracesAfter
		}
	}
	err = t.Slices(ctx, after, roverFirst, func(ctx context.Context) (bool, error) {
		err := x.slice(ctx)
		return len(x.searches) == 0 || x.enough(), err
	})
	for _, q := range t.Open() {
		t.Undecided(q, fmt.Sprintf("walks of %d steps do not decide", x.rover.Steps()), nil)
	}
	return err
}

// enough reports whether the walks may end, as walks of nets do.
func (x *rove) enough() bool {
	if x.walked < roverAlone {
		return false
	}
	return x.Options().All || x.IsAlone() && x.Options().Time == 0
}

// add begins the search for a question.
func (x *rove) add(q *model.Question) error {
	a := &search{Question: q, told: math.MinInt64}
	switch q.Kind {
	case model.Bound:
		of, ok := x.states.Sum(q.Sum)
		if !ok {
			return walk.ErrNumbers
		}
		a.peak = x.rover.Climb(of)
	case model.Deadlock:
		holds, err := x.states.Predicate(x.Pool().Deadlock())
		if err != nil {
			return err
		}
		a.sight = x.rover.Seek(holds, nil)
	default:
		a.goal = engine.GoalOf(x.Formula(q))
		holds, err := x.states.Predicate(a.goal.State())
		if err != nil {
			return err
		}
		distance, err := walk.Far(x.states, a.goal.State())
		if err != nil {
			return err
		}
		a.sight = x.rover.Seek(holds, distance)
	}
	x.searches = append(x.searches, a)
	return nil
}

// slice walks until ctx ends or no question is left, and tells what was found.
func (x *rove) slice(ctx context.Context) error {
	for ctx.Err() == nil && len(x.searches) > 0 && !x.enough() {
		begin := time.Now()
		own, cancel := context.WithTimeout(ctx, roverFirst)
		err := x.rover.Walk(own)
		cancel()
		x.walked += time.Since(begin)
		if err != nil {
			return err
		}
		open := x.searches[:0]
		for _, a := range x.searches {
			if x.IsOpen(a.Question) && !x.tell(a) {
				open = append(open, a)
				continue
			}
			if a.peak != nil {
				x.rover.DropPeak(a.peak)
			} else {
				x.rover.DropSight(a.sight)
			}
		}
		clear(x.searches[len(open):])
		x.searches = open
	}
	return nil
}

// tell tells the board what was found for a question, and reports whether that answers it.
func (x *rove) tell(a *search) bool {
	if a.peak != nil {
		if most, ok := a.peak.Best(); ok && most > a.told {
			a.told = most
			x.Narrow(a.Question, most, petri.Omega, "walk")
		}
		return !x.IsOpen(a.Question)
	}
	p, ok := a.sight.Found()
	if !ok {
		return false
	}
	answer := model.Answer{Verdict: model.Verdict{Result: model.Holds}, Took: time.Since(x.start)}
	if a.Kind == model.Truth {
		answer.Result = a.goal.Found
		single.Follow(&answer, x.Model(), a.goal.Formula, p)
	}
	x.Answer(a.Question, answer)
	return true
}
