package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/internal/watch"
)

const (
	// unboundedTime is how long the parts of a state space without end are explored if there is no time limit.
	unboundedTime = 10 * time.Second
	// traceTime is how long a trace is looked for in them when the verdict is known.
	traceTime = 3 * time.Second
)

// parts answers what ever larger parts of the markings of an unbounded net decide, and what is certain of all of them, until all is known
// or a limit comes. The last part stays in q.
func (c *checkCommand) parts(ctx context.Context, q *inquiry, o symbolic.Options, p *progress, u *symbolic.UnboundedError) error {
	l := c.limits
	if l.time == 0 {
		l.time = quantity.Span(time.Since(l.start) + unboundedTime)
	}
	o.Progress = p.callback()
	q.x = &exploration{limits: &l, watch: watch.New(ctx, l.process()), progress: p}
	q.partial = u.Error()
	p.at("exploring parts")
	ended := q.x.watch.Do(exploreGrace, func() { q.parts = symbolic.NewParts(q.net, o) })
	until := q.x.watch.Ctx
	for ended == nil && len(q.open()) > 0 && q.parts.More() {
		q.x.Space = nil // the next one takes its place
		var space *symbolic.Space
		var err error
		if late := q.x.watch.Do(exploreGrace, func() { space, err = q.parts.Next(until) }); late != nil {
			ended = late
			continue
		}
		switch {
		case err == nil:
			q.x.Space = space
			q.partial = fmt.Sprintf("%v; explored what is reached %s", u, within(space))
			if err := q.ask(1, 4); err != nil {
				return err
			}
			if q.answers[0].untraced == nil {
				ended = q.cover(o)
			}
			if q.answers[0].untraced != nil && until == q.x.watch.Ctx {
				var cancel context.CancelFunc
				until, cancel = context.WithTimeout(until, traceTime)
				defer cancel()
			}
		case !limited(err):
			return err
		case !q.parts.More():
			ended = cmp.Or(q.x.watch.Cause(), err)
		}
	}
	why := ""
	switch {
	case ended == nil:
	case c.limits.time == 0 && errors.Is(ended, context.DeadlineExceeded):
		why = fmt.Sprintf("; ended after %s, --limit-time allows more", quantity.Seconds(unboundedTime))
	default:
		why = "; " + c.limits.reason(ended)
	}
	for _, a := range q.open() {
		a.Reason = q.partial + why
		if a.untraced != nil {
			a.Verdict = *a.untraced
		}
	}
	return nil
}

// within says which markings a part holds.
func within(s *symbolic.Space) string {
	if s.Steps > 0 {
		return "within " + quantity.Count(s.Steps, "step")
	}
	return fmt.Sprintf("with at most %s in a place", quantity.Count(s.Most, "token"))
}
