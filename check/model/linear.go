package model

import (
	"errors"

	"brim/ctl/syntax"
	"brim/engine"
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
func (q *Question) SetFormula(f *syntax.Formula) {
	q.Formula, q.LTL = f, nil
	if f != nil && (f.Op == syntax.A || f.Op == syntax.E) {
		q.Formula, q.LTL = nil, f
	}
}

// showsRun replays what an answer to a question of LTL shows, and looks whether it is a run that decides it.
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
