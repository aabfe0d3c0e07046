package ask

import (
	"fmt"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
)

// Conflicts: transitions that disable each other when they fire, and nets without any, which are persistent.

// A conflict is a pair of transitions of which the first may disable the second, and the places by which it does so.
type conflict struct {
	first, second int
	places        []int
}

// conflictsOf lists the pairs of which the first takes tokens that the second needs, or gives tokens that inhibit it.
func conflictsOf(net *petri.Net) (list []conflict) {
	needs := make([][]int, len(net.Places)) // by place, the transitions that have a condition on it
	for t := range net.Transitions {
		for _, arcs := range [][]petri.Arc{net.Transitions[t].Pre, net.Transitions[t].Inhibit} {
			for _, x := range arcs {
				if n := len(needs[x.Place]); n == 0 || needs[x.Place][n-1] != t {
					needs[x.Place] = append(needs[x.Place], t)
				}
			}
		}
	}
	for t := range net.Transitions {
		places := map[int][]int{}
		for e := range net.Transitions[t].Effects() {
			for _, u := range needs[e.Place] {
				if u != t && e.Delta != 0 && condition(net, u, e).may {
					places[u] = append(places[u], e.Place)
				}
			}
		}
		for u := range net.Transitions {
			if places[u] != nil {
				list = append(list, conflict{t, u, places[u]})
			}
		}
	}
	return list
}

// A bar says how many tokens a place has when an effect on it disables a transition.
type bar struct {
	may   bool
	rel   syntax.Relation
	bound int64
}

// condition returns when an effect on a place disables transition u, if both were enabled before.
func condition(net *petri.Net, u int, e petri.Effect) bar {
	for _, x := range net.Transitions[u].Pre {
		if x.Place == e.Place && e.Delta < 0 {
			return bar{true, syntax.Less, x.Weight - e.Delta}
		}
	}
	for _, x := range net.Transitions[u].Inhibit {
		if x.Place == e.Place && e.Delta > 0 {
			return bar{true, syntax.GreaterEqual, x.Weight - e.Delta}
		}
	}
	return bar{}
}

// happens says that both transitions are enabled and that the first one would disable the second.
func (c conflict) happens(f formulas) *syntax.Formula {
	parts := []*syntax.Formula{f.Bool(false)}
	for e := range f.net.Transitions[c.first].Effects() {
		if b := condition(f.net, c.second, e); b.may && slices.Contains(c.places, e.Place) {
			parts = append(parts, f.tokens(b.rel, b.bound, e.Place))
		}
	}
	return f.And(f.enabled(c.first), f.enabled(c.second), f.Or(parts...))
}

// in reports whether the conflict happens in a marking, by firing.
func (c conflict) in(net *petri.Net, m petri.Marking) bool {
	if !net.Enabled(m, c.first) || !net.Enabled(m, c.second) {
		return false
	}
	next := m.Clone()
	return net.FireInto(next, m, c.first) && !net.Enabled(next, c.second)
}

// persistent answers whether no transition that fires disables another one.
func (a *asker) persistent(Question) *Answer {
	out, found := a.conflicting(1)
	switch {
	case found:
		out.Result, out.Summary = engine.Fails, "the net is not persistent"
	case out.Result == engine.Fails:
		out.Result, out.Summary = engine.Holds, "the net is persistent: no transition that fires disables another one"
	default:
		out.Summary = "whether the net is persistent is unknown"
	}
	for i := range out.Findings {
		out.Findings[i].Result = out.Result
	}
	return out
}

// conflicts answers whether some transition that fires disables another one, and lists which.
func (a *asker) conflicts(q Question) *Answer {
	out, found := a.conflicting(most(q))
	switch n := len(out.Findings); {
	case found && out.Summary == "":
		out.Result, out.Summary = engine.Holds,
			fmt.Sprintf("there are conflicts, maybe more than the %s listed here", quantity.Count(n, "pair"))
	case found:
		out.Result = engine.Holds
	case out.Result == engine.Fails:
		out.Summary = "there are no conflicts: no transition that fires disables another one"
	default:
		out.Summary = "whether there are conflicts is unknown"
	}
	return out
}

// most returns how many examples a question asks for.
func most(q Question) int {
	if q.Most <= 0 {
		return 10
	}
	return q.Most
}

// conflicting looks for conflicts, at most so many, and reports whether there is one. Two transitions that disable each
// other are one conflict. The result is Fails if there is none. The summary says that all were found.
func (a *asker) conflicting(most int) (out *Answer, found bool) {
	m := a.model
	if m.Net == nil {
		return a.conflictingIn(a.graph(m), most)
	}
	f := formulasOf(m.Outline())
	open := conflictsOf(m.Net)
	out = &Answer{}
	for len(open) > 0 && len(out.Findings) < most {
		parts := []*syntax.Formula{}
		for _, c := range open {
			parts = append(parts, c.happens(f))
		}
		r := &request{model: m, questions: []*model.Question{truth(f.ef(f.Or(parts...)), true)}, detail: found}
		x := a.wait(r)[0]
		run := a.runOf(m, x, func(r *trail) bool {
			return slices.ContainsFunc(open, func(c conflict) bool { return c.in(m.Net, r.end) })
		})
		switch {
		case x.Result == engine.Fails:
			open = nil
			continue
		case x.Result == engine.Holds && run == nil:
			out.Findings = append(out.Findings,
				Finding{Result: engine.Holds, Text: "there is a conflict; no run to it was found"})
			return out, true
		case x.Result == engine.Unknown:
			if !found {
				a.unknown(out, x)
			}
			return out, found
		}
		found = true
		var here []conflict
		open = slices.DeleteFunc(open, func(c conflict) bool {
			if c.in(m.Net, run.end) {
				here = append(here, c)
				return true
			}
			return false
		})
		for _, c := range here {
			back := slices.ContainsFunc(here,
				func(d conflict) bool { return d.first == c.second && d.second == c.first })
			if (!back || c.first < c.second) && len(out.Findings) < most {
				out.Findings = append(out.Findings, a.conflictFinding(c, back, run))
			}
		}
	}
	if len(open) == 0 {
		out.Result = engine.Fails
		if found {
			out.Summary = fmt.Sprintf("there are conflicts: %s in all", quantity.Count(len(out.Findings), "pair"))
		}
	}
	return out, found
}

// conflictFinding says what two transitions do to each other after a run.
func (a *asker) conflictFinding(c conflict, back bool, run *trail) Finding {
	text := fmt.Sprintf("%s both %s and %s can fire, and ", run.after(), a.names.Transition(c.first),
		a.names.Transition(c.second))
	if back {
		text += "whichever fires disables the other"
	} else {
		text += a.names.Transition(c.first) + " disables the other"
	}
	return run.shows(Finding{
		Result: engine.Holds, Transitions: []int{c.first, c.second}, Places: c.places,
		Text: text + ", by " + a.places(c.places),
	})
}
