package ask

import (
	"fmt"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure"
)

// Easy soundness and relaxed soundness: that some case completes, and that each transition is part of such a case.

// easySound answers whether some case completes.
func (a *asker) easySound(Question) *Answer {
	p, wrong := a.process()
	if wrong != nil {
		return wrong
	}
	m, f := a.variant(p.start), formulasOf(p.net)
	found := a.ask(m, nil, truth(f.ef(f.any(p.ends, f.is)), true))[0]
	out := &Answer{Result: found.Result}
	switch found.Result {
	case engine.Holds:
		out.Summary = "the workflow is easy sound: some case completes"
		if run := a.runOf(m, found, func(r *trail) bool { return p.completes(r.end) }); run != nil {
			out.Findings = []Finding{run.shows(Finding{Result: engine.Holds,
				Text: run.after() + " a case has completed"})}
		}
	case engine.Fails:
		out.Summary = "the workflow is not easy sound: no case completes"
	default:
		out.Summary = "whether some case completes is unknown"
		a.unknown(out, found)
	}
	return out
}

// relaxedSound answers whether each transition is part of some case that completes. Random runs that complete show it
// for most transitions; if cases can always complete, it holds for each transition that can fire. For any other
// transition a copy of the net says whether it has fired: in the copy the transition has a twin that takes a token from
// a place and puts it into another one, which is marked at the end if the twin is part of the case.
func (a *asker) relaxedSound(Question) *Answer {
	p, wrong := a.process()
	if wrong != nil {
		return wrong
	}
	s := &soundness{process: p, asker: a, model: a.variant(p.start)}
	if s.model.Net == nil {
		return s.relaxedOf(a.graph(s.model))
	}
	used := p.completing(a.ctx)
	questions, note := a.fireable(s.model)
	first := p.questions()
	if a.boundedness(s.model).Kind == structure.Unbounded { // then cases cannot always complete, or it is hard to tell
		first = nil
	}
	answers := a.ask(s.model, nil, append(first, questions...)...)
	note(answers[len(first):])
	always := false
	if first != nil {
		s.proper, s.stuck, s.option = answers[0], answers[1], answers[2]
		always = s.optionResult() == engine.Holds
	}
	c := a.census(s.model)
	var never, open []int
	var last *model.Answer
	for t := range p.net.Transitions {
		switch {
		case used[t]:
		case c.dead[t]:
			never = append(never, t)
		case c.fires[t] && always:
		default:
			twin := p.watched(t)
			f := formulasOf(twin)
			fired := func(end petri.Marking) *syntax.Formula { return f.is(append(end.Clone(), 0, 1)) }
			q := truth(f.ef(f.any(p.ends, fired)), true)
			last = a.wait(&request{model: model.OfNet(twin), questions: []*model.Question{q}, detail: never != nil})[0]
			switch {
			case last.Result == engine.Fails:
				never = append(never, t)
			case last.Result == engine.Unknown:
				open = append(open, t)
			case last.Witness != nil:
				for _, u := range last.Witness.Steps {
					if u < len(used) { // not the twin
						used[u] = true
					}
				}
			}
		}
	}
	return s.relaxed(never, open, last)
}

// relaxedOf is relaxedSound for a system of which all reachable markings are known: a transition is part of such a case
// if it leads to a marking from which cases complete.
func (s *soundness) relaxedOf(g *graph) *Answer {
	if g == nil {
		return &Answer{Summary: "whether the workflow is relaxed sound is unknown", Reason: s.tooMany(s.model)}
	}
	used := make([]bool, len(s.skeleton().Transitions))
	completes := g.before(func(m petri.Marking) bool { return s.completes(m) })
	for _, list := range g.edges {
		for _, e := range list {
			if e.fires() {
				used[e.transition] = used[e.transition] || completes[e.to]
			}
		}
	}
	var never []int
	for t := range used {
		if !used[t] {
			never = append(never, t)
		}
	}
	return s.relaxed(never, nil, nil)
}

// relaxed makes the answer: transitions that are part of no case that completes, and those of which that is unknown.
func (s *soundness) relaxed(never, open []int, last *model.Answer) *Answer {
	out := &Answer{Result: engine.Holds,
		Summary: "the workflow is relaxed sound: each transition is part of some case that completes"}
	if open != nil {
		out.Result, out.Summary = engine.Unknown, "whether the workflow is relaxed sound is unknown"
		out.Findings = append(out.Findings,
			Finding{Transitions: open, Text: fmt.Sprintf("it is not known whether %s %s part of some case that "+
				"completes", s.transitions(open), is(open))})
		s.unknown(out, last)
	}
	if names := slices.Concat(s.unbound(s.model), s.names.Transitions(never)); len(names) > 0 {
		out.Result, out.Summary, out.Reason, out.Stop = engine.Fails, "the workflow is not relaxed sound", "", nil
		text := fmt.Sprintf("%s %s part of no case that completes", enumerate(names), is(names))
		if n := len(s.skeleton().Transitions); len(never) == n && n > 0 {
			text = fmt.Sprintf("no case completes, so none of the %s is part of one that does",
				quantity.Count(n, "transition"))
		}
		out.Findings = append([]Finding{{Result: engine.Fails, Transitions: never, Text: text}}, out.Findings...)
	}
	return out
}

// watched returns the net with a twin of a transition that moves a token from a new place to another one.
func (p *process) watched(t int) *petri.Net {
	b := p.copied()
	before, fired := b.Place(fresh(p.net, "not fired yet"), 1), b.Place(fresh(p.net, "fired"), 0)
	twin := b.Transition(fresh(p.net, "watched"))
	arcs(b, twin, p.net.Transitions[t])
	b.In(twin, before, 1)
	b.Out(twin, fired, 1)
	return built(b)
}
