package model

import (
	"brim/ctl/syntax"
	"brim/petri/coloured/unfold"
)

// Formulas over a coloured net as formulas over its unfolding.

// An expander translates formulas over a coloured net to formulas over an unfolding: a place becomes the sum over the
// colours that it may hold, and a transition the disjunction of its bindings. Single colours and bindings become the
// places and transitions that the unfolding has of them, perhaps none.
type expander struct {
	*symbols
	unfolding *unfold.Unfolding
	known     [2]map[int][]syntax.Ref // by kind and index: its members
}

// question returns a question as one about the unfolding.
func (x *expander) question(q *Question) *Question {
	inner := *q
	if q.Asked != nil {
		f, wrong := x.formula(q.Asked)
		inner.Wrong = wrong
		inner.SetFormula(f)
	}
	if q.AskedSum != nil {
		inner.Sum = &syntax.Sum{Terms: x.terms(q.AskedSum.Terms), Const: q.AskedSum.Const}
	}
	return &inner
}

// formula returns f over the unfolding. The error is syntax.ErrOverflow.
func (x *expander) formula(f *syntax.Formula) (*syntax.Formula, error) {
	var wrong error
	g := f.Map(func(pool *syntax.Pool, g *syntax.Formula) *syntax.Formula {
		switch g.Op {
		case syntax.Compare:
			h, err := pool.Compare(syntax.Sum{Terms: x.terms(g.Terms)}, g.Rel, syntax.Constant(g.Const))
			if err != nil {
				wrong = err
				return pool.Bool(false)
			}
			return h
		case syntax.Enabled:
			var list []syntax.Ref
			for _, t := range g.Transitions {
				list = append(list, x.members(syntax.Transitions, t.Index)...)
			}
			return pool.Enabled(list...)
		}
		return pool.Copy(g)
	})
	if wrong != nil {
		return nil, wrong
	}
	return g, nil
}

// terms returns the terms of a sum over the unfolding.
func (x *expander) terms(of []syntax.Term) (list []syntax.Term) {
	for _, t := range of {
		for _, r := range x.members(syntax.Places, t.Place.Index) {
			list = append(list, syntax.Term{Place: r, Weight: t.Weight})
		}
	}
	return list
}

// members returns the places or transitions of the unfolding that a place or transition of the coloured net stands for:
// all of them or, if index names a single colour or binding, those of it. Results are kept.
func (x *expander) members(kind syntax.Kind, index int) []syntax.Ref {
	if list, ok := x.known[kind][index]; ok {
		return list
	}
	if x.known[kind] == nil {
		x.known[kind] = map[int][]syntax.Ref{}
	}
	of, one := x.which(kind, index)
	u := x.unfolding
	var list []syntax.Ref
	if kind == syntax.Places {
		first, end := u.Places(of)
		if one != nil {
			p, ok := u.Place(of, one.colour)
			first, end = p, p
			if ok {
				end++
			}
		}
		for p := first; p < end; p++ {
			list = append(list, syntax.Ref{Index: p, Name: u.Net.Places[p].Name})
		}
	} else {
		for t, end := u.Transitions(of); t < end; t++ {
			if _, binding := u.TransitionOf(t); one == nil || one.fits(binding) {
				list = append(list, syntax.Ref{Index: t, Name: u.Net.Transitions[t].Name})
			}
		}
	}
	x.known[kind][index] = list
	return list
}

// Members returns a function that lists the places or transitions of the unfolding that an index in a question about
// the coloured net stands for.
func (m *Model) Members() func(kind syntax.Kind, index int) []syntax.Ref {
	x := &expander{symbols: m.names.(*symbols), unfolding: m.Unfolding}
	return x.members
}
