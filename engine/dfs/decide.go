package dfs

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
)

// A Task is a formula that this engine can decide.
type Task struct {
	formula *syntax.Formula
	path    *syntax.Formula // what a path would show: the formula, or its negation
	found   engine.Result   // the verdict if there is one

	goal       *syntax.Formula // of a state; nil for a question about paths for ever
	stay       *syntax.Formula // all along such a path, or from some state on
	eventually bool
	initial    bool // the formula has no path operators
}

// NewTask says how to decide f: EF p, AG p, EG p, AF p, EF EG p or AG AF p, where p has no path operators, or such a p alone. The error says that f is
// none of these.
func NewTask(f *syntax.Formula) (*Task, error) {
	t := &Task{formula: f, path: syntax.NNF(f), found: engine.Holds}
	switch t.path.Op {
	case syntax.AG, syntax.AF:
		t.path, t.found = syntax.NNF(f.Pool().Not(f)), engine.Fails
	}
	g := t.path
	switch {
	case !g.Temporal():
		t.goal, t.initial = g, true
	case g.Op == syntax.EF && !g.Args[0].Temporal():
		t.goal = g.Args[0]
	case g.Op == syntax.EG && !g.Args[0].Temporal():
		t.stay = g.Args[0]
	case g.Op == syntax.EF && g.Args[0].Op == syntax.EG && !g.Args[0].Args[0].Temporal():
		t.stay, t.eventually = g.Args[0].Args[0], true
	default:
		return nil, fmt.Errorf("depth-first search decides EF p, AG p, EG p, AF p, EF EG p and AG AF p, where p has no path operators, not %v", f)
	}
	return t, nil
}

// Decide decides t in s, as far as limits and ctx allow; in a state without transitions a path ends or does not count, as paths says. Of
// several initial states, one that shows what Path asks for is enough.
//
// What is found is in the Result as Found: a path to a state, a lasso, or a path to a state without transitions. Nothing found is an answer only
// if the search was complete and neither its algorithm nor its visited set loses states; Reason says why there is none. The Bound of
// the verdict is Complete or what was covered for certain, and its Witness is left to the caller.
func (t *Task) Decide(ctx context.Context, s kripke.Structure, paths syntax.Paths, o Options) (engine.Verdict, *Result, error) {
	var goal func() (kripke.Predicate, error)
	var between func(*Search, *Result) (bool, error)
	var lasso *kripke.Path
	var late error // why a search for lassos was ended
	asked := -1    // rounds after which lassos were searched for last
	switch {
	case t.initial:
		return t.now(s)
	case t.goal != nil:
		goal = func() (kripke.Predicate, error) { return s.Predicate(t.goal) }
	default:
		stay, err := s.Predicate(t.stay)
		if err != nil {
			return engine.Verdict{}, nil, err
		}
		q := Question{Stay: stay, Eventually: t.eventually, Ends: paths == syntax.Maximal}
		between = func(x *Search, r *Result) (bool, error) {
			if last := r.Complete || r.Covered == o.Depth; !last && r.Rounds < 2*asked {
				return false, nil
			}
			asked = r.Rounds
			lasso, err = x.Lasso(ctx, q)
			if err != nil && limit(ctx, err) {
				late, err = err, nil
			}
			return lasso != nil || late != nil, err
		}
	}
	r, err := Run(ctx, s, goal, o, between)
	if err != nil {
		return engine.Verdict{}, nil, err
	}
	if lasso != nil {
		r.Found = lasso
	}
	if late != nil {
		r.Stopped, r.Complete = late, false
	}
	return t.verdict(r, o), r, nil
}

// now decides a formula without path operators.
func (t *Task) now(s kripke.Structure) (engine.Verdict, *Result, error) {
	holds, err := s.Predicate(t.goal)
	if err != nil {
		return engine.Verdict{}, nil, err
	}
	v := engine.Verdict{Result: engine.Fails, Bound: 0}
	r := &Result{Stats: Stats{States: int64(len(s.Initial()))}}
	for _, x := range s.Initial() {
		if v.Result == engine.Fails && holds(x) {
			v.Result, r.Found = engine.Holds, &kripke.Path{States: []kripke.State{x}, Loop: kripke.NoLoop}
		}
	}
	return v, r, nil
}

// verdict says what r means.
func (t *Task) verdict(r *Result, o Options) engine.Verdict {
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
	if t.goal == nil {
		what = "no such path among the states"
	}
	switch {
	case r.Found != nil:
		v.Result = t.found
	case r.Stopped != nil && t.goal == nil:
		v.Reason = fmt.Sprintf("%v; all states within %s were visited", r.Stopped, count(r.Covered, "step"))
	case r.Stopped != nil:
		v.Reason = fmt.Sprintf("%v; %s within %s", r.Stopped, what, count(r.Covered, "step"))
	case !r.Complete:
		v.Reason = fmt.Sprintf("%s within %s, where the search has %s to go on from", what, count(r.Covered, "step"), count(int(r.Waiting), "state"))
	case loses == "":
		v.Result, v.Bound = t.found.Negate(), engine.Complete
	default:
		v.Reason = what + " was found"
	}
	if v.Result == engine.Unknown && loses != "" {
		v.Reason += ", but " + loses
	}
	return v
}

// Path returns what a path would show, in the form of syntax.NNF: the formula, or its negation.
func (t *Task) Path() *syntax.Formula { return t.path }

// count writes a number of things.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
