package ask

import (
	"fmt"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
)

// Liveness, and whether each transition can fire.

// mostLost is how many transitions that are not live get a run to where they are lost.
const mostLost = 3

// quasiLive answers whether each transition can fire.
func (a *asker) quasiLive(Question) *Answer {
	m := a.model
	questions, note := a.fireable(m)
	c := a.census(m)
	known := slices.Contains(c.dead, true) || a.unbound(m) != nil
	request := &request{model: m, questions: questions, detail: known, enough: func(list []*model.Answer) bool {
		return slices.ContainsFunc(list, func(x *model.Answer) bool { return x != nil && x.Result == engine.Fails })
	}}
	answers := a.wait(request)
	note(answers)
	found := a.deadTransitions(m, "")
	out := &Answer{Result: found.Result, Degrees: a.degrees(nil)}
	switch out.Result {
	case engine.Holds:
		out.Summary = "the net is quasi-live: each transition can fire"
	case engine.Fails:
		out.Summary = "the net is not quasi-live"
		out.Findings = []Finding{found}
	default:
		out.Summary = "whether the net is quasi-live is unknown"
		out.Findings = []Finding{found}
		a.unknown(out, answers...)
	}
	return out
}

// live answers whether each transition can always fire again.
func (a *asker) live(Question) *Answer {
	m := a.model
	f := formulasOf(m.Outline())
	c := a.census(m)
	out := &Answer{}
	questions := []*model.Question{truth(f.ef(f.Deadlock()), true), {Kind: model.Liveness}}
	if len(m.Outline().Transitions) == 0 && a.unbound(m) == nil {
		return &Answer{Result: engine.Holds, Summary: "the net is live: it has no transitions"}
	}
	if m.Net == nil { // a question that systems have no kind for
		var all []*syntax.Formula
		for t := range m.Outline().Transitions {
			all = append(all, f.ef(f.enabled(t)))
		}
		questions[1] = truth(f.ag(f.And(all...)), false)
	}
	known := slices.Contains(c.dead, true) || a.unbound(m) != nil
	answers := a.wait(&request{model: m, questions: questions, detail: known, enough: func(list []*model.Answer) bool {
		return list[0] != nil && list[0].Result == engine.Holds || list[1] != nil && list[1].Known()
	}})
	stuck, live := answers[0], answers[1]
	switch {
	case known || stuck.Result == engine.Holds || live.Result == engine.Fails:
		out.Result, out.Summary = engine.Fails, "the net is not live"
	case live.Result == engine.Holds:
		out.Result, out.Summary = engine.Holds, "the net is live: each transition can always fire again"
	default:
		out.Summary = "whether the net is live is unknown"
		a.unknown(out, live)
	}
	if run := a.runOf(m, stuck, func(r *trail) bool { return a.stuck(m, r) }); run != nil {
		x := a.deadlock(run)
		x.Result = engine.Fails
		out.Findings = append(out.Findings, x)
	}
	lost := a.liveness(out.Result, stuck.Result == engine.Holds)
	if lost != nil && out.Result == engine.Fails {
		questions, note := a.fireable(m)
		note(a.detail(m, questions...))
		if x := a.deadTransitions(m, ""); x.Result == engine.Fails {
			out.Findings = append(out.Findings, x)
		}
		out.Findings = append(out.Findings, a.lost(lost)...)
	}
	out.Degrees = a.degrees(lost)
	return out
}

// liveness returns for each transition whether it is live, if the net is or is not, or may end.
func (a *asker) liveness(all engine.Result, ends bool) []engine.Result {
	m := a.model
	list := make([]engine.Result, len(m.Outline().Transitions))
	f := formulasOf(m.Outline())
	var open []int
	var questions []*model.Question
	for t := range list {
		switch {
		case all == engine.Holds:
			list[t] = engine.Holds
		case ends || a.census(m).dead[t]:
			list[t] = engine.Fails
		default:
			open = append(open, t)
			questions = append(questions, truth(f.ag(f.ef(f.enabled(t))), false))
		}
	}
	for i, x := range a.detail(m, questions...) {
		list[open[i]] = x.Result
	}
	return list
}

// lost says of transitions that are not live, but not dead, how they are lost.
func (a *asker) lost(live []engine.Result) (list []Finding) {
	m := a.model
	f := formulasOf(m.Outline())
	var lost []int
	for t, r := range live {
		if r == engine.Fails && !a.census(m).dead[t] {
			lost = append(lost, t)
		}
	}
	if lost == nil {
		return nil
	}
	if len(lost) == len(live) && len(live) > 1 {
		return []Finding{{Result: engine.Fails, Transitions: lost,
			Text: fmt.Sprintf("none of the %s can always fire again", quantity.Count(len(lost), "transition"))}}
	}
	list = append(list, Finding{Result: engine.Fails, Transitions: lost,
		Text: fmt.Sprintf("%s can fire, but not always again", a.transitions(lost))})
	var questions []*model.Question
	for _, t := range lost[:min(len(lost), mostLost)] {
		questions = append(questions, truth(f.ag(f.ef(f.enabled(t))), true))
	}
	for i, x := range a.detail(m, questions...) {
		if run := a.runOf(m, x, nil); run != nil {
			list = append(list, run.shows(Finding{
				Result: engine.Fails, Transitions: lost[i : i+1], Places: marked(run.end),
				Text: fmt.Sprintf("%s %s can never fire again; tokens are in %s", run.after(),
					a.names.Transition(lost[i]), a.held(run.end)),
			}))
		}
	}
	return list
}
