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

// Attempts puts the open questions to decide again and again, in slices of time that they share; see Turn.Slices. The
// first slice has the time each for every question. decide says that it is done with a question, after an answer or
// because it gave up, or returns why it could not answer: a limit, or a state that cannot be packed, after which it is
// done, too. Any other error ends it all. That time has run out is an error only if no other technique works: otherwise
// what these say is of more use.
func Attempts(ctx context.Context, t *board.Turn, after, each time.Duration, decide func(context.Context, *model.Question) (done bool, err error)) error {
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

// attempt has decide work on a question for one of so many equal parts of the slice.
func attempt(ctx context.Context, t *board.Turn, q *model.Question, parts int, decide func(context.Context, *model.Question) (bool, error)) (bool, error) {
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(q), cancel)()
	return decide(own, q)
}

// Quiet returns an error of a technique, but nil for a limit where other techniques still work: what these say of the
// questions is of more use.
func Quiet(t *board.Turn, err error) error {
	if limit.Limited(err) && !t.IsAlone() {
		return nil
	}
	return err
}
