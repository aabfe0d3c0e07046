package ask

import (
	"fmt"
	"slices"

	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
)

// Workflow nets: whether a net is one, where its cases begin and complete.

// A process is a net with the markings in which cases begin and complete.
type process struct {
	net          *petri.Net
	source, sink int
	cases        int64 // that begin together
	start, end   petri.Marking
	plain        bool // there are no inhibitor arcs: what can fire can also fire where there are more tokens
}

// workflow answers whether the net is a workflow net.
func (a *asker) workflow(Question) *Answer {
	p, wrong := a.process(1)
	if wrong != nil {
		return wrong
	}
	n := p.net
	return &Answer{Result: engine.Holds, Summary: fmt.Sprintf("the net is a workflow net: cases begin in %s, complete in %s, and all of its %s and %s are between",
		a.names.Place(p.source), a.names.Place(p.sink), quantity.Count(len(n.Places), "place"), quantity.Count(len(n.Transitions), "transition"))}
}

// process returns the net as a workflow in which so many cases begin together or, if it is no workflow net, the answer
// that says why. Read arcs are arcs to and from a place, inhibitor arcs are not.
func (a *asker) process(cases int64) (*process, *Answer) {
	net := a.model.Net
	out := &Answer{Result: engine.Fails, Summary: "the net is no workflow net"}
	say := func(places, transitions []int, format string, args ...any) {
		out.Findings = append(out.Findings, Finding{Result: engine.Fails, Text: fmt.Sprintf(format, args...), Places: places, Transitions: transitions})
	}
	sources, sinks := ends(net)
	for _, x := range []struct {
		list             []int
		what, how, where string
	}{
		{sources, "source", "gets no token from any transition", "begin"}, {sinks, "sink", "gives no token to any transition", "complete"},
	} {
		switch len(x.list) {
		case 0:
			say(nil, nil, "there is no %s place, one that %s, so there is no place for a case to %s", x.what, x.how, x.where)
		case 1:
		default:
			say(x.list, nil, "there are %d %s places, where a case could %s: %s", len(x.list), x.what, x.where, a.places(x.list))
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
		transitions = slices.DeleteFunc(transitions, func(t int) bool { return slices.Contains(free, t) || slices.Contains(silent, t) })
		if places != nil {
			say(places, nil, "not on a path from %s to %s are the places %s", a.names.Place(sources[0]), a.names.Place(sinks[0]), a.places(places))
		}
		if transitions != nil {
			say(nil, transitions, "not on a path from %s to %s are the transitions %s", a.names.Place(sources[0]), a.names.Place(sinks[0]), a.transitions(transitions))
		}
	}
	if out.Findings != nil {
		return nil, out
	}
	p := &process{net: net, source: sources[0], sink: sinks[0], cases: cases, plain: plain(net)}
	p.start, p.end = make(petri.Marking, len(net.Places)), make(petri.Marking, len(net.Places))
	p.start[p.source], p.end[p.sink] = cases, cases
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
func along(net *petri.Net, from int, next [][]int, arcs func(petri.Transition) []petri.Arc) (places, transitions []bool) {
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
