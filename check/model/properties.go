package model

import (
	"brim/ctl/syntax"
	"brim/petri"
)

// Properties of single places and transitions, and questions as formulas.

// A Property is one that single transitions or places of a net have or do not have, over all reachable markings. The
// techniques of a run tell each other which of them have it.
type Property uint8

const (
	Fireable Property = iota // of a transition: some reachable marking enables it
	Changing                 // of a place: two reachable markings differ in it
	Safe                     // of a place: no reachable marking has more than one token in it
)

func (p Property) String() string { return [...]string{"fireable", "changing", "safe"}[p] }

// Shown returns the formula without path operators that some reachable marking satisfies if and only if transition or
// place i is fireable, is changing, or is not safe.
func (p Property) Shown(pool *syntax.Pool, net *petri.Net, i int) *syntax.Formula {
	switch p {
	case Fireable:
		return pool.Enabled(syntax.Ref{Index: i, Name: net.Transitions[i].Name})
	case Changing:
		return Compare(pool, net, i, syntax.NotEqual, net.Places[i].Initial)
	}
	return Compare(pool, net, i, syntax.Greater, 1)
}

// Formula returns the formula of CTL that asks whether transition or place i has the property.
func (p Property) Formula(pool *syntax.Pool, net *petri.Net, i int) *syntax.Formula {
	if p == Safe {
		return pool.Make(syntax.AG, Compare(pool, net, i, syntax.LessEqual, 1))
	}
	return pool.Make(syntax.EF, p.Shown(pool, net, i))
}

// Formula returns a formula of CTL over a net that has the same answer as a question of kind Deadlock or OneSafe, nil
// for any other kind.
func (k Kind) Formula(pool *syntax.Pool, net *petri.Net) *syntax.Formula {
	switch k {
	case Deadlock:
		return pool.Make(syntax.EF, pool.Deadlock())
	case OneSafe:
		var all []*syntax.Formula
		for p := range net.Places {
			all = append(all, Compare(pool, net, p, syntax.LessEqual, 1))
		}
		return pool.Make(syntax.AG, pool.And(all...))
	}
	return nil
}

// Compare returns the comparison of a place with a number.
func Compare(pool *syntax.Pool, net *petri.Net, p int, rel syntax.Relation, n int64) *syntax.Formula {
	place := syntax.Ref{Index: p, Name: net.Places[p].Name}
	f, err := pool.Compare(syntax.Tokens(place), rel, syntax.Constant(n))
	if err != nil {
		panic(err) // one place of weight 1 and a number of tokens cannot overflow
	}
	return f
}

// Largest returns the sum whose largest value a question asks for, nil if it asks for something else: the sum of a
// Bound, or that of all places for MostInMarking.
func (q *Question) Largest(net *petri.Net) *syntax.Sum {
	switch q.Kind {
	case Bound:
		return q.Sum
	case MostInMarking:
		places := make([]syntax.Ref, len(net.Places))
		for p := range places {
			places[p] = syntax.Ref{Index: p, Name: net.Places[p].Name}
		}
		sum := syntax.Tokens(places...)
		return &sum
	}
	return nil
}

// OnPlaces returns a formula that says the same by places alone: a transition is enabled where its inputs hold enough
// and what inhibits it holds few.
func OnPlaces(net *petri.Net, f *syntax.Formula) *syntax.Formula {
	return f.Map(func(pool *syntax.Pool, g *syntax.Formula) *syntax.Formula {
		if g.Op != syntax.Enabled {
			return pool.Copy(g)
		}
		var any []*syntax.Formula
		for _, ref := range g.Transitions {
			t := &net.Transitions[ref.Index]
			var all []*syntax.Formula
			for _, a := range t.Pre {
				all = append(all, Compare(pool, net, a.Place, syntax.GreaterEqual, a.Weight))
			}
			for _, a := range t.Inhibit {
				all = append(all, Compare(pool, net, a.Place, syntax.Less, a.Weight))
			}
			any = append(any, pool.And(all...))
		}
		return pool.Or(any...)
	})
}
