package drive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/internal/watch"
)

// One question after the other, with equal shares of the time.

// Each calls answer for one open question after the other, each with an equal share of the time that is left, and gives
// the results to the board. A limit leaves the question undecided. Any other error of answer is about the question or
// the model: if no other technique works, the question is Wrong for that reason. A fault ends the loop.
func Each(ctx context.Context, t *board.Turn,
	answer func(context.Context, *model.Question) (model.Answer, error)) error {
	open := t.Open()
	for i, q := range open {
		if !t.IsOpen(q) { // another technique was first
			continue
		}
		start := time.Now()
		whole, account := watch.Open(t.Context(q))
		own, cancel := limit.Share(whole, len(open)-i)
		t.Progress(board.Progress{Phase: "exploring", Detail: q.ID})
		a, err := answer(own, q)
		late := own.Err() != nil && whole.Err() == nil
		cancel()
		account.Close()
		if account.Told() && limit.Limited(err) {
			err = watch.ErrMemory
		}
		a.Took = time.Since(start)
		var fault *board.Fault
		var tooLarge *kripke.OverflowError
		switch {
		case errors.As(err, &fault):
			return err
		case limit.Limited(err):
			t.Undecided(q, "", err)
			continue
		case errors.As(err, &tooLarge), err != nil && t.Others():
			t.Undecided(q, err.Error(), nil)
			continue
		case err != nil:
			t.Answer(q, model.Answer{Wrong: err})
			continue
		}
		if a.Stop = t.Options().Stop(a.Verdict.Stopped); a.Stop != nil && a.Reason == "" {
			a.Reason = a.Stop.Error()
		}
		t.Answer(q, a)
		switch {
		case a.Known():
		case late && len(open) > 1:
			t.Undecided(q, "its share of the time limit was too short", nil)
		default:
			t.Undecided(q, a.Reason, nil)
		}
	}
	return ctx.Err()
}

// Formula returns the formula of CTL that a question asks about: that of the question or, for a global property of a
// net, one with the same answer; see model.Kind.Formula.
func Formula(t *board.Turn, q *model.Question) *syntax.Formula {
	if q.Kind != model.Truth {
		return q.Kind.Formula(t.Pool(), t.Net())
	}
	return t.Formula(q)
}

// WantsCTL returns an error if the question has no formula of CTL. It is for techniques that decide nothing else.
func WantsCTL(name string, q *model.Question) error {
	switch {
	case q.Kind == model.Bound:
		return fmt.Errorf("the engine %s finds no bounds of sums; expected --engine symbolic", name)
	case q.Formula == nil:
		return fmt.Errorf("the engine %s decides formulas of CTL; found a question for %v", name, q)
	}
	return nil
}

// WantsPaths returns an error if the question is not a formula of CTL about a net that has path operators.
func WantsPaths(name string, m *model.Model, q *model.Question) error {
	switch err := WantsCTL(name, q); {
	case err != nil:
		return err
	case m.Net == nil:
		return model.NoNet(m.Name, name)
	case !q.Formula.Temporal():
		return fmt.Errorf("the technique %s takes formulas with path operators", name)
	}
	return nil
}
