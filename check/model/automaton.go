package model

import (
	"context"
	"errors"
	"slices"

	"brim/ctl/syntax"
	"brim/ltl"
	"brim/ltl/automaton"
)

// The automaton of a question, and its size.

// Automaton returns the automaton of the path formula that a run has to satisfy to decide a question of LTL, or of CTL
// if its only path operator is the outermost one; see ltl.GoalOf. The error says that the question is of another kind,
// or is that of ctx or an *automaton.LimitError.
func (q *Question) Automaton(ctx context.Context) (*automaton.Automaton, error) {
	question := q.LTL
	if question == nil && q.Formula != nil {
		question = asRuns(Apart(q.Formula))
	}
	if question == nil {
		return nil, errors.New("expected a formula of LTL, A or E before a path formula, as A G(p -> F q)")
	}
	return automaton.Of(ctx, ltl.GoalOf(Apart(question)).Path, automaton.Limits{})
}

// asRuns returns the question of LTL that equals a formula of CTL whose only path operator is the outermost one, nil
// for any other formula. Such operators other than X mean the same in markings from which some run goes on for ever.
func asRuns(f *syntax.Formula) *syntax.Formula {
	ops, ok := map[syntax.Op][2]syntax.Op{
		syntax.AF: {syntax.A, syntax.F}, syntax.AG: {syntax.A, syntax.G}, syntax.AU: {syntax.A, syntax.U},
		syntax.EF: {syntax.E, syntax.F}, syntax.EG: {syntax.E, syntax.G}, syntax.EU: {syntax.E, syntax.U},
	}[f.Op]
	if !ok || slices.ContainsFunc(f.Args, (*syntax.Formula).Temporal) {
		return nil
	}
	return f.Pool().Make(ops[0], f.Pool().Make(ops[1], f.Args...))
}

// An AutomatonSize tells how large the automaton of a question of LTL is, and what search it needs: its Class is
// terminal, weak or strong.
type AutomatonSize struct {
	States int    `json:"automaton_states"`
	Arcs   int    `json:"automaton_arcs"`
	Marks  int    `json:"automaton_marks"`
	Class  string `json:"automaton_class"`
}

// SizeOf returns the size of an automaton.
func SizeOf(a *automaton.Automaton) *AutomatonSize {
	size := &AutomatonSize{States: len(a.States), Marks: a.Marks, Class: a.Class().String()}
	for _, s := range a.States {
		size.Arcs += len(s.Arcs)
	}
	return size
}
