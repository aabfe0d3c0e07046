package sets

import (
	"context"

	"brim/ctl/syntax"
	"brim/petri"
)

// Home adds claims that AG EF p holds in the initial marking, for each formula EF p of a list. The reader of the claims
// has to find by a part that each EF p holds in home, a marking of the part. They say that every reachable marking
// leads to home: so one rank serves all formulas. False says that not every one does; then nothing is added. The error
// is a limit.
func (e *Evidence) Home(ctx context.Context, home petri.Marking, list []*syntax.Formula) (ok bool, err error) {
	s := e.space.space
	err = e.guard(ctx, func() error {
		values, known := s.Model.Tuple(home)
		if !known {
			return nil
		}
		goal := s.Model.Forest.Tuple(values...)
		ranks := e.space.distances(s.Model.Moves.Inverse(), goal, s.Reached)
		if ok = ranks.Support() == s.Reached; !ok {
			return nil
		}
		to, err := e.out.rank(ctx, ranks)
		if err != nil {
			return err
		}
		all, err := e.set(ctx, s.Reached)
		if err != nil {
			return err
		}
		at, err := e.set(ctx, goal)
		if err != nil {
			return err
		}
		for _, f := range list {
			e.claims = append(e.claims, claim{op: part, set: at, text: textOf(f)})
			shown := len(e.claims)
			e.claims = append(e.claims, claim{op: eu, set: to, refs: []int{0, shown}})
			e.claims = append(e.claims, claim{op: ar, set: all, refs: []int{0, shown + 1}})
		}
		return nil
	})
	return ok && err == nil, err
}
