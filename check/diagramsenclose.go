package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/mdd"
)

// Shares of the time that is left, as divisors: what one attempt does not need is left to the next.
const (
	firstShare = 5 // building a coverability tree, enlarging
	partShare  = 4 // exploring a part; and asking all questions about it
	closeShare = 2 // looking closer with a cover
)

const (
	// encloseTime is how long parts and covers are asked if there is no time limit.
	encloseTime = 10 * time.Second
	// coverMarkings is how many markings of a coverability tree are built: a second or two.
	coverMarkings = 300_000
	// encloseRoom is the part of the memory that each of two kinds of parts, and a cover, may have; the rest is for
	// what is else.
	encloseRoom = 4
)

// enclose answers what is certain of all markings without having them: by covers, and by ever larger parts, in turns,
// until all is known or the limits come. why is the limit that ended the search, or that the net is unbounded.
func (x *diagramsRun) enclose(ctx context.Context, why error) error {
	ownTime := false
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, encloseTime)
		defer cancel()
		ownTime = true
	}
	x.rounds() // before they are closed
	x.closeSearch()
	o := x.o
	o.Memory, o.Progress = x.Room(encloseRoom), x.explored
	var turns []func() (more bool, err error)
	if x.Uses(byCover) {
		x.Progress(Progress{Phase: "covering"})
		own, cancel := share(ctx, firstShare)
		x.cover = symbolic.NewCover(own, x.Net(), coverMarkings, o)
		cancel()
		askCover(ctx, x.Turn, x.cover, x.open(), byCover)
		turns = append(turns, func() (bool, error) { return x.lookCloser(ctx), nil })
	}
	if x.Uses(inParts) {
		x.Progress(Progress{Phase: "exploring parts"})
		x.parts = symbolic.NewParts(x.Net(), o)
		turns = append(turns, func() (bool, error) { return x.nextPart(ctx, &why) })
	}
	if err := x.byTurns(ctx, turns); err != nil {
		return err
	}
	if _, ok := unbounded(why); ok {
		why = nil
	}
	x.explain(ctx, ownTime, why)
	return nil
}

// byTurns runs turns as long as there are open questions: who has taken less time so far is next, and none that has no
// more.
func (x *diagramsRun) byTurns(ctx context.Context, turns []func() (more bool, err error)) error {
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

// lookCloser asks the next view or enlarged state space. It reports whether there may be another one.
func (x *diagramsRun) lookCloser(ctx context.Context) bool {
	own, cancel := share(ctx, closeShare)
	defer cancel()
	if x.cover.More() && x.cover.Enlarge(own) == nil {
		askCover(ctx, x.Turn, x.cover, x.open(), byCover)
	}
	return x.cover.More()
}

// nextPart asks the next part. It reports whether there may be another one, and notes in why the limit that ended it.
func (x *diagramsRun) nextPart(ctx context.Context, why *error) (more bool, err error) {
	own, cancel := share(ctx, partShare)
	defer cancel()
	if !x.parts.More() {
		return false, nil
	}
	x.space = nil // the next one takes its place
	space, err := x.parts.Next(own)
	switch {
	case err == nil:
		x.space, x.work = space, 0
		x.partial = x.within(space)
		err = x.ask(ctx, inParts, partShare)
	case limited(err):
		*why, err = err, nil
	}
	return x.parts.More(), err
}

// explain says why the open questions are left.
func (x *diagramsRun) explain(ctx context.Context, ownTime bool, why error) {
	text := x.partial
	if x.unbounded != nil && text == "" {
		text = x.unbounded.Error()
	}
	switch {
	case ownTime && errors.Is(ctx.Err(), context.DeadlineExceeded):
		text += fmt.Sprintf("; ended after %s, --limit-time allows more", quantity.Seconds(encloseTime))
		x.leaveAll(text, nil)
	case x.unbounded == nil:
		x.leaveAll(text, why)
	default:
		x.leaveAll(text, cmp.Or(ctx.Err(), why))
	}
}

// within says which markings a part holds.
func (x *diagramsRun) within(s *symbolic.Space) string {
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

// askCover puts questions to a cover, each with an equal share of a part of the time that is left.
func askCover(ctx context.Context, t *Turn, c *symbolic.Cover, open []*Question, by string) {
	limits := mdd.Limits{Memory: t.Room(1), Nodes: t.options.Nodes}
	for i, q := range open {
		start := time.Now()
		own, cancel := share(ctx, partShare*(len(open)-i))
		if q.LTL != nil {
			askCoverRun(own, t, c, q, limits)
			cancel()
			continue
		}
		var a Answer
		f := t.Formula(q)
		least, most := int64(math.MinInt64), int64(math.MaxInt64)
		limit := c.Guard(own, limits, func() {
			switch q.Kind {
			case Truth:
				f = c.Simplify(f, q.Paths)
				a.Result = c.Holds(f, q.Paths)
			case Bound, MostInMarking:
				least, most = c.Bound(t.Sum(q))
			case States, Firings, MostInPlace:
			default:
				a.Result = judge(c, q.Kind)
			}
		})
		cancel()
		if limit != nil {
			continue
		}
		if t.Sum(q) != nil {
			t.Narrow(q, least, most, by)
			continue
		}
		if q.Kind == Truth {
			t.Simplify(q, f)
		}
		if a.known() {
			a.Bound, a.By, a.Took, a.Untraced = Complete, by, time.Since(start), true
			a.Reason = map[string]string{
				byInvariants: "the verdict follows from place invariants and the initial marking",
				byCover:      "the verdict follows from what markings can be covered",
			}[by]
			if !q.Trace || !wantsTrace(q.Formula, a.Result) {
				a.Reason = ""
			}
			t.Answer(q, a)
		}
	}
}
