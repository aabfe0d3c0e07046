package automaton

import (
	"context"

	"brim/ctl/syntax"
	"brim/ltl"
)

// Of: the way from a formula to a small automaton.

// Of returns an automaton of a path formula in the form of ltl.NNF, made small. It accepts exactly the runs that
// satisfy the formula. Its propositions are formulas of a pool of their own: path is only read. The error is a
// *LimitError, or that of ctx. Cost: exponential in the temporal operators in the worst case, within the limits.
func Of(ctx context.Context, path *syntax.Formula, limits Limits) (*Automaton, error) {
	a, not, err := translations(ctx, ltl.Simplify(syntax.NewPool().Copy(path)), limits.orDefault())
	if err != nil {
		return nil, err
	}
	if not != nil {
		if m := minimal(a, not); m != nil && len(m.States) <= len(a.States) {
			a = m
		}
	}
	for i, p := range a.Props {
		a.Props[i] = syntax.NNF(syntax.Simplify(p, syntax.Maximal)) // enabled(t) | enabled(u) as one
	}
	return a, ctx.Err()
}

// translations returns automata of a simplified path formula and of its negation, over the same propositions; not is
// nil if it is beyond the limits.
func translations(ctx context.Context, path *syntax.Formula, limits Limits) (a, not *Automaton, err error) {
	words, err := newVocabulary(path, min(limits.Props, MostProps))
	if err != nil {
		return nil, nil, err
	}
	if a, err = translate(ctx, path, words, limits); err != nil {
		return nil, nil, err
	}
	a.reduce()
	if not, err = translate(ctx, ltl.NNF(path.Pool().Not(path)), words, limits); err != nil {
		return a, nil, ctx.Err()
	}
	not.reduce()
	return a, not, ctx.Err()
}

// mostRounds bounds how often simulations are tried again after they have found something. Three are usual.
const mostRounds = 8

// reduce makes an automaton smaller by simulations, forwards and backwards, and by trimming.
func (a *Automaton) reduce() {
	a.trim()
	states, arcs := 0, 0
	for round := 0; round < mostRounds && (len(a.States) != states || a.arcs() != arcs); round++ {
		states, arcs = len(a.States), a.arcs()
		a.simulate(false)
		a.simulate(true)
	}
}
