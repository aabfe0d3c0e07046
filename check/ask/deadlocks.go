package ask

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
)

// Dead markings, of which several are listed.

// deadlocks answers whether a reachable marking enables no transition, and lists such markings, each with a run.
func (a *asker) deadlocks(q Question) *Answer {
	m := a.model
	f := formulasOf(m.Outline())
	out := &Answer{}
	others := []*syntax.Formula{f.Deadlock()}
	var known []petri.Marking
	for len(out.Findings) < most(q) {
		r := &request{model: m, detail: len(out.Findings) > 0}
		r.questions = append(r.questions, truth(f.ef(f.And(others...)), true))
		x := a.wait(r)[0]
		listed := len(out.Findings)
		run, end := a.runOf(m, x, func(y petri.Marking) bool {
			return a.dead(m, y) && !slices.ContainsFunc(known, y.Equal)
		})
		switch {
		case x.Result == engine.Fails && listed == 0:
			return &Answer{Result: engine.Fails, Summary: "there are no deadlocks: each reachable marking enables a transition"}
		case x.Result == engine.Fails:
			out.Summary = fmt.Sprintf("there are deadlocks: %s in all", quantity.Count(listed, "marking"))
			return out
		case x.Result == engine.Unknown && listed == 0:
			out.Summary = "whether there are deadlocks is unknown"
			a.unknown(out, x)
			return out
		case run == nil:
			out.Result, out.Summary = engine.Holds, "there are deadlocks, of which not all are listed"
			return out
		}
		out.Result = engine.Holds
		others, known = append(others, f.Not(f.is(end))), append(known, end)
		out.Findings = append(out.Findings, Finding{
			Result: engine.Holds, Run: run, Places: marked(end),
			Text: fmt.Sprintf("%s nothing can fire; tokens are in %s%s", after(len(run.Steps)), a.held(end), a.waiting(end)),
		})
	}
	out.Summary = fmt.Sprintf("there are deadlocks, maybe more than the %s listed here", quantity.Count(len(out.Findings), "marking"))
	return out
}
