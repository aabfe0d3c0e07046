package symbolic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/technique/internal/covers"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/internal/quantity"
)

// Covers and parts, where the set of all markings was not found.

// Divisors of the time that is left. What one attempt does not need is left to the next.
const (
	firstShare = 5 // for building a coverability tree
	partShare  = 4 // for exploring a part; and for all questions about it
	closeShare = 2 // for refining a cover
)

const (
	// encloseTime is how long parts and covers are tried if there is no time limit.
	encloseTime = 10 * time.Second
	// coverMarkings is the most markings of a coverability tree, which take a second or two.
	coverMarkings = 300_000
	// coverPart is the part of a cover's memory, as a divisor, for these markings.
	coverPart = 4
	// encloseParts is the divisor of the memory for the two kinds of parts and for the cover each; the rest is for
	// everything else.
	encloseParts = 4
)

// enclose answers what is certain of all markings without having found them: it asks covers, which contain all
// reachable markings, and ever larger parts, which all reachable markings contain, in turns, until all questions are
// answered or a limit is reached. why is the limit that ended the search, or says that the net is unbounded.
func (x *run) enclose(ctx context.Context, why error) error {
	ownTime := false
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, encloseTime)
		defer cancel()
		ownTime = true
	}
	x.closeSearch()
	o := x.o
	o.Memory, o.Progress = x.Options().Room(encloseParts), toProgress(x.Turn)
	var turns []func() (more bool, err error)
	if x.Options().Uses(ByCover) {
		x.Progress(board.Progress{Phase: "covering"})
		own, cancel := limit.Share(ctx, firstShare)
		markings := int64(coverMarkings)
		if o.Memory > 0 {
			markings = min(markings, max(o.Memory/coverPart/int64(8*len(x.Net().Places)+1), 1))
		}
		x.cover = cover.New(own, x.Net(), int(markings), o)
		cancel()
		x.askCover(ctx)
		turns = append(turns, func() (bool, error) { return x.lookCloser(ctx), nil })
	}
	if x.Options().Uses(InParts) {
		x.Progress(board.Progress{Phase: "exploring parts"})
		x.parts = symbolic.NewParts(x.Net(), o)
		turns = append(turns, func() (bool, error) { return x.nextPart(ctx, &why) })
	}
	if err := x.byTurns(ctx, turns); err != nil {
		return err
	}
	if errors.As(why, new(*symbolic.UnboundedError)) {
		why = nil
	}
	x.explain(ctx, ownTime, why)
	return nil
}

// byTurns calls the functions in turns while questions are open. The next one is the one that has taken less time so
// far; one that has no more to try is dropped.
func (x *run) byTurns(ctx context.Context, turns []func() (more bool, err error)) error {
	took := make([]time.Duration, len(turns))
	for len(x.open()) > 0 && len(turns) > 0 && ctx.Err() == nil {
		i := 0
		if len(turns) > 1 && took[1] < took[0] {
			i = 1
		}
		start := time.Now()
		more, err := turns[i]()
		if err != nil {
			return err
		}
		if took[i] += time.Since(start); !more {
			turns, took = slices.Delete(turns, i, i+1), slices.Delete(took, i, i+1)
		}
	}
	return nil
}

// lookCloser puts the questions to the next refinement of the cover. It reports whether there may be another one.
func (x *run) lookCloser(ctx context.Context) bool {
	own, cancel := limit.Share(ctx, closeShare)
	defer cancel()
	if x.cover.More() && x.cover.Enlarge(own) == nil {
		x.askCover(ctx)
	}
	return x.cover.More()
}

// nextPart puts the questions to the next part. It reports whether there may be another one, and sets why to the limit
// that ended it.
func (x *run) nextPart(ctx context.Context, why *error) (more bool, err error) {
	own, cancel := limit.Share(ctx, partShare)
	defer cancel()
	if !x.parts.More() {
		return false, nil
	}
	x.space = nil // the next part takes its place
	space, err := x.parts.Next(own)
	switch {
	case err == nil:
		x.space, x.work = space, 0
		x.partial = x.within(space)
		err = x.ask(ctx, InParts, partShare)
	case limit.Limited(err):
		*why, err = err, nil
	}
	return x.parts.More(), err
}

// explain says why the open questions are undecided.
func (x *run) explain(ctx context.Context, ownTime bool, why error) {
	text := x.partial
	if x.unbounded != nil && text == "" {
		text = x.unbounded.Error()
	}
	switch {
	case ownTime && errors.Is(cmp.Or(ctx.Err(), why), context.DeadlineExceeded):
		text += fmt.Sprintf("; ended after %s, --limit-time allows more", quantity.Seconds(encloseTime))
		x.explainAll(text, nil)
	case x.unbounded == nil:
		x.explainAll(text, why)
	default:
		x.explainAll(text, cmp.Or(ctx.Err(), why))
	}
}

// within describes the markings of a part.
func (x *run) within(s *symbolic.Space) string {
	text := fmt.Sprintf("with at most %s in a place", quantity.Count(s.Most, "token"))
	if s.Steps > 0 {
		text = "within " + quantity.Count(s.Steps, "step")
	}
	text = "explored what is reached " + text
	if x.unbounded != nil {
		text = x.unbounded.Error() + "; " + text
	}
	return text
}

// askCover puts the open questions to the cover.
func (x *run) askCover(ctx context.Context) {
	covers.Ask(ctx, x.Turn, x.cover, x.open(), ByCover, "the verdict follows from what markings can be covered")
}
