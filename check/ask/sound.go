package ask

import (
	"fmt"
	"slices"

	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure"
)

// Soundness, by its three conditions [AHH11], of a process:
//
//	option to complete   from each reachable marking one in which cases complete is reachable
//	proper completion    a reachable marking that has the tokens of such a one has no others, or is another one
//	no dead transitions  each transition is enabled in some reachable marking
//
// If completion is proper, the option to complete of a workflow net is that the sink can always be filled, a question
// about one place, for which the net becomes small. If it is not proper there is no option to complete: each transition
// of a workflow net gives a token to some place, and none takes one from the sink, so the tokens that are left over
// never go. With the final markings of a file neither is so, and the question is asked in full.
//
// A workflow net is first reduced by rules that keep soundness; see core.go.

// The conditions, as findings name them.
const (
	optionToComplete  = "option to complete"
	properCompletion  = "proper completion"
	noDeadTransitions = "no dead transitions"
)

func (a *asker) sound(Question) *Answer     { return a.soundness(true)(a.process()) }
func (a *asker) weakSound(Question) *Answer { return a.soundness(false)(a.process()) }
func (a *asker) kSound(q Question) *Answer  { return a.soundness(false)(a.several(max(q.K, 1))) }

// several is flow for kinds of soundness that are the option to complete alone. Completion of workflow nets is proper
// then, but reset arcs may take tokens away that were left behind.
func (a *asker) several(cases int64) (*process, *Answer) {
	p, wrong := a.flow(cases)
	if p != nil {
		p.optionAlone = a.system != nil
	}
	return p, wrong
}

// A soundness is what is known of the conditions of a process.
type soundness struct {
	*process
	*asker
	model          *model.Model // begins in start
	core           *core
	option, proper *model.Answer
	stuck          *model.Answer // whether a dead marking is reachable in which no case completes
	pump           *structure.Verdict
}

// soundness returns what answers whether a process is sound, or weakly sound if dead transitions do not count. It
// passes on why there is no process.
func (a *asker) soundness(dead bool) func(*process, *Answer) *Answer {
	return func(p *process, wrong *Answer) *Answer {
		if wrong != nil {
			return wrong
		}
		s := &soundness{process: p, asker: a, model: a.variant(p.start), core: a.coreOf(p)}
		if s.core.Core != nil && s.core.Step() {
			return s.step(dead)
		}
		m := s.core.model
		if v := s.core.grown(s.boundedness(m)); v.Kind == structure.Unbounded && p.plain {
			s.pump = &v
		}
		questions, note := []*model.Question(nil), func([]*model.Answer) {}
		if dead {
			questions, note = a.fireable(m)
		}
		if s.pump != nil {
			note(a.detail(m, questions...))
			s.missing(dead)
			return s.unbounded(dead)
		}
		first := s.core.questions()
		answers := a.ask(m, s.enough(dead), append(first, questions...)...)
		note(answers[len(first):])
		s.missing(dead)
		s.proper, s.stuck, s.option = s.lifted(answers[0]), s.lifted(answers[1]), s.lifted(answers[2])
		return s.answer(dead, answers)
	}
}

// lifted returns an answer about the core as one about the net.
func (s *soundness) lifted(a *model.Answer) *model.Answer { return s.core.lift(s.process, a) }

// step is the answer for a net of which the rules leave one step from its source to its sink.
func (s *soundness) step(dead bool) *Answer {
	yes := &model.Answer{Verdict: model.Verdict{Result: engine.Holds}}
	s.proper, s.stuck, s.option = yes, &model.Answer{Verdict: model.Verdict{Result: engine.Fails}}, yes
	s.missing(dead)
	return s.answer(dead, nil)
}

// missing finds out which transitions can fire, as far as the core tells, and asks for those of which it does not, if
// dead transitions count. The verdict does not depend on them.
func (s *soundness) missing(dead bool) {
	if s.core.Core == nil || !dead {
		return
	}
	s.learn(s.core, s.model)
	questions, note := s.fireable(s.model)
	note(s.detail(s.model, questions...))
}

