package certify

import (
	"errors"
	"fmt"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/ltl"
	"brim/petri"
)

// This file says which formula an answer claims of the initial marking.

// Proven returns the formula F that holds in the initial marking if and only if the answer is right: in negation normal
// form, where ! stands also before E( U ) and A( U ), or, for a question of LTL, as A φ or E φ with φ in the form of
// ltl.NNF. It is nil for numbers of the state space and for what is infinite, which are no matter of formulas. Its pool
// belongs to the caller. Cost: the size of the question, and for global properties that of the net.
func Proven(m *model.Model, q *model.Question, a *model.Answer) (*syntax.Formula, error) {
	p, net := syntax.NewPool(), m.Net
	holds := a.Result == model.Holds
	if q.LTL != nil {
		return run(p.Copy(q.LTL), holds), nil
	}
	var f *syntax.Formula
	switch q.Kind {
	case model.Truth:
		if q.Formula == nil {
			return nil, errors.New("formulas of the μ-calculus have no certificates")
		}
		f = p.Copy(q.Formula)
	case model.Deadlock:
		f = q.Kind.Formula(p, net)
	case model.OneSafe:
		var safe []*syntax.Formula
		for _, list := range places(m) {
			g, err := p.Compare(syntax.Tokens(list...), syntax.LessEqual, syntax.Constant(1))
			if err != nil {
				return nil, err
			}
			safe = append(safe, g)
		}
		f = p.Make(syntax.AG, p.And(safe...))
	case model.QuasiLiveness, model.Liveness:
		var live []*syntax.Formula
		for _, list := range transitions(m) {
			g := p.Make(syntax.EF, p.Enabled(list...))
			if q.Kind == model.Liveness {
				g = p.Make(syntax.AG, g)
			}
			live = append(live, g)
		}
		f = p.And(live...)
	case model.StableMarking:
		var stable []*syntax.Formula
		for _, list := range places(m) {
			now := int64(0)
			for _, r := range list {
				now += net.Places[r.Index].Initial
			}
			g, err := p.Compare(syntax.Tokens(list...), syntax.Equal, syntax.Constant(now))
			if err != nil {
				return nil, err
			}
			stable = append(stable, p.Make(syntax.AG, g))
		}
		f = p.Or(stable...)
	case model.Bound, model.MostInPlace, model.MostInMarking:
		if a.Infinite {
			return nil, nil
		}
		return bound(p, net, q, a)
	default:
		return nil, nil
	}
	return normal(f, !holds), nil
}

// run returns a formula of LTL or its negation, with the negations inside.
func run(f *syntax.Formula, holds bool) *syntax.Formula {
	p, op, path := f.Pool(), f.Op, f.Args[0]
	if !holds {
		op, path = map[syntax.Op]syntax.Op{syntax.A: syntax.E, syntax.E: syntax.A}[op], p.Not(path)
	}
	return p.Make(op, ltl.NNF(withoutIff(path, map[*syntax.Formula]*syntax.Formula{})))
}

// places lists for each place of the model, with or without colours, those of the net.
func places(m *model.Model) (list [][]syntax.Ref) {
	ref := func(i int) syntax.Ref { return syntax.Ref{Index: i, Name: m.Net.Places[i].Name} }
	if m.Unfolding != nil {
		return grouped(len(m.Coloured.Places), m.Unfolding.Places, ref)
	}
	return grouped(len(m.Net.Places), func(i int) (first, end int) { return i, i + 1 }, ref)
}

// transitions lists for each transition of the model, with or without bindings, those of the net.
func transitions(m *model.Model) (list [][]syntax.Ref) {
	ref := func(i int) syntax.Ref { return syntax.Ref{Index: i, Name: m.Net.Transitions[i].Name} }
	if m.Unfolding != nil {
		return grouped(len(m.Coloured.Transitions), m.Unfolding.Transitions, ref)
	}
	return grouped(len(m.Net.Transitions), func(i int) (first, end int) { return i, i + 1 }, ref)
}

func grouped(n int, span func(int) (first, end int), ref func(int) syntax.Ref) [][]syntax.Ref {
	list := make([][]syntax.Ref, n)
	for i := range list {
		for k, end := span(i); k < end; k++ {
			list[i] = append(list[i], ref(k))
		}
	}
	return list
}

// bound returns the formula that a number is the largest value of a sum, or of all places one by one.
func bound(p *syntax.Pool, net *petri.Net, q *model.Question, a *model.Answer) (*syntax.Formula, error) {
	if a.Number == nil || !a.Number.IsInt64() {
		return nil, fmt.Errorf("the number %s does not fit into 64 bits", a.Text())
	}
	n := a.Number.Int64()
	var below, reached []*syntax.Formula
	add := func(s syntax.Sum) error {
		most, err := p.Compare(s, syntax.LessEqual, syntax.Constant(n))
		if err != nil {
			return err
		}
		least, err := p.Compare(s, syntax.GreaterEqual, syntax.Constant(n))
		below, reached = append(below, most), append(reached, least)
		return err
	}
	if q.Kind != model.MostInPlace {
		if err := add(*q.Largest(net)); err != nil {
			return nil, err
		}
		return p.And(p.Make(syntax.AG, below[0]), p.Make(syntax.EF, reached[0])), nil
	}
	for i := range net.Places {
		if err := add(syntax.Tokens(syntax.Ref{Index: i, Name: net.Places[i].Name})); err != nil {
			return nil, err
		}
	}
	return p.And(p.Make(syntax.AG, p.And(below...)), p.Make(syntax.EF, p.Or(reached...))), nil
}
