package automaton

import "brim/ctl/syntax"

// A vocabulary has the propositions of a path formula, and the guards that its state formulas are over them.
//
// Propositions are atoms; a comparison and its negation are one. But a state formula none of whose atoms occurs in
// another one is a proposition as a whole, as its structure does not matter to the automaton.
type vocabulary struct {
	pool  *syntax.Pool
	props []*syntax.Formula
	index map[*syntax.Formula]int  // of propositions
	whole map[*syntax.Formula]bool // largest state formulas that are not looked into, their negations too
}

// newVocabulary returns the vocabulary of a path formula: the propositions of its automaton. These are the largest
// state formulas in it, but one that shares an atom with another one is split into its atoms, so that propositions are
// independent, unless there would be too many atoms. The error says that there are more than most propositions.
func newVocabulary(path *syntax.Formula, most int) (*vocabulary, error) {
	v := &vocabulary{pool: path.Pool(), index: map[*syntax.Formula]int{}, whole: map[*syntax.Formula]bool{}}
	var largest []*syntax.Formula // one of each and its negation
	known := map[*syntax.Formula]bool{}
	walk(path, func(f *syntax.Formula) {
		if f = v.push(f, false); !known[f] {
			known[f], known[v.push(f, true)] = true, true
			largest = append(largest, f)
		}
	})
	users := map[*syntax.Formula]int{} // of atoms: how many of the largest formulas have them
	for _, f := range largest {
		for a := range v.atoms(f) {
			users[a]++
		}
	}
	shared := 0
	for _, n := range users {
		if n > 1 {
			shared++
		}
	}
	for _, f := range largest {
		split := false
		for a := range v.atoms(f) {
			split = split || users[a] > 1
		}
		if !split || shared > most { // rather none is looked into than that there are too many
			v.whole[f], v.whole[v.push(f, true)] = true, true
			v.add(f)
			continue
		}
		for g := range f.All() {
			if _, is := v.atoms(f)[g]; is {
				v.add(g)
			}
		}
	}
	if len(v.props) > most {
		return nil, &LimitError{"propositions", most}
	}
	return v, nil
}

// walk calls each for the largest state formulas of a path formula, from left to right, each once.
func walk(path *syntax.Formula, each func(*syntax.Formula)) {
	seen := map[*syntax.Formula]bool{}
	var visit func(f *syntax.Formula)
	visit = func(f *syntax.Formula) {
		if seen[f] {
			return
		}
		seen[f] = true
		if f.Temporal() {
			for _, g := range operands(f) {
				visit(g)
			}
		} else if f.Op != syntax.True && f.Op != syntax.False {
			each(f)
		}
	}
	visit(path)
}

// operands returns the operands of a path formula. Those of a conjunction or disjunction that are state formulas are
// one.
func operands(f *syntax.Formula) []*syntax.Formula {
	if f.Op != syntax.And && f.Op != syntax.Or {
		return f.Args
	}
	var state, list []*syntax.Formula
	for _, g := range f.Args {
		if g.Temporal() {
			list = append(list, g)
		} else {
			state = append(state, g)
		}
	}
	if len(state) > 0 {
		list = append(list, f.Pool().Make(f.Op, state...))
	}
	return list
}

// add makes f a proposition.
func (v *vocabulary) add(f *syntax.Formula) {
	if _, ok := v.index[f]; !ok {
		v.index[f] = len(v.props)
		v.props = append(v.props, f)
	}
}

// atoms returns the atoms of what push returned.
func (v *vocabulary) atoms(f *syntax.Formula) map[*syntax.Formula]bool {
	atoms := map[*syntax.Formula]bool{}
	for g := range f.All() {
		switch g.Op {
		case syntax.Compare, syntax.Enabled, syntax.Deadlock:
			atoms[g] = true
		}
	}
	return atoms
}

// push returns a state formula, or its negation, in which ! stands only before atoms, comparisons included.
func (v *vocabulary) push(f *syntax.Formula, negated bool) *syntax.Formula {
	p := v.pool
	switch f.Op {
	case syntax.True, syntax.False:
		return p.Bool((f.Op == syntax.True) != negated)
	case syntax.Not:
		return v.push(f.Args[0], !negated)
	case syntax.And, syntax.Or:
		list := make([]*syntax.Formula, len(f.Args))
		for i, g := range f.Args {
			list[i] = v.push(g, negated)
		}
		if (f.Op == syntax.And) != negated {
			return p.And(list...)
		}
		return p.Or(list...)
	case syntax.Compare:
		g := syntax.Simplify(f, syntax.Maximal)
		n := syntax.Simplify(p.Not(g), syntax.Maximal)
		switch {
		case g.Op != syntax.Compare:
			return v.push(g, negated)
		case n.Op == syntax.Compare && rank[n.Rel] < rank[g.Rel]:
			f, negated = n, !negated
		default:
			f = g
		}
	}
	if negated {
		return p.Not(f)
	}
	return f
}

// rank says of relations which one is the proposition if a comparison by each is the negation of the other: the lower.
var rank = [...]int{syntax.GreaterEqual: 0, syntax.Greater: 1, syntax.Equal: 2, syntax.LessEqual: 3, syntax.Less: 4,
	syntax.NotEqual: 5}

// expand returns the cubes of what push returned.
func (v *vocabulary) expand(f *syntax.Formula) Guard {
	if i, ok := v.index[f]; ok {
		return Guard{{True: 1 << i}}
	}
	if v.whole[f] {
		return Guard{{False: 1 << v.index[v.push(f, true)]}}
	}
	switch f.Op {
	case syntax.True:
		return Guard{{}}
	case syntax.False:
		return nil
	case syntax.Not:
		return Guard{{False: 1 << v.index[f.Args[0]]}}
	case syntax.Or:
		var g Guard
		for _, a := range f.Args {
			g = append(g, v.expand(a)...)
		}
		return absorb(g)
	}
	g := Guard{{}}
	for _, a := range f.Args {
		var product Guard
		for _, d := range v.expand(a) {
			for _, c := range g {
				if e, ok := c.and(d); ok {
					product = append(product, e)
				}
			}
		}
		g = absorb(product)
	}
	return g
}
