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
func Proven(net *petri.Net, q *model.Question, a *model.Answer) (*syntax.Formula, error) {
	p := syntax.NewPool()
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
	case model.Deadlock, model.OneSafe:
		f = q.Kind.Formula(p, net)
	case model.QuasiLiveness:
		f = each(p, syntax.And, len(net.Transitions), func(t int) *syntax.Formula { return fires(p, net, t) })
	case model.Liveness:
		f = each(p, syntax.And, len(net.Transitions), func(t int) *syntax.Formula {
			return p.Make(syntax.AG, fires(p, net, t))
		})
	case model.StableMarking:
		f = each(p, syntax.Or, len(net.Places), func(i int) *syntax.Formula {
			return p.Make(syntax.AG, model.Compare(p, net, i, syntax.Equal, net.Places[i].Initial))
		})
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

// fires returns the formula that transition t can fire some time.
func fires(p *syntax.Pool, net *petri.Net, t int) *syntax.Formula {
	return p.Make(syntax.EF, model.Fireable.Shown(p, net, t))
}

// each joins n formulas; of no formulas And is true, and Or is false.
func each(p *syntax.Pool, op syntax.Op, n int, formula func(int) *syntax.Formula) *syntax.Formula {
	list := make([]*syntax.Formula, n)
	for i := range list {
		list[i] = formula(i)
	}
	if op == syntax.And {
		return p.And(list...)
	}
	return p.Or(list...)
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
