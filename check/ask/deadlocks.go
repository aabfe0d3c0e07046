package ask

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
)

// Dead markings, of which several are listed.

// deadlocks answers whether a reachable marking enables no transition, and lists such markings, each with a run.
func (a *asker) deadlocks(q Question) *Answer {
	m := a.model
	f := formulasOf(m.Outline())
	out := &Answer{}
	others := []*syntax.Formula{f.Deadlock()}
	var known []*trail
	for len(out.Findings) < most(q) {
		r := &request{model: m, detail: len(out.Findings) > 0}
		r.questions = append(r.questions, truth(f.ef(f.And(others...)), true))
		x := a.wait(r)[0]
		listed := len(out.Findings)
		run := a.runOf(m, x, func(r *trail) bool {
			return a.stuck(m, r) && !slices.ContainsFunc(known, func(k *trail) bool { return sameDeadlock(k, r) })
		})
		switch {
		case x.Result == engine.Fails && listed == 0:
			why := "each reachable marking enables a transition"
			if m.HasTime() {
				why = "in each state that is reached a transition can fire, now or later"
			}
			out.Result, out.Summary = engine.Fails, "there are no deadlocks: "+why
			return out
		case x.Result == engine.Fails:
			out.Summary = fmt.Sprintf("there are deadlocks: %s in all", quantity.Count(listed, "marking"))
			if m.HasTime() {
				out.Summary = fmt.Sprintf("there are deadlocks: %d in all, %s", listed, timelocks(known))
			}
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
		others, known = append(others, f.Not(f.deadlockOf(run))), append(known, run)
		out.Findings = append(out.Findings, a.deadlock(run))
	}
	out.Summary = fmt.Sprintf("there are deadlocks, maybe more than the %s listed here",
		quantity.Count(len(out.Findings), "marking"))
	return out
}

// timelocks says how many of some deadlocks are timelocks.
func timelocks(list []*trail) string {
	n := 0
	for _, r := range list {
		if r.timed.Timelock {
			n++
		}
	}
	switch n {
	case 0:
		return "no timelocks"
	case len(list):
		return "all of them timelocks"
	}
	return fmt.Sprintf("%d of them timelocks", n)
}

// sameDeadlock reports whether two runs end in the same dead marking; with time, either both or none of them in a
// timelock.
func sameDeadlock(a, b *trail) bool {
	return a.end.Equal(b.end) && (a.timed == nil || a.timed.Timelock == b.timed.Timelock)
}

// deadlockOf says that a state is dead as at the end of a run, in the sense of sameDeadlock.
func (f formulas) deadlockOf(r *trail) *syntax.Formula {
	switch {
	case r.timed == nil:
		return f.is(r.end)
	case r.timed.Timelock:
		return f.And(f.is(r.end), f.Timelock())
	}
	return f.And(f.is(r.end), f.Not(f.Timelock()))
}

// deadlock is the finding that nothing can fire after a run.
func (a *asker) deadlock(r *trail) Finding {
	return r.shows(Finding{
		Result: engine.Holds, Places: marked(r.end),
		Text: fmt.Sprintf("%s %s; tokens are in %s%s", r.after(), r.ends(), a.held(r.end), a.waiting(r.end)),
	})
}
