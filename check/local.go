package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
)

// byLocal is the name of the technique.
const byLocal = "local"

const (
	localAfter = 300 * time.Millisecond // the diagrams of most nets are done by then
	localSlice = 20 * time.Millisecond  // of a question, the first time
	localRoom  = 16                     // the part of the memory that a search may have
)

// localSearch decides formulas in the initial marking by searches that look at no more markings than that takes. See
// explicit.Local.
type localSearch struct{}

func (localSearch) Name() string { return byLocal }
func (localSearch) sliced()      {}

// Takes takes formulas of CTL with path operators.
func (localSearch) Takes(m *Model, q *Question) error {
	switch err := isFormula(byLocal, q); {
	case err != nil:
		return err
	case m.Net == nil:
		return NoNet(m.Name, byLocal)
	case !q.Formula.Temporal():
		return fmt.Errorf("the technique %s takes formulas with path operators", byLocal)
	}
	return nil
}

// Run searches in slices of time: the first search goes by the order of the transitions, all others by one that is
// drawn.
func (localSearch) Run(ctx context.Context, t *Turn) error {
	s, err := t.model.states()
	if err != nil {
		return nil // the initial marking cannot be packed
	}
	tried := map[*Question]uint64{}
	return t.attempts(ctx, localAfter, localSlice, func(ctx context.Context, q *Question) error {
		tried[q]++
		return t.local(ctx, q, s, tried[q]-1)
	})
}

// attempts puts the open questions to decide again and again, in slices of time that they share; see Turn.Slices. The
// first slice has so much for each question. decide answers, or returns why it could not: a limit, or a marking that
// cannot be packed, or errGivenUp, after which the question is not tried again. That time ended it all is said if no
// other technique works: else these say more.
func (t *Turn) attempts(ctx context.Context, after, each time.Duration, decide func(context.Context, *Question) error) error {
	given := map[*Question]bool{}
	err := t.Slices(ctx, after, time.Duration(len(t.Open()))*each, func(ctx context.Context) (bool, error) {
		open := slices.DeleteFunc(t.Open(), func(q *Question) bool { return given[q] || t.saidBy(q) })
		for i, q := range open {
			own, cancel := share(ctx, len(open)-i)
			stop := context.AfterFunc(t.Context(q), cancel)
			err := decide(own, q)
			stop()
			cancel()
			var overflow *kripke.OverflowError
			switch {
			case errors.Is(err, errGivenUp):
				given[q] = true
			case errors.As(err, &overflow):
				given[q] = true
				t.Undecided(q, err.Error(), nil)
			case err != nil && !limited(err):
				return true, err
			}
		}
		return len(open) == 0, nil
	})
	if limited(err) && !t.isAlone() {
		return nil
	}
	return err
}

// saidBy reports whether the technique has answered a question, of which then only a trace is missing.
func (t *Turn) saidBy(q *Question) bool {
	a := t.find(q)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.answered[a]
}

// isAlone reports whether no other technique works any more.
func (t *Turn) isAlone() bool {
	select {
	case <-t.Alone():
		return true
	default:
		return false
	}
}

// local decides one question, if ctx and the memory allow it.
func (t *Turn) local(ctx context.Context, q *Question, s kripke.Structure, seed uint64) error {
	start := time.Now()
	l := kripke.Limits{States: t.options.States, Memory: cmp.Or(t.Room(localRoom), explicitMost)}
	holds, err := explicit.NewLocal(s, q.Paths, l, seed).Holds(ctx, t.Formula(q))
	if err != nil {
		return err
	}
	a := Answer{Verdict: Verdict{Result: engine.Decided(holds), Bound: Complete}, Took: time.Since(start), Untraced: true}
	if q.Trace && wantsTrace(q.Formula, a.Result) {
		a.Reason = "the verdict follows from a search for what the formula asks for, state by state"
	}
	t.Answer(q, a)
	return nil
}
