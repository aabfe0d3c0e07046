package check

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"brim/ctl"
	"brim/engine/symbolic"
	"brim/ltl/automaton"
	"brim/mdd"
)

// linearTime says that the diagrams answer questions about runs, each space all of them beside those of CTL.
func (Diagrams) linearTime() {}

// cheapFirst sorts questions about runs by the size of their automata, which says most about what they take, behind all
// others. Those without an automaton come last.
func (x *diagramsRun) cheapFirst(ctx context.Context, open []*Question) []*Question {
	size := func(q *Question) int {
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
	sizes := map[*Question]int{}
	for _, q := range open {
		sizes[q] = size(q)
	}
	open = slices.Clone(open)
	slices.SortStableFunc(open, func(p, q *Question) int { return cmp.Compare(sizes[p], sizes[q]) })
	return open
}

// answerRun finds the answer to a question about runs on the space until ctx is done. An error is a fault.
func (x *diagramsRun) answerRun(ctx context.Context, q *Question, c *ctl.Checker) (Answer, error) {
	a, err := x.Automaton(ctx, q)
	if err != nil {
		return noAutomaton(err)
	}
	o := symbolic.WitnessOptions{Limits: x.bounds(), Work: x.work, None: !q.Trace, BySets: x.BySets}
	v, lasso, err := x.space.Run(ctx, c, x.Goal(q), a, o)
	if err != nil || v.Result == Unknown {
		return Answer{Verdict: v}, err
	}
	found := x.none(q)
	if found.Result != v.Result {
		found = x.ran(q)
	}
	found.Verdict, found.Untraced = v, lasso == nil
	if lasso != nil {
		found.Witness = &Witness{Formula: found.Shows, Start: x.Net().Initial(), Steps: lasso.Steps, Loop: lasso.Loop}
	}
	return found, nil
}

// noAutomaton returns an answer that says why there is none: an automaton that is too large, or a limit of the run. Any
// other error is a fault.
func noAutomaton(err error) (Answer, error) {
	var large *automaton.LimitError
	if !errors.As(err, &large) && !limited(err) {
		return Answer{}, err
	}
	return Answer{Verdict: Verdict{Reason: err.Error(), Stopped: err}}, nil
}

// askCoverRun puts a question about runs to a cover.
func askCoverRun(ctx context.Context, t *Turn, c *symbolic.Cover, q *Question, limits mdd.Limits) {
	start := time.Now()
	a, err := t.Automaton(ctx, q)
	if err != nil {
		return
	}
	r := Unknown
	if c.Guard(ctx, limits, func() { r = c.Run(t.Goal(q), a, q.Paths) }) != nil || r == Unknown {
		return
	}
	found := t.none(q)
	if found.Result != r {
		found = t.ran(q)
	}
	found.Bound, found.By, found.Took, found.Untraced = Complete, byCover, time.Since(start), true
	found.Reason = "the verdict follows from what markings can be covered"
	if !q.Trace || !wantsTrace(q.LTL, r) {
		found.Reason = ""
	}
	t.Answer(q, found)
}
