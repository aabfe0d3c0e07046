package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri"
)

// An answer to a property is a verdict on its formula, or the largest value of its sum: then the verdict says whether that is known.
type answer struct {
	syntax.Property
	engine.Verdict
	most int64
	took time.Duration
}

// explore builds the state space on which formulas are decided. If it is not complete, the reason says why.
func (c *checkCommand) explore(ctx context.Context, net *petri.Net, o symbolic.Options, p *progress) (x *exploration, reason string, err error) {
	x, err = explore(ctx, net, o, &c.limits, p)
	if u, ok := unbounded(err); ok {
		return &exploration{limits: &c.limits, watch: newWatch(ctx, &c.limits), progress: p}, u.Error(), nil
	}
	if err == nil && x.stopped != nil {
		reason = c.limits.reason(x.stopped)
	}
	return x, reason, err
}

// answer answers properties on a space. A reason why the space is not complete leaves all of them unknown. Each may take an equal share of the
// time that is left; those for which that was too short are asked again at the end. The error is a fault of this program.
func (c *checkCommand) answer(x *exploration, reason string, properties []syntax.Property) ([]answer, error) {
	paths := syntax.Maximal
	if c.deadlock.value == syntax.Infinite.String() {
		paths = syntax.Infinite
	}
	var checker *ctl.Checker
	if reason == "" {
		if err := x.ask("preparing", func() { checker = x.Checker(paths) }); err != nil {
			reason = c.limits.reason(err)
		}
	}
	answers := make([]answer, len(properties))
	var todo []int
	for i, p := range properties {
		answers[i] = answer{Property: p, Verdict: engine.Verdict{Reason: reason}}
		todo = append(todo, i)
	}
	d := &decider{exploration: x, checker: checker, trace: len(properties) == 1 && !c.noTrace}
	for round := 0; round < 2 && reason == ""; round++ {
		var again []int
		for n, i := range todo {
			share := c.share(len(todo) - n)
			a, err := d.decide(properties[i], share)
			if err != nil {
				return nil, &statusError{statusInternal, false, fmt.Errorf("internal error: %w", err)}
			}
			if a.Result == engine.Unknown && share > 0 && a.took >= share {
				again = append(again, i)
			}
			a.took += answers[i].took
			answers[i] = a
		}
		todo = again
	}
	return answers, nil
}

// share returns the time that each of n properties may take, 0 for no limit of its own.
func (c *checkCommand) share(n int) time.Duration {
	if c.limits.time == 0 || n == 1 {
		return 0
	}
	left := time.Duration(c.limits.time) - time.Since(c.limits.start)
	return max(left/time.Duration(n), time.Millisecond)
}

// A decider answers properties on one space.
type decider struct {
	*exploration
	checker *ctl.Checker
	trace   bool // wanted
}

// decide answers a property within the limits of the command, and within a time of its own if that is not 0.
func (d *decider) decide(p syntax.Property, share time.Duration) (a answer, err error) {
	start := time.Now()
	ctx := d.watch.ctx
	if share > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, share)
		defer cancel()
	}
	d.progress.at("deciding " + p.ID)
	if late := d.watch.do(exploreGrace, func() { a, err = d.ask(ctx, p) }); late != nil {
		return answer{Property: p, Verdict: engine.Verdict{Reason: d.limits.reason(late)}, took: time.Since(start)}, nil
	}
	a.took = time.Since(start)
	if a.Reason == "" {
		return a, err
	}
	if cause := d.watch.cause(); cause != nil {
		a.Reason = d.limits.reason(cause)
	} else if ctx.Err() != nil {
		a.Reason = "its share of the time limit was too short: " + seconds(share)
	}
	return a, err
}

// ask answers a property until ctx is done.
func (d *decider) ask(ctx context.Context, p syntax.Property) (a answer, err error) {
	limits := mdd.Limits{Memory: int64(d.limits.memory), Nodes: d.limits.nodes}
	a.Property = p
	if p.Bound == nil {
		a.Verdict, err = d.Verdict(ctx, d.checker, p.Formula, symbolic.WitnessOptions{Limits: limits, None: !d.trace})
		return a, err
	}
	var wrong error
	limit := d.Model.Forest.Guard(ctx, limits, func() { a.most, wrong = d.Bound(p.Bound) })
	if err := errors.Join(limit, wrong); err != nil {
		a.Reason = err.Error()
		return a, nil
	}
	a.Verdict = engine.Verdict{Result: engine.Holds, Bound: engine.Complete}
	return a, nil
}

// status returns the error that carries the exit status: nil if all formulas hold.
func status(answers []answer) error {
	for _, a := range answers {
		if a.Result == engine.Fails {
			return &statusError{status: statusFails, object: true}
		}
	}
	for _, a := range answers {
		if a.Result == engine.Unknown {
			return &statusError{status: statusUnknown, object: true}
		}
	}
	return nil
}
