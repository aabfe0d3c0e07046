package symbolic

import (
	"context"
	"time"

	"brim/check/board"
	"brim/check/explore"
	"brim/internal/quantity"
)

// The end of a run: last questions, numbers for the report, and the release of the diagrams.

// keepRounds keeps what the rounds have found so far.
func (x *run) keepRounds() {
	if x.searching != nil {
		x.found = x.searching.Done()
	}
}

// closeSearch frees the diagrams of the search.
func (x *run) closeSearch() {
	if x.searching != nil {
		x.keepRounds()
		x.searching.Close()
		x.searching, x.space = nil, nil
		x.account.Close()
	}
}

// finish puts the open questions to the markings that were found before a limit was reached, counts the last space, and
// frees all diagrams.
func (x *run) finish(ctx context.Context) {
	x.keepRounds()
	defer func() {
		x.closeSearch()
		if x.parts != nil {
			x.parts.Close()
		}
		if x.cover != nil {
			x.cover.Close()
		}
	}()
	if x.space == nil {
		if x.found != nil {
			x.Publish(&explore.Exploration{Rounds: x.found, Partial: x.partial})
		}
		return
	}
	x.work = 0
	if w, ok := x.searching.(*wholeSearch); ok && w.space != nil && !w.space.Complete && len(x.open()) > 0 {
		if x.guard(ctx, w.space.FindOpen) == nil {
			_ = x.ask(ctx, InParts, 2)
		}
	}
	s := x.space
	e := explore.Explored(s)
	e.Partial, e.Rounds = x.partial, x.found
	if !s.Complete && s.Steps > 0 && x.unbounded == nil {
		e.Partial = "explored what lies within " + quantity.Count(s.Steps, "step")
	}
	x.Publish(e)
	if !x.Options().Count {
		return
	}
	counted, start := *e, time.Now()
	x.Progress(board.Progress{Phase: "counting states"})
	_ = x.guard(ctx, func() { counted.States = s.States() })
	_ = x.guard(ctx, func() { counted.Nodes = s.Reached.Nodes() })
	counted.Counting = time.Since(start)
	x.Publish(&counted)
}
