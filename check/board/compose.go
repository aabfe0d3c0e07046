package board

import (
	"math"

	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
)

// Global properties of a coloured net speak of its places and transitions, not of those of the unfolding: a place is
// safe or stable if the sum over its colours is, and a transition is quasi-live or live if some binding is. So such a
// question is composed of one question for each place or transition, with a formula that all techniques can decide.

// A part is one of the questions that a whole question is composed of.
//
// Invariant: if one part has the result decides, the whole has the result then. If all parts that are needed have the
// opposite result, the whole has the result otherwise.
type part struct {
	*entry
	decides, then model.Result
	needed        bool
}

// compose splits a question for a global property of a coloured net into parts, one question for each place or
// transition of the coloured net; it leaves any other question as it is. It runs before the techniques begin, so that
// it needs no lock.
func (b *board) compose(whole *entry) {
	m := b.model
	if m.Coloured == nil || whole.Fits(m) != nil {
		return
	}
	pool := syntax.NewPool()
	about := func(name string, f *syntax.Formula, wrong error, decides, then model.Result) {
		q := &model.Question{Wrong: wrong}
		if wrong == nil {
			if q = m.About(f, whole.Paths); q.Formula != nil {
				q.Formula = syntax.Simplify(q.Formula, whole.Paths)
			}
		}
		q.ID, q.Paths = whole.Name()+" of "+name, whole.Paths
		p := b.add(q)
		p.whole = whole
		whole.parts = append(whole.parts, part{p, decides, then, true})
	}
	switch whole.Kind {
	case model.QuasiLiveness, model.Liveness:
		whole.composed, whole.otherwise = true, model.Holds
		for _, t := range m.ColouredTransitions() {
			f := pool.Make(syntax.EF, pool.Enabled(t))
			if whole.Kind == model.Liveness {
				f = pool.Make(syntax.AG, f)
			}
			about(t.Name, f, nil, model.Fails, model.Fails)
		}
		if whole.Kind == model.Liveness && len(whole.parts) > 0 { // after a dead marking nothing is enabled
			p := b.add(&model.Question{ID: whole.Name() + " after deadlock", Kind: model.Deadlock})
			p.whole = whole
			whole.parts = append(whole.parts, part{p, model.Holds, model.Fails, false})
		}
	case model.OneSafe, model.StableMarking:
		whole.composed, whole.otherwise = true, engine.Decided(whole.Kind == model.OneSafe)
		for p := range m.Coloured.Places {
			rel, n, decides := syntax.LessEqual, int64(1), model.Fails
			if whole.Kind == model.StableMarking {
				rel, n, decides = syntax.Equal, initial(m, p), model.Holds
			}
			place := m.ColouredPlace(p)
			f, err := pool.Compare(syntax.Tokens(place), rel, syntax.Constant(n))
			if err == nil {
				f = pool.Make(syntax.AG, f)
			}
			about(place.Name, f, err, decides, decides)
		}
	}
}

// initial returns how many tokens a coloured place holds in the initial marking, math.MinInt64 if the number overflows.
func initial(m *model.Model, place int) int64 {
	t := m.Coloured.Places[place].Initial
	if t == nil {
		return 0
	}
	n, err := m.Coloured.Tokens(t)
	if err != nil {
		return math.MinInt64
	}
	return n
}

// combineLocked derives the answer to a composed question from the answers to its parts as soon as they suffice: one
// decisive part is enough; otherwise all parts that are needed have to be known. last is the part that was answered
// last; it may be nil. The caller holds b.mu.
func (b *board) combineLocked(whole, last *entry) {
	if whole.done || !whole.composed {
		return
	}
	a := model.Answer{Verdict: model.Verdict{Result: whole.otherwise, Bound: model.Complete}}
	if last != nil {
		a.By, a.Took = last.answer.By, last.answer.Took
	}
	for _, p := range whole.parts {
		switch r := p.answer.Result; {
		case r == p.decides:
			a.Result, a.By, a.Took = p.then, p.answer.By, p.answer.Took
			whole.answer = a
			b.closeLocked(whole)
			return
		case p.needed && p.answer.Wrong != nil:
			a = model.Answer{Wrong: p.answer.Wrong}
		case p.needed && r == model.Unknown && a.Wrong == nil:
			a.Result = model.Unknown
		}
	}
	if a.Wrong != nil || a.Known() {
		whole.answer = a
		b.closeLocked(whole)
	}
}

// explainWhole says why a composed question has no answer: for the reason of its first part without an answer.
func explainWhole(whole *entry, stop *limit.Stop) {
	for _, p := range whole.parts {
		if p.needed && !p.answer.Known() && p.answer.Wrong == nil {
			explain(p.entry, stop)
			whole.answer.Reason, whole.answer.Stop = p.Name()+": "+p.answer.Reason, p.answer.Stop
			return
		}
	}
}
