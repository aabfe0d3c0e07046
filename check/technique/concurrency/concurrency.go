package concurrency

import (
	"context"
	"errors"
	"math"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/runs"
	"brim/ctl/syntax"
	"brim/engine/concurrency"
	"brim/petri/structure"
)

// share is the part of the time that the technique takes at most, before others begin.
const share = 5

// Technique answers what follows from the concurrency relation of a net; see structure.FindConcurrency. It shows that
// places are safe, that transitions never fire, and that conditions are reached in no marking, which simplifies
// formulas.
type Technique struct{}

// Name returns "concurrency".
func (Technique) Name() string { return "concurrency" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Early: true, Linear: true} }

// Takes takes formulas, bounds and the global properties of places and transitions, of nets.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Net == nil:
		return model.NoNet(m.Name, "concurrency")
	case q.Mu != nil, q.Kind == model.Deadlock, q.Kind >= model.States && q.Kind != model.MostInMarking:
		return errors.New("the concurrency relation decides formulas, bounds, and properties of places and transitions")
	}
	return nil
}

// Run computes the relation, tells what it shows of places and transitions, and puts the questions to it.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	own, cancel := limit.Share(ctx, share)
	defer cancel()
	t.Progress(board.Progress{Phase: "relating places"})
	c := t.Model().Facts().Concurrency(own)
	if c == nil {
		return ctx.Err() // the other techniques go on without it
	}
	learn(t, c)
	for _, q := range t.Open() {
		j := concurrency.New(t.Net(), c)
		switch {
		case own.Err() != nil:
			return ctx.Err()
		case q.LTL != nil:
			runs.Simplify(t, q, func(f *syntax.Formula) *syntax.Formula { return syntax.Constants(f, j.Never) })
		case q.Kind == model.Truth:
			ask(t, q, j)
		default:
			if sum := q.Largest(t.Net()); sum != nil {
				if most, ok := j.Most(sum.Terms); ok && most <= math.MaxInt64-max(0, sum.Const) {
					t.Narrow(q, math.MinInt64, most+sum.Const, "concurrency")
				}
			}
		}
	}
	return ctx.Err()
}

// learn tells the board which transitions never fire, and which places are safe.
func learn(t *board.Turn, c *structure.Concurrency) {
	var dead, safe []int
	for i := range t.Net().Transitions {
		if !c.Fires(i) {
			dead = append(dead, i)
		}
	}
	for p := range t.Net().Places {
		if !c.Reached(structure.Level{Place: p, Tokens: 2}) {
			safe = append(safe, p)
		}
	}
	t.Learn(model.Fireable, false, dead...)
	t.Learn(model.Safe, true, safe...)
}

// ask simplifies the formula of a question, and answers if no path operator is left.
func ask(t *board.Turn, q *model.Question, j *concurrency.Judge) {
	drive.Rewrite(t, q, "places that are never marked together", func(f *syntax.Formula) *syntax.Formula {
		return syntax.Simplify(syntax.Constants(f, j.Never), q.Paths)
	})
}
