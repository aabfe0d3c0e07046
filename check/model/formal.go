package model

import (
	"brim/ctl/syntax"
	"brim/petri"
)

// Global properties of nets with reset arcs, priorities or time, as formulas.

// InFormulas returns the questions with formulas and sums that decide a question for a global property of a net with
// reset arcs, priorities or time, about which techniques know nothing else: one question, or a bound for each place for
// MostInPlace, whose answer is the largest of theirs. It returns nil for other questions, and for other models.
func (m *Model) InFormulas(q *Question) []*Question {
	net := m.outline
	if net == nil {
		return nil
	}
	pool := syntax.NewPool()
	ask := func(f *syntax.Formula) []*Question {
		return []*Question{{ID: q.ID, Formula: f, Paths: q.Paths, Trace: q.Trace}}
	}
	fires := func(t int) *syntax.Formula {
		return pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: t, Name: net.Transitions[t].Name}))
	}
	var parts []*syntax.Formula
	switch q.Kind {
	case QuasiLiveness, Liveness:
		for t := range net.Transitions {
			parts = append(parts, fires(t))
		}
		if q.Kind == QuasiLiveness {
			return ask(pool.And(parts...))
		}
		return ask(pool.Make(syntax.AG, pool.And(parts...)))
	case OneSafe:
		for p := range net.Places {
			parts = append(parts, tokens(pool, net, p, syntax.LessEqual, 1))
		}
		return ask(pool.Make(syntax.AG, pool.And(parts...)))
	case StableMarking:
		for p := range net.Places {
			parts = append(parts, pool.Make(syntax.AG, tokens(pool, net, p, syntax.Equal, net.Places[p].Initial)))
		}
		return ask(pool.Or(parts...))
	case MostInPlace, MostInMarking:
		var all []syntax.Ref
		var list []*Question
		for p := range net.Places {
			ref := syntax.Ref{Index: p, Name: net.Places[p].Name}
			all, list = append(all, ref), append(list, boundOf(q, ref))
		}
		if q.Kind == MostInMarking || all == nil {
			return []*Question{boundOf(q, all...)}
		}
		return list
	}
	return nil
}

// tokens compares the tokens of a place with a number.
func tokens(pool *syntax.Pool, net *petri.Net, p int, r syntax.Relation, n int64) *syntax.Formula {
	f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name}), r, syntax.Constant(n))
	if err != nil { // coefficients of 1 do not overflow
		panic("model: " + err.Error())
	}
	return f
}

// boundOf asks for the most tokens that some places hold together.
func boundOf(q *Question, places ...syntax.Ref) *Question {
	sum := syntax.Tokens(places...)
	return &Question{ID: q.ID, Kind: Bound, Sum: &sum, Paths: q.Paths, Trace: q.Trace}
}
