package check

import (
	"errors"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/ltl"
)

// Asks returns the formula of CTL or LTL whose truth is asked for, nil if something else is.
func (q *Question) Asks() *syntax.Formula {
	if q.LTL != nil {
		return q.LTL
	}
	return q.Formula
}

// ask puts a formula as it was read where it belongs: a question about runs has A or E on top.
func (q *Question) ask(f *syntax.Formula) {
	q.Formula, q.LTL = f, nil
	if f != nil && (f.Op == syntax.A || f.Op == syntax.E) {
		q.Formula, q.LTL = nil, f
	}
}

// linear returns a question of LTL in the pool of the technique, as simple as it became by Simplify.
func (t *Turn) linear(q *Question) *syntax.Formula {
	a := t.find(q)
	t.mu.Lock()
	f := a.simpler
	t.mu.Unlock()
	if f == nil {
		f = q.LTL
	}
	return t.pool.Copy(f)
}

// Goal returns what a run would show of a question of LTL, as simple as it became by Simplify: a run of the model from
// its first state satisfies it exactly if it satisfies what was asked. It is in a pool that no other technique uses.
func (t *Turn) Goal(q *Question) ltl.Goal { return ltl.GoalOf(t.linear(q)) }

// Run answers a question of LTL with a run of the net that shows what its Goal asks for: transitions fired one after
// the other from the initial marking, the last of which leads back to the marking before step loop, or with NoLoop to a
// dead marking.
func (t *Turn) Run(q *Question, steps []int, loop int) {
	a := t.ran(q)
	a.Witness = &Witness{Formula: a.Shows, Start: t.Net().Initial(), Steps: steps, Loop: loop}
	t.Answer(q, a)
}

// ran is the answer that some run gives.
func (t *Turn) ran(q *Question) Answer {
	f := t.pool.Copy(q.LTL)
	result := engine.Decided(ltl.GoalOf(f).Holds)
	return Answer{Verdict: Verdict{Result: result}, Shows: engine.Shown(f, result)}
}

// NoRun answers a question of LTL by there being no run that shows what its Goal asks for.
func (t *Turn) NoRun(q *Question) { t.Answer(q, t.none(q)) }

// none is the answer that there being no run gives.
func (t *Turn) none(q *Question) Answer {
	f := t.pool.Copy(q.LTL)
	result := engine.Decided(!ltl.GoalOf(f).Holds)
	return Answer{Verdict: Verdict{Result: result, Bound: Complete}, Shows: engine.Shown(f, result)}
}

// searched is the answer of a search for the goal of q: its verdict where it knows nothing, the run of a net or the
// trace of a circuit that it found, or that there is none.
func (t *Turn) searched(q *Question, v Verdict, w *Witness, trace *circuit.Trace) Answer {
	switch {
	case v.Result == engine.Unknown:
		return Answer{Verdict: v}
	case w == nil && trace == nil:
		return t.none(q)
	}
	a := t.ran(q)
	if a.Trace = trace; w != nil {
		a.Witness = &Witness{Formula: a.Shows, Start: w.Start, Steps: w.Steps, Loop: w.Loop}
	}
	return a
}

// showsRun replays what an answer to a question of LTL shows, and looks whether it is a run that decides it.
func (m *Model) showsRun(q *Question, a *Answer) error {
	goal := ltl.GoalOf(apart(q.LTL))
	if a.Result != engine.Decided(goal.Holds) {
		return errors.New("a run beside a verdict that no run shows")
	}
	switch {
	case a.Path != nil:
		s, err := m.startsAt(a.Path)
		if err != nil {
			return err
		}
		return a.Path.CheckRun(s, goal.Path, q.Paths)
	case a.Trace != nil:
		return a.Trace.CheckLTL(m.Circuit, goal.Path)
	}
	return nil
}
