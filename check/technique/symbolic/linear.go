package symbolic

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"brim/check/limit"
	"brim/check/model"
	"brim/ctl"
	"brim/engine/symbolic"
	"brim/ltl/automaton"
)

// Questions of LTL to a space.

// cheapFirst sorts questions of LTL by the size of their automata, which best predicts their cost, behind all other
// questions. Questions without an automaton come last.
func (x *run) cheapFirst(ctx context.Context, open []*model.Question) []*model.Question {
	size := func(q *model.Question) int {
		if q.LTL == nil {
			return 0
		}
		a, err := x.Automaton(ctx, q)
		if err != nil {
			return math.MaxInt
		}
		n := 1 + len(a.States)
		for _, s := range a.States {
			n += len(s.Arcs)
		}
		return n << (8 * int(a.Class()))
	}
	sizes := map[*model.Question]int{}
	for _, q := range open {
		sizes[q] = size(q)
	}
	open = slices.Clone(open)
	slices.SortStableFunc(open, func(p, q *model.Question) int { return cmp.Compare(sizes[p], sizes[q]) })
	return open
}

// answerRun decides a question of LTL on the space until ctx is done. An error is a fault.
func (x *run) answerRun(ctx context.Context, q *model.Question, c *ctl.Checker) (model.Answer, error) {
	a, err := x.Automaton(ctx, q)
	if err != nil {
		return noAutomaton(err)
	}
	o := symbolic.WitnessOptions{Limits: x.bounds(), Work: x.work, None: !q.Trace, BySets: x.BySets}
	v, lasso, err := x.space.Run(ctx, c, x.Goal(q), a, o)
	if err != nil || v.Result == model.Unknown {
		return model.Answer{Verdict: v}, err
	}
	found := model.NoRun(q)
	if found.Result != v.Result {
		found = model.Ran(q)
	}
	found.Verdict, found.Untraced = v, lasso == nil
	if lasso != nil {
		found.Witness = &model.Witness{Formula: found.Shows, Start: x.Net().Initial(), Steps: lasso.Steps,
			Loop: lasso.Loop}
	}
	return found, nil
}

// noAutomaton returns an answer that says why the automaton of a question is missing: it is too large, or a limit of
// the run was reached. Any other error is a fault.
func noAutomaton(err error) (model.Answer, error) {
	var large *automaton.LimitError
	if !errors.As(err, &large) && !limit.Limited(err) {
		return model.Answer{}, err
	}
	return model.Answer{Verdict: model.Verdict{Reason: err.Error(), Stopped: err}}, nil
}
