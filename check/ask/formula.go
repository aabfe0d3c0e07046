package ask

import (
	"brim/ctl/syntax"
	"brim/petri"
)

// Formulas about markings and transitions.

// formulas makes formulas about a net, in a pool of its own.
type formulas struct {
	*syntax.Pool
	net *petri.Net
}

func formulasOf(net *petri.Net) formulas { return formulas{syntax.NewPool(), net} }

// places returns places as formulas have them.
func (f formulas) places(places ...int) (list []syntax.Ref) {
	for _, p := range places {
		list = append(list, syntax.Ref{Index: p, Name: f.net.Places[p].Name})
	}
	return list
}

// enabled says that one of some transitions is enabled.
func (f formulas) enabled(transitions ...int) *syntax.Formula {
	var list []syntax.Ref
	for _, t := range transitions {
		list = append(list, syntax.Ref{Index: t, Name: f.net.Transitions[t].Name})
	}
	return f.Enabled(list...)
}

// tokens compares the tokens that some places hold together.
func (f formulas) tokens(rel syntax.Relation, n int64, places ...int) *syntax.Formula {
	if len(places) == 0 {
		return f.Bool(rel.Holds(0, n))
	}
	g, err := f.Compare(syntax.Tokens(f.places(places...)...), rel, syntax.Constant(n))
	if err != nil { // coefficients of 1 do not overflow
		panic("ask: " + err.Error())
	}
	return g
}

// is says that the marking is m.
func (f formulas) is(m petri.Marking) *syntax.Formula {
	var empty []int
	parts := []*syntax.Formula{}
	for p, n := range m {
		if n == 0 {
			empty = append(empty, p)
		} else {
			parts = append(parts, f.tokens(syntax.Equal, n, p))
		}
	}
	return f.And(append(parts, f.tokens(syntax.Equal, 0, empty...))...)
}

// covers says that each place holds as many tokens as in m, or more.
func (f formulas) covers(m petri.Marking) *syntax.Formula {
	parts := []*syntax.Formula{f.Bool(true)}
	for p, n := range m {
		if n > 0 {
			parts = append(parts, f.tokens(syntax.GreaterEqual, n, p))
		}
	}
	return f.And(parts...)
}

// any joins what is said of each of some markings by or.
func (f formulas) any(markings []petri.Marking, say func(petri.Marking) *syntax.Formula) *syntax.Formula {
	parts := []*syntax.Formula{f.Bool(false)}
	for _, m := range markings {
		parts = append(parts, say(m))
	}
	return f.Or(parts...)
}

// The path operators.

func (f formulas) ef(g *syntax.Formula) *syntax.Formula { return f.Make(syntax.EF, g) }
func (f formulas) ag(g *syntax.Formula) *syntax.Formula { return f.Make(syntax.AG, g) }