// questions returns those whose answers are proper, stuck and option. In a workflow net a dead marking with tokens left
// over counts as one that is not proper, and not as stuck.
func (p *process) questions() []*model.Question {
	f := formulasOf(p.net)
	covers, complete := f.any(p.ends, f.covers), f.any(p.ends, f.is)
	goal := complete
	if p.ofWorkflow {
		goal = covers
	}
	return []*model.Question{
		truth(f.ag(f.Or(f.Not(covers), complete)), true),
		truth(f.ef(f.And(f.Deadlock(), f.Not(goal))), true),
		truth(f.ag(f.ef(goal)), false),
	}
}

// reached reports whether a marking is one of those that the questions ask for.
func (s *soundness) reached(m petri.Marking) bool {
	if s.ofWorkflow {
		return s.done(m) != nil
	}
	return s.completes(m)
}

// enough returns what tells whether answers decide.
func (s *soundness) enough(dead bool) func([]*model.Answer) bool {
	return func(list []*model.Answer) bool {
		for i, a := range list {
			if a != nil && !(s.optionAlone && i == 0) &&
				(a.Result == engine.Fails && i != 1 || a.Result == engine.Holds && i == 1) {
				return true
			}
		}
		return dead && slices.Contains(s.facts[s.core.model].dead, true)
	}
}

// boundedness returns whether a net is bounded, once for all programs.
func (s *session) boundedness(m *model.Model) structure.Verdict {
	if v, ok := s.bounded[m]; ok {
		return v
	}
	if m.Net == nil {
		v := structure.Verdict{Kind: structure.Bounded}
		if s.graph(m) == nil {
			v = structure.Verdict{Reason: s.tooMany(m) + ", and no run was found that adds tokens for ever"}
			if found := s.grows(m, mostGrowing); found != nil {
				v = *found
			}
		}
		s.bounded[m] = v
		return v
	}
	ctx, cancel := limit.Share(s.ctx, verdictPart)
	defer cancel()
	flows, _ := m.Facts().Semiflows(ctx)
	v := structure.Boundedness(ctx, m.Net, flows, structure.Budget{})
	s.bounded[m] = v
	return v
}

// answer makes the answer from what is known.
func (s *soundness) answer(dead bool, answers []*model.Answer) *Answer {
	proper := s.properFinding()
	option := s.optionFinding(proper)
	out := &Answer{Findings: []Finding{option, proper}}
	out.Result = option.Result.And(proper.Result)
	if s.optionAlone {
		out = &Answer{Result: option.Result, Findings: out.Findings[:1]}
	}
	if dead {
		x := s.deadFinding()
		out.Result, out.Findings = out.Result.And(x.Result), append(out.Findings, x)
	}
	s.summarize(out, dead)
	if out.Result == engine.Unknown {
		s.unknown(out, answers...)
	}
	return out
}

// summarize adds the summary.
func (s *soundness) summarize(out *Answer, dead bool) {
	sound := "sound"
	switch {
	case s.cases > 1:
		sound = fmt.Sprintf("%s-sound", quantity.Int(s.cases))
	case !dead:
		sound = "weakly sound"
	}
	switch out.Result {
	case engine.Holds:
		out.Summary = "the workflow is " + sound
	case engine.Fails:
		out.Summary = "the workflow is not " + sound
	default:
		out.Summary = "whether the workflow is " + sound + " is unknown"
	}
}

// leftOver reports whether a marking has the tokens of one in which cases complete, and more.
func (s *soundness) leftOver(m petri.Marking) bool { return s.done(m) != nil && !s.completes(m) }

// properFinding says what is known of proper completion.
func (s *soundness) properFinding() Finding {
	out := Finding{About: properCompletion, Result: s.proper.Result}
	switch out.Result {
	case engine.Holds:
		out.Text = "when a case completes, no token is left behind"
	case engine.Unknown:
		out.Text = "it is not known whether tokens can be left behind"
	case engine.Fails:
		out.Text = "a case can leave tokens behind"
		if run := s.runOf(s.model, s.proper, func(r *trail) bool { return s.leftOver(r.end) }); run != nil {
			m := run.end.Clone()
			for p, n := range s.done(m) {
				m[p] -= n
			}
			out.Places = marked(m)
			out.Text = fmt.Sprintf("%s a case has completed, and there are tokens left in %s", run.after(), s.held(m))
			return run.shows(out)
		}
	}
	return out
}

