package main

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri"
)

// examiner returns what answers an examination, nil if it is not supported.
func (m *contest) examiner(examination string) func(context.Context, *petri.Net) error {
	global := func(ask func(*symbolic.Space) engine.Result) func(context.Context, *petri.Net) error {
		return func(ctx context.Context, net *petri.Net) error {
			return m.onSpace(ctx, net, func(x *exploration) []question {
				return []question{{examination, func() (string, error) { return verdict(ask(x.Space) == engine.Holds), nil }}}
			})
		}
	}
	switch examination {
	case "StateSpace":
		return m.stateSpace
	case "ReachabilityDeadlock":
		return global((*symbolic.Space).HasDeadlock)
	case "QuasiLiveness":
		return global((*symbolic.Space).QuasiLive)
	case "StableMarking":
		return global((*symbolic.Space).HasStablePlace)
	case "Liveness":
		return global((*symbolic.Space).Live)
	case "OneSafe":
		return global((*symbolic.Space).OneSafe)
	case "UpperBounds", "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability":
		return func(ctx context.Context, net *petri.Net) error { return m.formulas(ctx, net, examination) }
	}
	return nil
}

func verdict(holds bool) string { return strings.ToUpper(strconv.FormatBool(holds)) }

// A question is a formula or a global property, by its name in the answer.
type question struct {
	id     string
	answer func() (string, error)
}

// formulas answers the properties in the examination's file.
func (m *contest) formulas(ctx context.Context, net *petri.Net, examination string) error {
	pool := syntax.NewPool()
	properties, err := pool.ReadPropertyFile(filepath.Join(m.dir, examination+".xml"), names(net))
	if err != nil {
		var malformed *syntax.SyntaxError
		if !errors.As(err, &malformed) {
			err = fileError("read", err)
		}
		return m.giveUp("CANNOT_COMPUTE", err)
	}
	return m.onSpace(ctx, net, func(x *exploration) []question {
		checker := x.Checker(syntax.Maximal)
		var list []question
		for _, p := range properties {
			list = append(list, question{p.ID, func() (string, error) {
				if p.Bound != nil {
					most, err := x.Bound(p.Bound)
					return strconv.FormatInt(most, 10), err
				}
				holds, err := x.Holds(checker, p.Formula)
				return verdict(holds == engine.Holds), err
			}})
		}
		return list
	})
}

// onSpace explores the net and answers the questions that ask makes for the complete space. Each question may take an
// equal share of the time that is left, so that a hard one leaves something to the others; those that it ended are asked again
// at the end. Without the complete space nothing is answered.
func (m *contest) onSpace(ctx context.Context, net *petri.Net, ask func(*exploration) []question) error {
	p := m.startProgress()
	defer p.end()
	x, err := explore(ctx, net, symbolic.Options{Memory: int64(m.limits.memory)}, &m.limits, p)
	if err != nil {
		if u, ok := unbounded(err); ok {
			err = unboundedError(u)
		}
		return m.giveUp("CANNOT_COMPUTE", err)
	}
	defer x.close()
	if x.stopped != nil {
		return m.giveUp("CANNOT_COMPUTE", &statusError{statusUnknown, false, errors.New(m.limits.reason(x.stopped))})
	}
	var todo []question
	if err := x.ask("preparing", func() { todo = ask(x) }); err != nil {
		return m.giveUp("CANNOT_COMPUTE", &statusError{statusUnknown, false, errors.New(m.limits.reason(err))})
	}
	for round := 0; round < 2 && len(todo) > 0; round++ {
		var again []question
		for i, q := range todo {
			value, err := x.answer(q, m.share(len(todo)-i))
			if err != nil {
				m.note("brim: %s: %v", q.id, err)
				again = append(again, q)
				continue
			}
			if err := m.print("FORMULA " + q.id + " " + value + " TECHNIQUES DECISION_DIAGRAMS SATURATION TOPOLOGICAL"); err != nil {
				return err
			}
		}
		todo = again
	}
	return nil
}

// share returns the time that each of n questions may take, 0 for no limit.
func (m *contest) share(n int) time.Duration {
	if m.limits.time == 0 {
		return 0
	}
	left := time.Duration(m.limits.time) - time.Since(m.limits.start)
	return max(left/time.Duration(n), time.Millisecond)
}

// answer answers a question within the limits and the given time.
func (x *exploration) answer(q question, share time.Duration) (value string, err error) {
	ctx := x.watch.ctx
	if share > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, share)
		defer cancel()
	}
	x.progress.at(q.id)
	var wrong error
	limit := x.Model.Forest.Guard(ctx, mdd.Limits{Memory: int64(x.limits.memory)}, func() { value, wrong = q.answer() })
	return value, errors.Join(limit, wrong)
}
