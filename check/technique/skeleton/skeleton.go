package skeleton

import (
	"context"
	"errors"
	"math"
	"math/big"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/approximate"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/coloured/skeleton"
)

const (
	skeletonAfter = time.Second // by then most questions about an unfolding are answered
	skeletonSlice = 200 * time.Millisecond
)

// Suffix is added to the name of a technique in Answer.By if it answered on the skeleton.
const Suffix = " on the skeleton"

// Technique lets other techniques work on the skeleton of a coloured net. It has each run of the coloured net and maybe
// others, so what holds on all its runs holds in the coloured net, and its bounds are not exceeded there.
type Technique struct {
	// Techniques lists the techniques for the skeleton.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "skeleton".
func (Technique) Name() string { return "skeleton" }

// Traits tells how it works.
func (Technique) Traits() board.Traits {
	return board.Traits{Sliced: true, Linear: true, Folded: true}
}

// Takes takes questions about whole places and transitions of the coloured net that the skeleton may decide.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Coloured == nil || m.Unfolding != nil && m.Unfolding.Partial:
		return errors.New("the technique skeleton works on coloured nets")
	case !m.OfWholes(q):
		return errors.New("the technique skeleton decides formulas about coloured places and transitions, bounds, " +
			"and deadlocks")
	}
	return nil
}

// Run works in slices of time, at once if the net is not unfolded.
func (r Technique) Run(ctx context.Context, t *board.Turn) error {
	var nets [2]*net // without and with ends
	after := skeletonAfter
	if t.Net() == nil {
		after = 0
	}
	return drive.Quiet(t, t.Slices(ctx, after, skeletonSlice, func(ctx context.Context) (bool, error) {
		left := 2
		for i := range nets {
			if nets[i] == nil {
				s, err := skeleton.Of(t.Model().Coloured, i == 1)
				if err != nil {
					return true, nil // numbers of tokens that do not fit
				}
				nets[i] = &net{Skeleton: s, model: model.OfNet(s.Net)}
			}
			done, err := r.slice(ctx, t, nets[i], i == 1, left)
			if err != nil {
				return true, err
			}
			if done {
				left--
			}
		}
		return left == 0, nil
	}))
}

// A net is a skeleton with its model.
type net struct {
	*skeleton.Skeleton
	model *model.Model
}

// A claim is a question about the skeleton, and what it shows of one about the coloured net if it holds.
type claim struct {
	about *model.Question
	inner *model.Question
	shows model.Result
}

// slice decides what it can of the open questions that need ends, or of the others, on a skeleton. It reports whether
// nothing can be gained there any more. The error is a fault.
func (r Technique) slice(ctx context.Context, t *board.Turn, n *net, ends bool, parts int) (done bool, err error) {
	var claims []claim
	var questions []*model.Question
	for _, q := range t.Open() {
		for _, c := range n.claims(t.Model(), q) {
			if f := c.inner.Asks(); (f != nil && q.Paths == model.Maximal && approximate.Ending(f)) == ends {
				claims, questions = append(claims, c), append(questions, c.inner)
			}
		}
	}
	if len(claims) == 0 {
		return true, nil
	}
	o := board.Options{Limits: t.Options().Limits, Techniques: r.Techniques(n.model)}
	o.Without = drive.Inside(t, r.Name(), r.Techniques(n.model))
	o.Start, o.Time = time.Now(), 0
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	report, err := board.Decide(own, n.model, questions, o)
	if err != nil {
		return true, err
	}
	done = own.Err() == nil
	for i, a := range report.Answers {
		c := &claims[i]
		switch {
		case !t.IsOpen(c.about):
		case c.inner.Kind == model.Bound:
			t.Narrow(c.about, initial(n.Net, c.inner.Sum), most(a), r.Name())
		case a.Result == model.Holds:
			t.Answer(c.about, model.Answer{
				Verdict: model.Verdict{Result: c.shows, Bound: model.Complete}, By: a.By + Suffix, Untraced: true,
				Took: a.Took,
			})
		}
	}
	return done, nil
}

// most returns the largest number that a bound of the skeleton may be, as far as it is known.
func most(a *model.Answer) int64 {
	switch {
	case a.Wrong != nil || a.Infinite:
		return petri.Omega
	case !a.Known():
		return a.Most
	case a.Number.IsInt64():
		return a.Number.Int64()
	}
	return petri.Omega
}

// initial returns the value of a sum in the initial marking, math.MinInt64 if it does not fit.
func initial(net *petri.Net, s *syntax.Sum) int64 {
	sum := big.NewInt(s.Const)
	for _, t := range s.Terms {
		x := big.NewInt(t.Weight)
		sum.Add(sum, x.Mul(x, big.NewInt(net.Places[t.Place.Index].Initial)))
	}
	if !sum.IsInt64() {
		return math.MinInt64
	}
	return sum.Int64()
}

// claims lists what the skeleton may show of a question.
func (n *net) claims(m *model.Model, q *model.Question) (list []claim) {
	if q.Kind == model.Bound {
		return []claim{{q, &model.Question{Kind: model.Bound, Sum: q.AskedSum}, model.Holds}}
	}
	f := q.Asked
	if q.Kind == model.Deadlock {
		pool := syntax.NewPool()
		f = pool.Make(syntax.EF, pool.Deadlock())
	}
	a := approximate.Approximation{More: true, Transitions: m.ColouredTransitions(),
		Sure: func(t int) bool { return n.Exact[t] }, Maybe: true}
	for _, r := range []model.Result{model.Holds, model.Fails} {
		if g := a.Formula(f, r, q.Paths); g.Op != syntax.False {
			inner := &model.Question{Paths: q.Paths}
			inner.SetFormula(g)
			list = append(list, claim{q, inner, r})
		}
	}
	return list
}
