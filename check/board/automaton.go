package board

import (
	"context"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/ltl/automaton"
)

// The automaton of a question of LTL, which all techniques share.

// A sharedAutomaton is the automaton of a question of LTL, which all techniques share. The goroutine that has put the
// only element into turn may build one, and may look at the other fields.
type sharedAutomaton struct {
	turn  chan struct{}
	of    *syntax.Formula // the path formula of the automaton, in a separate pool; nil before the first one is built
	found *automaton.Automaton
	wrong error
}

// size returns the size of the automaton, nil if no automaton is known, or if one is being built.
func (k *sharedAutomaton) size() *model.AutomatonSize {
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	default:
		return nil
	}
	if k.found == nil {
		return nil
	}
	return model.SizeOf(k.found)
}

// Automaton returns the automaton of the path formula of the question's Goal in its present form. It is built once and
// shared by all techniques; a call waits while another technique builds it. The propositions are copied to the pool of
// this technique; nothing else of the automaton may be changed. The error is that of ctx, or an *automaton.LimitError.
func (t *Turn) Automaton(ctx context.Context, q *model.Question) (*automaton.Automaton, error) {
	known := &t.board.find(q).automaton
	select {
	case known.turn <- struct{}{}:
		defer func() { <-known.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	goal := t.Goal(q).Path
	path := model.Apart(goal)
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
