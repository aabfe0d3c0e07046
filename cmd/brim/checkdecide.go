package main

import (
	"context"
	"errors"
	"time"

	"brim/ctl"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/quantity"
)

// A decider answers properties on one space.
type decider struct {
	*inquiry
	checker *ctl.Checker
}

// newDecider prepares the space of an inquiry. The error is a limit.
func newDecider(q *inquiry) (*decider, error) {
	d := &decider{inquiry: q}
	err := q.x.ask("preparing", func() {
		if q.x.stopped != nil {
			q.x.FindOpen()
		}
		d.checker = q.x.Checker(q.paths)
	})
	return d, err
}

// decide answers a question within the limits of the command, and within a time of its own if that is not 0. It tells whether that time
// was too short. The error is a fault of this program.
func (d *decider) decide(a *answer, own time.Duration) (short bool, err error) {
	start := time.Now()
	ctx := d.x.watch.Ctx
	if own > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, own)
		defer cancel()
	}
	d.x.progress.at("deciding " + a.ID)
	asked := *a
	var wrong error
	if late := d.x.watch.Do(exploreGrace, func() { wrong = d.try(ctx, &asked) }); late != nil {
		a.Reason = d.x.limits.reason(late) // and asked, which may still be written, is forgotten
		a.took += time.Since(start)
		return false, nil
	}
	*a = asked
	a.took += time.Since(start)
	if a.Reason == "" {
		return false, wrong
	}
	switch cause := d.x.watch.Cause(); {
	case cause != nil && (a.Result != engine.Unknown || d.partial == ""):
		a.Reason = d.x.limits.reason(cause)
	case cause == nil && ctx.Err() != nil:
		a.Reason = "its share of the time limit was too short: " + quantity.Seconds(own)
		short = a.Result == engine.Unknown
	case a.Result == engine.Unknown && d.partial != "":
		a.Reason = d.partial
	}
	return short, wrong
}

// try answers a question until ctx is done.
func (d *decider) try(ctx context.Context, a *answer) (err error) {
	limits := d.x.bounds()
	before := d.x.Model.Forest.Stats().Work
	defer func() {
		asked := d.x.Model.Forest.Stats().Work - before
		a.final = d.x.Complete && ctx.Err() == nil && (d.work == 0 || asked < d.work)
	}()
	if a.Property.Bound == nil {
		o := symbolic.WitnessOptions{Limits: limits, Work: d.work, None: !d.trace, BySets: d.bySets}
		a.Verdict, err = d.x.Verdict(ctx, d.checker, a.Formula, o)
		return err
	}
	limits.Work = d.work
	var wrong error
	limit := d.x.Model.Forest.Guard(ctx, limits, func() { a.most, wrong = d.x.Bound(a.Property.Bound) })
	if err := errors.Join(limit, wrong); err != nil {
		a.Verdict = engine.Verdict{Reason: err.Error()}
		return nil
	}
	if d.x.Complete {
		a.Verdict = engine.Verdict{Result: engine.Holds, Bound: engine.Complete}
	} else {
		a.Verdict = engine.Verdict{Reason: d.partial}
	}
	return nil
}
