package drive

import (
	"context"
	"errors"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine/kripke"
)

// Attempts at one question after the other, again and again in slices of time.

// Attempts calls decide for the open questions again and again, in slices of time that they share; see Turn.Slices. In
// the first slice each question has the time each. decide reports that it is done with a question, because it answered
// or gave up, or returns why it could not answer: a limit, or a state that cannot be packed, which ends the attempts at
// the question, too. Any other error ends all attempts. See Quiet for the error of a limit.
func Attempts(ctx context.Context, t *board.Turn, after, each time.Duration,
	decide func(context.Context, *model.Question) (done bool, err error)) error {
	done := map[*model.Question]bool{}
	return Quiet(t, t.Slices(ctx, after, time.Duration(len(t.Open()))*each, func(ctx context.Context) (bool, error) {
		open := slices.DeleteFunc(t.Open(), func(q *model.Question) bool { return done[q] })
		for i, q := range open {
			ended, err := attempt(ctx, t, q, len(open)-i, decide)
			var overflow *kripke.OverflowError
			switch {
			case errors.As(err, &overflow):
				t.Undecided(q, err.Error(), nil)
				ended = true
			case err != nil && !limit.Limited(err):
				return true, err
			}
			if ended {
				done[q] = true
			}
		}
		return len(open) == 0, nil
	}))
}

// attempt lets decide work on a question, for one of parts equal parts of the slice.
func attempt(ctx context.Context, t *board.Turn, q *model.Question, parts int,
	decide func(context.Context, *model.Question) (bool, error)) (bool, error) {
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(q), cancel)()
	return decide(own, q)
}

// Quiet returns the error of a technique, but nil for a limit while other techniques still work: their reasons why a
// question is undecided are of more use.
func Quiet(t *board.Turn, err error) error {
	if limit.Limited(err) && !t.IsAlone() {
		return nil
	}
	return err
}
