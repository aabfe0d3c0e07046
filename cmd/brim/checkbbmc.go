package main

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/mu"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bbmc"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

const bbmcHelp = `bbmc explores a random part: at each distance at most --breadth new states, but so that no state loses
all its successors. From depth --degrade on it adds only what that needs, which ends a run soon;
without that (0) a part can be most of the states. With --lanes each state that has new successors
keeps one of these, not only those without others. --highway lets states lose their successors. There are
--runs runs, whose random numbers --seed determines, and each looks for a witness of the formula, or of
its negation, one of which may speak of some path only: EX, EF, EG, E(… U …). A witness is right in any
case. Where no run has one, the verdict is known only if a part was all there is. With --json the
statistics are breadth, degrade, highway, lanes, seed, runs, found (runs with a witness),
probability (of one), low and high (its 95% confidence interval, Clopper-Pearson), closed (runs that
found all there is), states, levels, steps, backs and jumps (averages of the parts: transitions to the
next level, to earlier ones and beyond the next), least_states and most_states.

bfsbmc looks for the same in the first states of a breadth-first search, as few of them as show it. Its
statistics are states, expanded, transitions (from these), needed (the least number of states that have
to be expanded) and depth.

--mu reads FORMULA in the μ-calculus over states and labels, without boxes and negation:

  <R>f             a path with labels as the regular expression R says leads to f; R is made of
                   labels as send(d1) or "a-b", where * inside stands for any text, of true for all
                   labels, ! . | and * for repetition
  mu X. f, nu X. f the least and the greatest set X with X = f
  exists d, e in send(*). f   for some different values in place of d and e; or in {d1, d2}
  {p = 1}          a formula about a state; & and | join formulas`

// A muFlag says in which logic the formula is.
type muFlag struct{ mu bool }

// An existential is a formula that some part of a structure can show.
type existential struct {
	text    string          // as it was read
	formula *mu.Bound       // what is looked for
	found   engine.Result   // the verdict if that holds
	ctl     *syntax.Formula // nil in the μ-calculus
}

// existential reads the formula of a request, or its negation if that is the one that speaks of some path.
func (m *muFlag) existential(q *request) (*existential, error) {
	x := &existential{found: engine.Holds}
	if m.mu {
		f, err := mu.Parse(q.text, q.file, q.names)
		if err != nil {
			return nil, err
		}
		x.text = f.String()
		x.formula, err = f.Bind(q.actions())
		return x, err
	}
	f, err := q.ctl()
	if err != nil {
		return nil, err
	}
	x.text, x.ctl = f.String(), f
	goal := engine.GoalOf(f)
	x.found = goal.Found
	g, err := mu.FromCTL(goal.Path, q.paths)
	if err != nil {
		return nil, err
	}
	x.formula, err = g.Bind(q.Labels())
	return x, err
}

// answer returns the answer with a witness, if there is one.
func (x *existential) answer(q *request, v engine.Result, w *bbmc.Witness) (*explicitAnswer, error) {
	a := &explicitAnswer{formula: x.text}
	a.Result, a.Bound = v, engine.Complete
	if x.ctl != nil && v != engine.Unknown {
		a.shows = engine.Shown(x.ctl, v)
	}
	if w == nil || v != x.found || !q.trace {
		return a, nil
	}
	var err error
	if q.net != nil && x.ctl != nil {
		a.Witness, err = w.OfNet(q.net, a.shows, q.paths)
		return a, err
	}
	a.path = w.Path()
	if err = a.path.Check(q.Structure); err == nil && len(w.Paths) > 1 {
		a.rows = append(a.rows, label{"trace", fmt.Sprintf("one of %d paths that show the operands of conjunctions", len(w.Paths))})
	}
	return a, err
}

// A bbmcEngine explores random parts.
type bbmcEngine struct {
	*muFlag
	breadth, runs, degrade int
	seed                   uint64
	highway, lanes         bool
}

func (*bbmcEngine) name() string { return "bbmc" }

func (e *bbmcEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&e.breadth, "breadth", 10, "the most new `states` at each distance; of bbmc")
	f.IntVar(&e.runs, "runs", 1, "`number` of random parts of bbmc")
	f.Uint64Var(&e.seed, "seed", 1, "`number` that determines the random numbers of bbmc and gmc")
	f.IntVar(&e.degrade, "degrade", 1000, "from this `depth` on, bbmc adds only what keeps states alive; 0 is never")
	f.BoolVar(&e.highway, "highway", false, "states of bbmc may lose all successors, and one transition to each state is kept")
	f.BoolVar(&e.lanes, "lanes", false, "each state of bbmc with new successors keeps a new one")
	f.BoolVar(&e.mu, "mu", false, "FORMULA is of the μ-calculus; of bbmc and bfsbmc")
	for _, name := range []string{"breadth", "runs", "seed", "degrade"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

func (*bbmcEngine) uses() []string {
	return []string{"breadth", "runs", "seed", "degrade", "highway", "lanes", "mu", limitStates}
}

func (e *bbmcEngine) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name         string
		value, least int
	}{{"breadth", e.breadth, 1}, {"runs", e.runs, 1}, {"degrade", e.degrade, 0}} {
		if x.value < x.least {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from %d on", x.name, x.value, x.least)}
		}
	}
	if e.highway {
		if cmd.Flags().Changed("degrade") && e.degrade > 0 {
			return &usageError{cmd.CommandPath(), errors.New("--highway does not keep states alive, so there is nothing for --degrade")}
		}
		if e.lanes {
			return &usageError{cmd.CommandPath(), errors.New("--highway does not keep states alive; expected it without --lanes")}
		}
		e.degrade = 0
	}
	return nil
}

func (e *bbmcEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	x, err := e.existential(q)
	if err != nil {
		return nil, err
	}
	o := bbmc.Options{Breadth: e.breadth, Degrade: e.degrade, Highway: e.highway, Lanes: e.lanes, Limits: q.limits}
	r, err := bbmc.Check(ctx, q.Structure, x.formula, o, bbmc.Runs{Count: e.runs, Seed: e.seed, Witness: q.trace})
	if err != nil {
		return nil, err
	}
	v := r.Result
	if x.found == engine.Fails {
		v = v.Negate()
	}
	a, err := x.answer(q, v, r.Witness)
	if err != nil {
		return nil, &statusError{statusInternal, false, err}
	}
	report := newRunsReport(e, r)
	if report.Closed == 0 {
		a.Bound = 0 // of the others nothing but the initial state is sure to be there
	}
	switch {
	case v != engine.Unknown:
	case r.Stopped != nil:
		a.Reason = q.reason(r.Stopped)
	default:
		a.Reason = fmt.Sprintf("none of %s found a witness, and none saw all states", quantity.Count(len(r.Runs), "run"))
	}
	a.statistics = report
	a.rows = append(a.rows, report.rows()...)
	return a, nil
}
