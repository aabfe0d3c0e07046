package ask

import (
	"fmt"
	"slices"

	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/extended"
)

// Conflicts in nets with reset arcs, priorities or time, found in the graph of all markings or states.

// A pair is two transitions of which the first disables the second.
type pair struct{ first, second int }

// conflictingIn is conflicting for a system of which all reachable markings are known; g is nil if they are not.
func (a *asker) conflictingIn(g *graph, most int) (out *Answer, found bool) {
	if g == nil {
		return &Answer{Reason: a.tooMany(a.model)}, false
	}
	out = &Answer{Result: engine.Fails}
	seen := map[pair]bool{}
	pairs := 0
	for i, list := range g.edges {
		var here []pair
		for _, e := range list {
			for _, other := range list {
				p := pair{e.transition, other.transition}
				after := func(x edge) bool { return x.transition == other.transition }
				if e.fires() && other.fires() && p.first != p.second && !slices.ContainsFunc(g.edges[e.to], after) &&
					!slices.Contains(here, p) {
					here = append(here, p)
				}
			}
		}
		for _, p := range here {
			back := slices.Contains(here, pair{p.second, p.first})
			if seen[p] || back && p.first > p.second {
				continue
			}
			seen[p] = true
			if back {
				seen[pair{p.second, p.first}] = true
			}
			if pairs++; len(out.Findings) < most {
				out.Findings = append(out.Findings, a.conflictIn(g, i, p, back))
			}
		}
	}
	switch {
	case pairs == len(out.Findings) && pairs > 0:
		out.Summary = fmt.Sprintf("there are conflicts: %s in all", quantity.Count(pairs, "pair"))
	case pairs > 0:
		out.Result = engine.Unknown
	}
	return out, pairs > 0
}

// conflictIn says what two transitions do to each other in a marking: by which places, or which transition goes before
// the second one afterwards.
func (a *asker) conflictIn(g *graph, at int, p pair, back bool) Finding {
	run := g.trail(at)
	first, second := a.names.Transition(p.first), a.names.Transition(p.second)
	text := fmt.Sprintf("%s both %s and %s can fire, and ", run.after(), first, second)
	if g.timed != nil {
		if back {
			text += "whichever fires, the other cannot fire at that moment any more"
		} else {
			text += fmt.Sprintf("once %s has fired, %s cannot fire at that moment any more", first, second)
		}
		return run.shows(Finding{Result: engine.Holds, Transitions: []int{p.first, p.second}, Text: text})
	}
	c := conflict{first: p.first, second: p.second, places: a.changed(g.markings[at], p)}
	if len(c.places) > 0 {
		return a.conflictFinding(c, back, run)
	}
	next, _ := a.rule(a.model).fire(g.markings[at], p.first)
	for _, u := range a.system.Above(p.second) {
		if a.system.Enabled(next, u) {
			text += fmt.Sprintf("after %s %s can, which goes before %s", first, a.names.Transition(u), second)
			break
		}
	}
	return run.shows(Finding{Result: engine.Holds, Transitions: []int{p.first, p.second}, Text: text})
}

// changed lists the places that the first transition of a pair changes in a marking so that the second one, apart from
// priorities, cannot fire.
func (a *asker) changed(m petri.Marking, p pair) (places []int) {
	next, ok := a.rule(a.model).fire(m, p.first)
	needs, err := a.model.Document.Needs()
	if !ok || err != nil {
		return nil
	}
	for _, d := range needs[p.second] {
		if lacks(d, next) && next[d.Place] != m[d.Place] {
			places = append(places, d.Place)
		}
	}
	return places
}

// lacks reports whether a place does not hold what a transition needs.
func lacks(d extended.Need, m petri.Marking) bool { return m[d.Place] < d.Least || m[d.Place] > d.Most }
