package model

import (
	"errors"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
)

// Questions of LTL.

// Asks returns the formula of CTL or LTL whose truth is asked for, nil for any other question.
func (q *Question) Asks() *syntax.Formula {
	if q.LTL != nil {
		return q.LTL
	}
	return q.Formula
}

// SetFormula makes f the formula of the question: LTL if its outermost operator is A or E, else Formula.
func (q *Question) SetFormula(f *syntax.Formula) {
	q.Formula, q.LTL = f, nil
	if f != nil && (f.Op == syntax.A || f.Op == syntax.E) {
		q.Formula, q.LTL = nil, f
	}
}

// showsRun replays what an answer to a question of LTL shows, and checks that it is a run that decides the question.
func (m *Model) showsRun(q *Question, a *Answer) error {
	goal := ltl.GoalOf(Apart(q.LTL))
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
