package main

import (
	"context"
	"math"
	"time"

	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
)

// cover answers what is certain of all markings of an unbounded net without having them, with a closer look at each call. It takes a
// quarter of the time that is left at most. The error is a limit of the command.
func (q *inquiry) cover(o symbolic.Options) error {
	ctx, cancel := context.WithTimeout(q.x.watch.Ctx, share(q.x.watch.Ctx, 4))
	defer cancel()
	q.x.progress.at("covering")
	open := q.open()
	found := make([]answer, len(open)) // the answers themselves are left alone: this may be abandoned
	for i, a := range open {
		found[i] = *a
	}
	late := q.x.watch.Do(exploreGrace, func() {
		if q.covered == nil {
			q.covered = symbolic.NewCover(ctx, q.net, 0, o)
		} else if q.covered.Enlarge(ctx) != nil {
			return // nothing new
		}
		for i := range found {
			a, start := found[i], time.Now()
			if q.covered.Guard(ctx, mdd.Limits{Memory: o.Memory, Nodes: o.Nodes}, func() { q.askCover(q.covered, &a, "the verdict follows from what markings can be covered") }) == nil {
				a.took += time.Since(start)
				found[i] = a
			}
		}
	})
	if late != nil {
		return late
	}
	for i, a := range open {
		*a = found[i]
	}
	return q.x.watch.Cause()
}

// askCover answers one question, if that is certain. The reason says why there is no trace, where a trace would be wanted.
func (q *inquiry) askCover(c *symbolic.Cover, a *answer, reason string) {
	result := engine.Unknown
	if a.Property.Bound == nil {
		result = c.Holds(a.Formula, q.paths)
	} else if least, most := c.Bound(a.Property.Bound); least == most && least != math.MinInt64 {
		result, a.most = engine.Holds, least
	}
	if result == engine.Unknown {
		return
	}
	v := engine.Verdict{Result: result, Bound: engine.Complete}
	if a.Formula != nil && q.trace {
		if f := engine.Shown(a.Formula, result); f.Temporal() && !engine.Claimed(f) {
			v.Reason = reason
			a.untraced = &v // a part may have a trace
			return
		}
	}
	a.Verdict = v
}
