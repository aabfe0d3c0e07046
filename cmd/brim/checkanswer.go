package main

import (
	"context"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/watch"
	"brim/petri"
)

// An answer to a property is a verdict on its formula, or the largest value of its sum: then the verdict says whether that is known.
type answer struct {
	syntax.Property
	engine.Verdict
	most     int64           // petri.Omega where there is no bound
	untraced *engine.Verdict // what is certain as long as nothing with a trace is
	by       string          // what gave it, if that is no state space
	final    bool            // nothing more can be found: all markings were asked, and nothing ended that
	took     time.Duration
}

// An inquiry answers properties on state spaces of one net.
type inquiry struct {
	net     *petri.Net
	paths   syntax.Paths
	trace   bool // wanted
	bySets  bool // verdicts are to be found by sets alone
	answers []answer
	x       *exploration // the space asked last
	partial string       // why that is not complete, "" if it is

	parts   *symbolic.Parts // of an unbounded net: x is one of them
	search  search          // of a strategy with rounds, or nil
	work    int64           // that a question may take, 0 for no limit
	covered *symbolic.Cover // of an unbounded net
}

// inquire explores the net and answers the properties. The error is about the net or a fault of this program; limits leave answers unknown.
func (c *checkCommand) inquire(ctx context.Context, net *petri.Net, o symbolic.Options, r *symbolic.RoundOptions, p *progress, properties []syntax.Property) (*inquiry, error) {
	q := &inquiry{net: net, trace: len(properties) == 1 && !c.noTrace, bySets: c.ctl.value == constrained}
	if c.deadlock.value == syntax.Infinite.String() {
		q.paths = syntax.Infinite
	}
	for _, p := range properties {
		q.answers = append(q.answers, answer{Property: p})
	}
	q.x = &exploration{limits: &c.limits, watch: watch.New(ctx, c.limits.process()), progress: p}
	var late error
	if r != nil && r.Strategy == symbolic.Auto && !q.bySets { // other ways are asked for by name
		late = q.invariants(ctx, &o)
	}
	if late != nil {
		for _, a := range q.open() {
			a.Reason = c.limits.reason(late)
		}
	}
	if late != nil || len(q.open()) == 0 {
		return q, nil
	}
	q.x.watch.Cancel(nil) // what explores has its own
	if r != nil {
		return q, c.search(ctx, q, o, *r, p)
	}
	x, err := explore(ctx, net, o, &c.limits, p)
	if u, ok := unbounded(err); ok {
		for _, a := range q.open() {
			a.Reason = u.Error() + "; another strategy explores a part"
		}
		return q, nil
	}
	if err != nil {
		return nil, err
	}
	q.x = x
	if x.stopped != nil {
		q.partial = c.limits.reason(x.stopped)
	}
	return q, q.ask(2, 1)
}

// open lists the answers that are not known yet.
func (q *inquiry) open() (list []*answer) {
	for i := range q.answers {
		if a := &q.answers[i]; a.Result == engine.Unknown && a.Wrong == nil && !a.final {
			list = append(list, a)
		}
	}
	return list
}

// close frees the space.
func (q *inquiry) close() {
	if q.parts != nil || q.search != nil {
		q.x.Space = nil // it belongs to them
	}
	if q.search != nil && !q.x.watch.Abandoned {
		q.search.Close()
	}
	if q.parts != nil && !q.x.watch.Abandoned {
		q.parts.Close()
	}
	if q.covered != nil && !q.x.watch.Abandoned {
		q.covered.Close()
	}
	if q.x != nil {
		q.x.close()
	}
}

// ask asks the space for the answers that are not known yet, in rounds: each may take an equal share of one of so many parts of the time
// that is left, and those for which that was too short are asked again. The error is a fault of this program.
func (q *inquiry) ask(rounds, parts int) error {
	if q.x.Space == nil {
		for _, a := range q.open() {
			a.Reason = q.partial
		}
		return nil
	}
	d, err := newDecider(q)
	if err != nil {
		for _, a := range q.open() {
			if a.Reason = q.partial; a.Reason == "" { // else a limit had come before, and that is why nothing is known
				a.Reason = q.x.limits.reason(err)
			}
		}
		return nil
	}
	todo := q.open()
	for ; rounds > 0; rounds-- {
		var again []*answer
		for i, a := range todo {
			short, err := d.decide(a, share(q.x.watch.Ctx, parts*(len(todo)-i)))
			if err != nil {
				return &statusError{statusInternal, false, err}
			}
			if short {
				again = append(again, a)
			}
		}
		todo = again
	}
	return nil
}

// share returns the time that each of n questions may take until ctx is done, 0 for no limit of its own.
func share(ctx context.Context, n int) time.Duration {
	end, ok := ctx.Deadline()
	if !ok || n == 1 {
		return 0
	}
	return max(time.Until(end)/time.Duration(n), time.Millisecond)
}
