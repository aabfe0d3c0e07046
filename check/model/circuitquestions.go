package model

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// The questions in the file of a circuit.

// CircuitQuestions returns the questions that the file of a circuit asks: with the ID safety, that no bad state, or
// else no output, is ever true; and for each justice property, with its name as ID, that there is no run on which each
// of its signals and each fairness signal is true infinitely often. A single question has no ID. Their Trace is false.
// The error says that the file asks no question.
func (m *Model) CircuitQuestions() (list []*Question, err error) {
	pool, c := syntax.NewPool(), m.Circuit
	refs := map[circuit.Signal]syntax.Ref{}
	for i, s := range c.Signals() {
		refs[s] = syntax.Ref{Index: i, Name: s.Name}
	}
	holds := func(s circuit.Signal) (f *syntax.Formula) {
		if err == nil {
			f, err = pool.Compare(syntax.Tokens(refs[s]), syntax.GreaterEqual, syntax.Constant(1))
		}
		return f
	}
	ask := func(id string, f *syntax.Formula) {
		q := &Question{ID: id, Paths: Infinite}
		q.SetFormula(f)
		list = append(list, m.asked(q))
	}
	var goals []*syntax.Formula
	for _, g := range c.Goals() {
		goals = append(goals, holds(g))
	}
	violated := make([]*syntax.Formula, len(c.Justice))
	for i, signals := range c.JusticeSignals() {
		var all []*syntax.Formula
		for _, s := range append(signals, c.Fairness...) {
			all = append(all, pool.Make(syntax.G, pool.Make(syntax.F, holds(s))))
		}
		violated[i] = pool.And(all...)
	}
	switch {
	case err != nil:
		return nil, err
	case len(goals)+len(violated) == 0:
		return nil, fmt.Errorf("%s has neither bad states nor outputs nor justice properties; expected a formula, "+
			"as EF l0", m.Name)
	case len(goals) > 0:
		ask("safety", pool.Make(syntax.AG, pool.Not(pool.Or(goals...))))
	}
	for i, f := range violated {
		ask(c.Justice[i].Name, pool.Make(syntax.A, pool.Not(f)))
	}
	if len(list) == 1 {
		list[0].ID = ""
	}
	return list, nil
}
