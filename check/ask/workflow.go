package ask

import (
	"fmt"
	"slices"

	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
)

// Workflow nets: whether a net is one, where its cases begin and complete.

// A process is a net with the marking in which cases begin and those in which they complete.
type process struct {
	net          *petri.Net
	ofWorkflow   bool  // it is a workflow net without reset arcs, priorities and time
	optionAlone  bool  // proper completion is not asked for
	source, sink int   // of a workflow net
	cases        int64 // that begin together
	start        petri.Marking
	ends         []petri.Marking // one for a workflow net
	plain        bool            // there are no inhibitor arcs: what can fire can also fire where there are more tokens
}

// completes reports whether a marking is one in which cases complete.
func (p *process) completes(m petri.Marking) bool { return slices.ContainsFunc(p.ends, m.Equal) }

// done returns the first marking in which cases complete that has no more tokens anywhere than m, or nil.
func (p *process) done(m petri.Marking) petri.Marking {
	for _, end := range p.ends {
		covers := true
		for q, n := range end {
			covers = covers && m[q] >= n
		}
		if covers {
			return end
		}
	}
	return nil
}

// process returns how cases run: from the initial marking to a final one, if the file of the net names final markings;
// else from the source to the sink of a workflow net. The answer says why the net is no workflow net.
func (a *asker) process() (*process, *Answer) {
	finals := a.model.Finals()
	if finals == nil {
		return a.flow(1)
	}
	net := a.skeleton()
	p := &process{net: net, cases: 1, start: net.Initial(), plain: plain(net) && a.model.Net != nil}
	for _, f := range finals {
		p.ends = append(p.ends, petri.Marking(f))
	}
	if w, _ := a.flow(1); w != nil && w.start.Equal(p.start) && len(p.ends) == 1 && p.completes(w.ends[0]) {
		return w, nil
	}
	return p, nil
}

// workflow answers whether the net is a workflow net.
func (a *asker) workflow(Question) *Answer {
	p, wrong := a.flow(1)
	if wrong != nil {
		return wrong
	}
	n := p.net
	return &Answer{Result: engine.Holds,
		Summary: fmt.Sprintf("the net is a workflow net: cases begin in %s and complete in %s, %s and %s are between",
			a.names.Place(p.source), a.names.Place(p.sink), quantity.Count(len(n.Places), "place"),
			quantity.Count(len(n.Transitions), "transition"))}
}

// flow returns the net as a workflow net in which so many cases begin together or, if it is not one, the answer that
// says why. Read arcs are arcs to and from a place, inhibitor arcs are not.
func (a *asker) flow(cases int64) (*process, *Answer) {
	net := a.flowing()
	out := &Answer{Result: engine.Fails, Summary: "the net is no workflow net", byArcs: true}
	say := func(places, transitions []int, format string, args ...any) {
		out.Findings = append(out.Findings,
			Finding{Result: engine.Fails, Text: fmt.Sprintf(format, args...), Places: places, Transitions: transitions})
	}
	sources, sinks := ends(net)
	for _, x := range []struct {
		list             []int
		what, how, where string
	}{
		{sources, "source", "gets no token from any transition", "begin"},
		{sinks, "sink", "gives no token to any transition", "complete"},
	} {
		switch len(x.list) {
		case 0:
			say(nil, nil, "there is no %s place, one that %s, so there is no place for a case to %s", x.what, x.how,
				x.where)
		case 1:
		default:
			say(x.list, nil, "there are %d %s places, where a case could %s: %s", len(x.list), x.what, x.where,
				a.places(x.list))
		}
	}
	var free, silent []int
	for t := range net.Transitions {
		if len(net.Transitions[t].Pre) == 0 {
			free = append(free, t)
		}
		if len(net.Transitions[t].Post) == 0 {
			silent = append(silent, t)
		}
	}
	if free != nil {
		say(nil, free, "without input places, apart from any case, can fire: %s", a.transitions(free))
	}
	if silent != nil {
		say(nil, silent, "without output places, so that a case may vanish: %s", a.transitions(silent))
	}
	if len(sources) == 1 && len(sinks) == 1 {
		places, transitions := off(net, sources[0], sinks[0])
		transitions = slices.DeleteFunc(transitions,
			func(t int) bool { return slices.Contains(free, t) || slices.Contains(silent, t) })
		if places != nil {
			say(places, nil, "not on a path from %s to %s are the places %s", a.names.Place(sources[0]),
				a.names.Place(sinks[0]), a.places(places))
		}
		if transitions != nil {
			say(nil, transitions, "not on a path from %s to %s are the transitions %s", a.names.Place(sources[0]),
				a.names.Place(sinks[0]), a.transitions(transitions))
		}
	}
	if out.Findings != nil {
		return nil, out
	}
	p := &process{net: a.skeleton(), ofWorkflow: a.model.Net != nil, source: sources[0], sink: sinks[0], cases: cases}
	p.plain = plain(p.net) && a.model.Net != nil
	end := make(petri.Marking, len(net.Places))
	p.start, p.ends = end.Clone(), []petri.Marking{end}
	p.start[p.source], end[p.sink] = cases, cases
	return p, nil
}

// plain reports whether a net has no inhibitor arcs.
func plain(net *petri.Net) bool {
	return !slices.ContainsFunc(net.Transitions, func(t petri.Transition) bool { return len(t.Inhibit) > 0 })
}

// ends lists the places to which no transition gives tokens, and those from which no transition takes any.
func ends(net *petri.Net) (sources, sinks []int) {
	filled, used := make([]bool, len(net.Places)), make([]bool, len(net.Places))
	for _, t := range net.Transitions {
		for _, x := range t.Pre {
			used[x.Place] = true
		}
		for _, x := range t.Post {
			filled[x.Place] = true
		}
	}
	for p := range net.Places {
		if !filled[p] {
			sources = append(sources, p)
		}
		if !used[p] {
			sinks = append(sinks, p)
		}
	}
	return sources, sinks
}

// off lists the places and transitions that are on no path from one place to another.
func off(net *petri.Net, source, sink int) (places, transitions []int) {
	after, before := make([][]int, len(net.Places)), make([][]int, len(net.Places))
	for t := range net.Transitions {
		for _, x := range net.Transitions[t].Pre {
			after[x.Place] = append(after[x.Place], t)
		}
		for _, x := range net.Transitions[t].Post {
			before[x.Place] = append(before[x.Place], t)
		}
	}
	there, thereT := along(net, source, after, func(t petri.Transition) []petri.Arc { return t.Post })
	back, backT := along(net, sink, before, func(t petri.Transition) []petri.Arc { return t.Pre })
	for p := range net.Places {
		if !there[p] || !back[p] {
			places = append(places, p)
		}
	}
	for t := range net.Transitions {
		if !thereT[t] || !backT[t] {
			transitions = append(transitions, t)
		}
	}
	return places, transitions
}

// along tells which places and transitions arcs lead to from a place.
func along(net *petri.Net, from int, next [][]int, arcs func(petri.Transition) []petri.Arc) (places,
	transitions []bool) {
	places, transitions = make([]bool, len(net.Places)), make([]bool, len(net.Transitions))
	places[from] = true
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, t := range next[queue[0]] {
			if transitions[t] {
				continue
			}
			transitions[t] = true
			for _, x := range arcs(net.Transitions[t]) {
				if !places[x.Place] {
					places[x.Place] = true
					queue = append(queue, x.Place)
				}
			}
		}
	}
	return places, transitions
}
