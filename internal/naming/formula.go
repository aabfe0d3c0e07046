package naming

import (
	"brim/ctl/syntax"
)

// Formulas with the names of a net, for people and for programs.

// Formula writes a formula over the net for people. In a formula over an unfolding, a sum over all places of a coloured
// place is written by the name of that place, and single places by the colour that they stand for; the same holds for
// transitions.
func (n Names) Formula(f *syntax.Formula) string {
	if n.Unfolding == nil {
		return f.Format(n.Aliases())
	}
	return n.inColours(f).Format(n.inColoured)
}

// FormulaNames is Formula with the names of the file, for programs.
func (n Names) FormulaNames(f *syntax.Formula) string {
	if n.Unfolding == nil {
		return f.Format(n.Identities())
	}
	return n.Formula(f)
}

// inColoured is the Namer for formulas that inColours returns; the names of single places and transitions are written
// already.
func (n Names) inColoured(kind syntax.Kind, r syntax.Ref) string {
	net := n.Unfolding.Coloured
	if kind == syntax.Places && r.Index < len(net.Places) || kind == syntax.Transitions &&
		r.Index < len(net.Transitions) {
		return syntax.NameText(r.Name)
	}
	return r.Name
}

// inColours translates a formula over the unfolding: an index of a coloured place or transition stands for all places
// or transitions that the unfolding has of it, and an index above those for a single one.
func (n Names) inColours(f *syntax.Formula) *syntax.Formula {
	return f.Map(func(pool *syntax.Pool, g *syntax.Formula) *syntax.Formula {
		switch g.Op {
		case syntax.Compare:
			h, err := pool.Compare(syntax.Sum{Terms: n.placesInColours(g.Terms)}, g.Rel, syntax.Constant(g.Const))
			if err != nil {
				panic(err) // the constants are those of g, which is valid
			}
			return h
		case syntax.Enabled:
			return pool.Enabled(n.transitionsInColours(g.Transitions)...)
		}
		return pool.Copy(g)
	})
}

// placesInColours is inColours for terms, which are sorted by place.
func (n Names) placesInColours(terms []syntax.Term) (list []syntax.Term) {
	u, net := n.Unfolding, n.Unfolding.Coloured
	for i := 0; i < len(terms); {
		p, _ := u.PlaceOf(terms[i].Place.Index)
		first, end := u.Places(p)
		all := 0
		for i+all < len(terms) && terms[i+all].Place.Index == first+all && first+all < end &&
			terms[i+all].Weight == terms[i].Weight {
			all++
		}
		if all == end-first {
			list = append(list, syntax.Term{Place: syntax.Ref{Index: p, Name: net.PlaceAlias(p)},
				Weight: terms[i].Weight})
			i += all
			continue
		}
		for ; i < len(terms) && terms[i].Place.Index < end; i++ {
			ref := syntax.Ref{Index: len(net.Places) + terms[i].Place.Index, Name: n.Place(terms[i].Place.Index)}
			list = append(list, syntax.Term{Place: ref, Weight: terms[i].Weight})
		}
	}
	return list
}

// transitionsInColours is inColours for transitions, which are sorted.
func (n Names) transitionsInColours(refs []syntax.Ref) (list []syntax.Ref) {
	u, net := n.Unfolding, n.Unfolding.Coloured
	for i := 0; i < len(refs); {
		t, _ := u.TransitionOf(refs[i].Index)
		first, end := u.Transitions(t)
		all := 0
		for i+all < len(refs) && refs[i+all].Index == first+all && first+all < end {
			all++
		}
		if all == end-first {
			list = append(list, syntax.Ref{Index: t, Name: net.TransitionAlias(t)})
			i += all
			continue
		}
		for ; i < len(refs) && refs[i].Index < end; i++ {
			list = append(list, syntax.Ref{Index: len(net.Transitions) + refs[i].Index,
				Name: n.Transition(refs[i].Index)})
		}
	}
	return list
}
