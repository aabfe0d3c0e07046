package covers

import (
	"context"
	"math"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine/symbolic/cover"
	"brim/mdd"
)

// coverShare is the divisor of the time that is left for all questions to a cover.
const coverShare = 4

// Ask puts questions to a cover, each for an equal share of 1/coverShare of the time that is left, and gives the
// answers that follow. by is the name that these answers are By; follows is their reason where a trace is wanted.
func Ask(ctx context.Context, t *board.Turn, c *cover.Cover, open []*model.Question, by, follows string) {
	limits := mdd.Limits{Memory: t.Options().Room(1), Nodes: t.Options().Nodes}
	for i, q := range open {
		start := time.Now()
		own, cancel := limit.Share(ctx, coverShare*(len(open)-i))
		if q.LTL != nil {
			askCoverRun(own, t, c, q, limits, by, follows)
			cancel()
			continue
		}
		var a model.Answer
		f, sum := t.Formula(q), q.Largest(t.Net())
		least, most := int64(math.MinInt64), int64(math.MaxInt64)
		limit := c.Guard(own, limits, func() {
			switch q.Kind {
			case model.Truth:
				f = c.Simplify(f, q.Paths)
				a.Result = c.Holds(f, q.Paths)
			case model.Bound, model.MostInMarking:
				least, most = c.Bound(sum)
			case model.States, model.Firings, model.MostInPlace:
			default:
				a.Result = GlobalProperty(c, q.Kind)
			}
		})
		cancel()
		if limit != nil {
			continue
		}
		if sum != nil {
			t.Narrow(q, least, most, by)
			continue
		}
		if q.Kind == model.Truth {
			t.Simplify(q, f)
		}
		if a.Known() {
			a.Bound, a.By, a.Took, a.Untraced = model.Complete, by, time.Since(start), true
			if q.Trace && model.WantsTrace(q.Formula, a.Result) {
				a.Reason = follows
			}
			t.Answer(q, a)
		}
	}
}

// askCoverRun puts a question of LTL to a cover.
func askCoverRun(ctx context.Context, t *board.Turn, c *cover.Cover, q *model.Question, limits mdd.Limits, by,
	follows string) {
	start := time.Now()
	a, err := t.Automaton(ctx, q)
	if err != nil {
		return
	}
	r := model.Unknown
	if c.Guard(ctx, limits, func() { r = c.Run(t.Goal(q), a, q.Paths) }) != nil || r == model.Unknown {
		return
	}
	found := model.NoRun(q)
	if found.Result != r {
		found = model.Ran(q)
	}
	found.Bound, found.By, found.Took, found.Untraced = model.Complete, by, time.Since(start), true
	if q.Trace && model.WantsTrace(q.LTL, r) {
		found.Reason = follows
	}
	t.Answer(q, found)
}

// A Judge answers questions for global properties: a state space, or a cover.
type Judge interface {
	HasDeadlock() model.Result
	QuasiLive() model.Result
	Live() model.Result
	OneSafe() model.Result
	HasStablePlace() model.Result
}

// GlobalProperty answers a question for a global property, Unknown for any other question.
func GlobalProperty(s Judge, k model.Kind) model.Result {
	switch k {
	case model.Deadlock:
		return s.HasDeadlock()
	case model.QuasiLiveness:
		return s.QuasiLive()
	case model.StableMarking:
		return s.HasStablePlace()
	case model.Liveness:
		return s.Live()
	case model.OneSafe:
		return s.OneSafe()
	}
	return model.Unknown
}
