package check

import (
	"math"

	"brim/ctl/syntax"
	"brim/engine"
)

// Global properties of a coloured net speak of its places and transitions, not of those of the unfolding: safe and
// stable are sums over the colours of a place, quasi-live and live are transitions in some binding. So such a question
// is made of one for each place or transition, with a formula that all techniques know how to decide.

// A part is one of the questions that a whole one is made of.
//
// Invariant: if one part has the result decides, the whole has the result then. If all that are needed have the
// opposite, the whole has the result otherwise.
type part struct {
	*asked
	decides, then Result
	needed        bool
}

// compose makes a question for a global property of a coloured net of others; any other is left as it is. Nobody else
// knows the board yet.
func (b *board) compose(whole *asked) {
	u := b.model.Unfolding
	if u == nil || whole.fits(b.model) != nil {
		return
	}
	pool := syntax.NewPool()
	x := &expander{symbols: b.model.names.(*symbols), unfolding: u}
	about := func(name string, f *syntax.Formula, wrong error, decides, then Result) {
		q := &Question{ID: whole.name() + " of " + name, Paths: whole.Paths, Wrong: wrong}
		if wrong == nil {
			q.Formula = syntax.Simplify(f, whole.Paths)
		}
		p := b.ask(q)
		p.whole = whole
		whole.parts = append(whole.parts, part{p, decides, then, true})
	}
	switch whole.Kind {
	case QuasiLiveness, Liveness:
		whole.composed, whole.otherwise = true, Holds
		for t := range u.Coloured.Transitions {
			f := pool.Make(syntax.EF, pool.Enabled(x.members(syntax.Transitions, t)...))
			if whole.Kind == Liveness {
				f = pool.Make(syntax.AG, f)
			}
			about(u.Coloured.Transitions[t].Name, f, nil, Fails, Fails)
		}
		if whole.Kind == Liveness && len(whole.parts) > 0 { // after a dead marking nothing is enabled
			q := b.ask(&Question{ID: whole.name() + " after deadlock", Kind: Deadlock})
			q.whole = whole
			whole.parts = append(whole.parts, part{q, Holds, Fails, false})
		}
	case OneSafe, StableMarking:
		whole.composed, whole.otherwise = true, engine.Decided(whole.Kind == OneSafe)
		for p := range u.Coloured.Places {
			rel, n, decides := syntax.LessEqual, int64(1), Fails
			if whole.Kind == StableMarking {
				rel, n, decides = syntax.Equal, b.initial(u.Places(p)), Holds
			}
			f, err := pool.Compare(syntax.Tokens(x.members(syntax.Places, p)...), rel, syntax.Constant(n))
			if err == nil {
				f = pool.Make(syntax.AG, f)
			}
			about(u.Coloured.Places[p].Name, f, err, decides, decides)
		}
	}
}

// initial returns the tokens that places from first to end−1 have at first, math.MinInt64 if these are too many.
func (b *board) initial(first, end int) (sum int64) {
	for _, p := range b.model.Net.Places[first:end] {
		if p.Initial > math.MaxInt64-sum {
			return math.MinInt64
		}
		sum += p.Initial
	}
	return sum
}

// sumUp answers a question by its parts, if these are enough; last is the one that came last, nil for none. The caller
// holds the lock.
func (b *board) sumUp(whole, last *asked) {
	if whole.done || !whole.composed {
		return
	}
	a := Answer{Verdict: Verdict{Result: whole.otherwise, Bound: Complete}}
	if last != nil {
		a.By, a.Took = last.answer.By, last.answer.Took
	}
	for _, p := range whole.parts {
		switch r := p.answer.Result; {
		case r == p.decides:
			a.Result, a.By, a.Took = p.then, p.answer.By, p.answer.Took
			whole.answer = a
			b.settle(whole)
			return
		case p.needed && p.answer.Wrong != nil:
			a = Answer{Wrong: p.answer.Wrong}
		case p.needed && r == Unknown && a.Wrong == nil:
			a.Result = Unknown
		}
	}
	if a.Wrong != nil || a.known() {
		whole.answer = a
		b.settle(whole)
	}
}

// explainWhole says why a question that is made of others has no answer: as the first of these that has none.
func (b *board) explainWhole(whole *asked, stop *Stop) {
	for _, p := range whole.parts {
		if p.needed && !p.answer.known() && p.answer.Wrong == nil {
			b.explain(p.asked, stop)
			whole.answer.Reason, whole.answer.Stop = p.name()+": "+p.answer.Reason, p.answer.Stop
			return
		}
	}
}
