package check

import (
	"context"
	"errors"
	"slices"

	"brim/ctl/syntax"
	"brim/ltl"
	"brim/ltl/automaton"
)

// A knownAutomaton is that of a question of LTL, which all techniques share. Who holds the only element of turn may
// build one, and may look at the other fields.
type knownAutomaton struct {
	turn  chan struct{}
	of    *syntax.Formula // the path formula that it is about, in a pool of its own; nil if there is none yet
	found *automaton.Automaton
	wrong error
}

// An AutomatonSize tells how large the automaton of a question of LTL is, and what search it needs: its Class is
// terminal, weak or strong.
type AutomatonSize struct {
	States int    `json:"automaton_states"`
	Arcs   int    `json:"automaton_arcs"`
	Marks  int    `json:"automaton_marks"`
	Class  string `json:"automaton_class"`
}

// size returns the size of the automaton, nil if there is none, or if it is just being built.
func (k *knownAutomaton) size() *AutomatonSize {
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	default:
		return nil
	}
	if k.found == nil {
		return nil
	}
	size := &AutomatonSize{States: len(k.found.States), Marks: k.found.Marks, Class: k.found.Class().String()}
	for _, s := range k.found.States {
		size.Arcs += len(s.Arcs)
	}
	return size
}

func newKnownAutomaton() knownAutomaton { return knownAutomaton{turn: make(chan struct{}, 1)} }

// Automaton returns the automaton of what a run has to satisfy that shows an answer to a question of LTL, or to one of
// CTL that has one path operator and that before all: see ltl.GoalOf. The error says that it is another question, or is
// that of ctx or an *automaton.LimitError.
func (q *Question) Automaton(ctx context.Context) (*automaton.Automaton, error) {
	question := q.LTL
	if question == nil && q.Formula != nil {
		question = asRuns(apart(q.Formula))
	}
	if question == nil {
		return nil, errors.New("expected a formula of LTL, A or E before a path formula, as A G(p -> F q)")
	}
	return automaton.Of(ctx, ltl.GoalOf(apart(question)).Path, automaton.Limits{})
}

// asRuns returns the question of LTL that a formula of CTL is whose only path operator stands before all, nil for any
// other. Such operators without X say the same of markings from which some run goes on for ever.
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

// Automaton returns the automaton of the Path of the question's Goal as it is now. It is built once, for all
// techniques; its propositions are in the pool of this one, and nothing else of it may be changed. The error is that of
// ctx, or an *automaton.LimitError.
func (t *Turn) Automaton(ctx context.Context, q *Question) (*automaton.Automaton, error) {
	known := &t.find(q).automaton
	select {
	case known.turn <- struct{}{}:
		defer func() { <-known.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	goal := t.Goal(q).Path
	path := apart(goal)
	if known.of != nil {
		path = known.of.Pool().Copy(goal)
	}
	if known.of != path {
		a, err := automaton.Of(ctx, path, automaton.Limits{})
		if err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		known.of, known.found, known.wrong = path, a, err
	}
	if known.wrong != nil {
		return nil, known.wrong
	}
	a := *known.found
	a.Props = make([]*syntax.Formula, len(known.found.Props))
	for i, p := range known.found.Props {
		a.Props[i] = t.pool.Copy(p)
	}
	return &a, nil
}
