package automaton

import (
	"context"

	"brim/ctl/syntax"
	"brim/ltl"
)

// Stutter invariance: whether a formula is insensitive to repeated states [MD15].

// StutterInvariant reports whether a path formula, in the form of ltl.NNF, is known to be stutter-invariant: it cannot
// tell runs apart that differ only in how often, finitely often, they repeat each state. It is if there is no X in it,
// also after ltl.Simplify, or if automata show it [MD15]. The result is false if that takes more work than allowed, or
// ctx is done. Cost: as Of, and the states of the automata of the formula and its negation times each other times
// letters.
//
// The automata of the formula and of its negation read one word together, and each may repeat or skip a letter that is
// the same as the one before. If both accept, there are two words that differ in repetitions only, of which one
// satisfies the formula.
func StutterInvariant(ctx context.Context, path *syntax.Formula, limits Limits) bool {
	if !hasNext(path) {
		return true
	}
	if path = ltl.Simplify(syntax.NewPool().Copy(path)); !hasNext(path) {
		return true
	}
	a, not, err := translations(ctx, path, limits.orDefault())
	if err != nil || not == nil || a.Marks+not.Marks+2 > MostMarks {
		return false
	}
	l, ok := lettersOf(guardsOf(a, not))
	if !ok || len(a.States)*len(not.States)*len(l.parts) > mostPairs/16 {
		return false
	}
	return ctx.Err() == nil && !a.meetsRepeating(not, l)
}

// hasNext reports whether X occurs in the formula.
func hasNext(path *syntax.Formula) bool {
	for f := range path.All() {
		if f.Op == syntax.X {
			return true
		}
	}
	return false
}

// meetsRepeating reports whether two automata accept two words that are equal up to repetitions of letters. It looks
// for a fair cycle in the product, in which one automaton may repeat the last letter while the other one waits.
func (a *Automaton) meetsRepeating(b *Automaton, l *letters) bool {
	t, u := a.tableOf(l), b.tableOf(l)
	n, m, none := len(t), len(u), len(l.parts) // a node has the last letter, none at first
	node := func(last, s, r int) int { return (last*n+s)*m + r }
	moved := [2]uint64{1 << (a.Marks + b.Marks), 2 << (a.Marks + b.Marks)} // each has to read on again and again
	all := (&Automaton{Marks: a.Marks + b.Marks + 2}).All()
	first := node(none, a.Initial, b.Initial)
	return fair((none+1)*n*m, func(v int) bool { return v == first }, all, func(v int, each func(w int, marks uint64)) {
		last, s, r := v/m/n, v/m%n, v%m
		for letter := range none {
			repeated := letter == last
			for _, x := range t[s][letter] {
				for _, y := range u[r][letter] {
					each(node(letter, x.to, y.to), x.marks|y.marks<<a.Marks|moved[0]|moved[1])
				}
				if repeated {
					each(node(letter, x.to, r), x.marks|moved[0])
				}
			}
			if repeated {
				for _, y := range u[r][letter] {
					each(node(letter, s, y.to), y.marks<<a.Marks|moved[1])
				}
			}
		}
	}, nil)
}
