package dfs

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
)

// This file answers questions with depth-first searches.

// Decide decides f, one of EF p, AG p, EG p, AF p, EF EG p and AG AF p, where p has no path operators, or such a p
// alone, in s, as far as limits and ctx allow; in a state without transitions a path ends or does not count, as paths
// says. Of several initial states, one that shows the path of engine.GoalOf(f) is enough.
//
// What is found is in the Result as Found: a path to a state, a lasso, or a path to a state without transitions.
// Nothing found is an answer only if the search was complete and neither its algorithm nor its visited set loses
// states; Reason says why there is none. The Bound of the verdict is Complete or what was covered for certain, and its
// Witness is left to the caller. The error says that f is of another kind, or is that of s.
func Decide(ctx context.Context, s kripke.Structure, f *syntax.Formula, paths syntax.Paths, o Options) (engine.Verdict,
	*Result, error) {
	goal := engine.GoalOf(f)
	err := goal.Among("dfs", engine.State, engine.Reach, engine.Stay, engine.ReachStay)
	if err != nil {
		return engine.Verdict{}, nil, err
	}
	state := func() (kripke.Predicate, error) { return s.Predicate(goal.State()) }
	if goal.Kind == engine.State {
		return now(s, state)
	}
	if goal.Kind == engine.Reach {
		r, err := Run(ctx, s, state, o, nil)
		if err != nil {
			return engine.Verdict{}, nil, err
		}
		return verdict(goal, r, o), r, nil
	}
	q := Question{Eventually: goal.Kind == engine.ReachStay, Ends: paths == syntax.Maximal}
	if q.Stay, err = state(); err != nil {
		return engine.Verdict{}, nil, err
	}
	var lasso *kripke.Path
	var late error // why a search for lassos was ended
	asked := -1    // rounds after which lassos were searched for last
	between := func(x *Search, r *Result) (bool, error) {
		if last := r.Complete || r.Covered == o.Depth; !last && r.Rounds < 2*asked {
			return false, nil
		}
		asked = r.Rounds
		var err error
		lasso, err = x.Lasso(ctx, q)
		if err != nil && limit(ctx, err) {
			late, err = err, nil
		}
		return lasso != nil || late != nil, err
	}
	r, err := Run(ctx, s, nil, o, between)
	if err != nil {
		return engine.Verdict{}, nil, err
	}
	if lasso != nil {
		r.Found = lasso
	}
	if late != nil {
		r.Stopped, r.Complete = late, false
	}
	return verdict(goal, r, o), r, nil
}

// now decides in the initial states what has no path operators.
func now(s kripke.Structure, state func() (kripke.Predicate, error)) (engine.Verdict, *Result, error) {
	holds, err := state()
	if err != nil {
		return engine.Verdict{}, nil, err
	}
	v := engine.Verdict{Result: engine.Fails, Bound: 0}
	r := &Result{Stats: Stats{States: int64(len(s.Initial()))}}
	for _, x := range s.Initial() {
		if v.Result == engine.Fails && holds(x) {
			v.Result, r.Found = engine.Holds, &kripke.Path{States: []kripke.State{x}, Loop: engine.NoLoop}
		}
	}
	return v, r, nil
}

// verdict turns the result of a search into the answer to the question, with its bound, or with the reason why it is
// unknown. Where the options can lose states, not finding anything proves nothing.
func verdict(goal engine.Goal, r *Result, o Options) engine.Verdict {
	v := engine.Verdict{Bound: max(r.Covered, 0)}
	loses := ""
	switch {
	case o.Algorithm == Unsound:
		loses = "the unsound algorithm loses states"
	case o.Visited.Lossy():
		loses = fmt.Sprintf("the visited set %v can lose states", o.Visited)
	}
	if loses != "" {
		v.Bound = 0
	}
	what := "no such state"
	if goal.Kind != engine.Reach {
		what = "no such path among the states"
	}
	switch {
	case r.Found != nil:
		v.Result = goal.Found
	case r.Stopped != nil && goal.Kind != engine.Reach:
		v.Reason = fmt.Sprintf("%v; all states within %s were visited", r.Stopped, count(r.Covered, "step"))
	case r.Stopped != nil:
		v.Reason = fmt.Sprintf("%v; %s within %s", r.Stopped, what, count(r.Covered, "step"))
	case !r.Complete:
		v.Reason = fmt.Sprintf("%s within %s, where the search has %s to go on from", what, count(r.Covered, "step"),
			count(int(r.Waiting), "state"))
	case loses == "":
		v.Result, v.Bound = goal.Found.Negate(), engine.Complete
	default:
		v.Reason = what + " was found"
	}
	if v.Result == engine.Unknown && loses != "" {
		v.Reason += ", but " + loses
	}
	return v
}

// count writes a number of things.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