// optionFinding says what is known of the option to complete. Among the runs that show that there is no such option, it
// takes the first of these: one to a marking in which nothing can fire; that to a marking with tokens left over; any
// other.
func (s *soundness) optionFinding(proper Finding) Finding {
	out := Finding{About: optionToComplete, Result: s.optionResult()}
	switch out.Result {
	case engine.Holds:
		out.Text = "a case can always complete"
		return out
	case engine.Unknown:
		out.Text = "it is not known whether a case can always complete"
		return out
	}
	stuck := func(r *trail) bool { return s.asker.stuck(s.model, r) && !s.reached(r.end) }
	dead := s.stuck
	if s.core.Core != nil && dead.Witness != nil {
		dead = new(*dead)
		dead.Witness = s.onward(dead.Witness)
	}
	if run := s.runOf(s.model, dead, stuck); run != nil {
		out.Places = marked(run.end)
		out.Text = fmt.Sprintf("%s %s, with tokens in %s%s", run.after(), run.ends(), s.held(run.end),
			s.waiting(run.end))
		return run.shows(out)
	}
	if s.ofWorkflow && proper.Run != nil {
		out.Run, out.Places = proper.Run, proper.Places
		out.Text = after(len(proper.Run.Steps)) +
			" tokens are left behind, so the case cannot complete properly any more"
		return out
	}
	found := s.stuck // in the core nothing can fire, but in the net it may go on, in circles
	if s.core.Core == nil || found.Witness == nil {
		option := s.core.questions()[2]
		option.Trace = true
		found = s.lifted(s.detail(s.core.model, option)[0])
	}
	if run := s.runOf(s.model, found, nil); run != nil {
		out.Places = marked(run.end)
		out.Text = fmt.Sprintf("%s the case cannot complete any more, whatever fires; tokens are in %s", run.after(),
			s.held(run.end))
		return run.shows(out)
	}
	out.Text = "there is a reachable marking from which the case cannot complete; no run to it was found"
	return out
}

// optionResult returns what is known of the option to complete.
func (s *soundness) optionResult() engine.Result {
	switch {
	case s.option.Result == engine.Fails, s.stuck.Result == engine.Holds:
		return engine.Fails
	case s.ofWorkflow && s.proper.Result != engine.Holds:
		return s.proper.Result // nothing is known if that is unknown
	}
	return s.option.Result
}

// deadFinding says what is known of dead transitions.
func (s *soundness) deadFinding() Finding {
	return s.deadTransitions(s.model, noDeadTransitions)
}

// deadTransitions says which transitions of a model can never fire.
func (a *asker) deadTransitions(m *model.Model, about string) Finding {
	c := a.census(m)
	list, open := c.dying(), c.open()
	names := slices.Concat(a.unbound(m), a.names.Transitions(list))
	switch {
	case len(names) > 0:
		return Finding{About: about, Result: engine.Fails, Transitions: list,
			Text: enumerate(names) + " can never fire"}
	case open != nil:
		return Finding{About: about, Result: engine.Unknown, Transitions: open,
			Text: fmt.Sprintf("it is not known whether %s can fire", a.transitions(open))}
	}
	return Finding{About: about, Result: engine.Holds, Text: "each transition can fire"}
}

// unbounded is the answer for an unbounded net: tokens pile up, so a case cannot complete properly.
func (s *soundness) unbounded(dead bool) *Answer {
	out := &Answer{Result: engine.Fails}
	growth := s.growth(s.model, s.pump)
	if s.ofWorkflow {
		growth.About = optionToComplete
	}
	growth.Text += ", so a case cannot always complete without leaving tokens behind"
	out.Findings = []Finding{growth}
	if dead {
		out.Findings = append(out.Findings, s.deadFinding())
	}
	s.summarize(out, dead)
	return out
}

// growth says how tokens pile up in an unbounded net.
func (a *asker) growth(m *model.Model, v *structure.Verdict) Finding {
	steps := slices.Concat(v.Prefix, v.Loop)
	return Finding{
		Result: engine.Fails, Places: v.Grown,
		Text: fmt.Sprintf("tokens pile up in %s: the steps from %s on can be repeated for ever, and add tokens "+
			"each time",
			a.places(v.Grown), quantity.Int(len(v.Prefix)+1)),
		Run: &engine.Witness{Start: m.Outline().Initial(), Steps: steps, Loop: len(v.Prefix)},
	}
}
