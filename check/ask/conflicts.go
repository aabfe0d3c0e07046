package ask

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
)

// Conflicts: transitions that disable each other when they fire, and nets without any, which are persistent.

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

// conflicting looks for conflicts, at most so many, and reports whether there is one. Two transitions are one conflict,
// whichever of them disables the other. The result is Fails without any. The summary says that all were found.
//
// By the arcs alone only certain pairs may be in conflict. Where there are few markings or states, their graph tells
// which ones are. Otherwise random runs look for some, and then formulas of reachability are decided, which say of a
// marking that it enables both transitions of a pair, and that the first one disables the second.
func (a *asker) conflicting(most int) (out *Answer, found bool) {
	m := a.model
	x, err := disablingOf(m)
	if err != nil {
		return &Answer{Reason: err.Error()}, false
	}
	open, complete := x.pairs(len(m.Outline().Places))
	if len(open) == 0 {
		return &Answer{Result: engine.Fails}, false
	}
	if m.Net == nil {
		if g := a.graph(m); g != nil {
			return a.conflictingIn(g, x, most)
		}
	}
	c := &conflicts{asker: a, disabling: x, open: open, known: map[pair]bool{}, out: &Answer{}}
	for len(c.open) > 0 && len(c.out.Findings) < most && c.next() {
		for len(c.here) > 0 && len(c.out.Findings) < most {
			p := c.here[0]
			back := slices.Contains(c.here, p.back())
			c.here = slices.DeleteFunc(c.here, func(o pair) bool { return o == p || o == p.back() })
			c.out.Findings = append(c.out.Findings, a.conflictIn(x, c.run, p, back))
		}
	}
	found = len(c.out.Findings) > 0
	if len(c.open) > 0 || len(c.here) > 0 {
		return c.out, found
	}
	unsure := slices.DeleteFunc(slices.Clone(open), func(p pair) bool { return !x.unsure(p) || c.known[p] })
	switch {
	case len(unsure) > 0 && !c.never(unsure):
		c.out.Reason = "whether transitions disable each other depends on the ages of tokens, and " + a.tooMany(m)
	case !complete:
		c.out.Reason = fmt.Sprintf("more than %s may disable each other", quantity.Count(mostPairs, "pair"))
	default:
		c.out.Result, c.out.Reason = engine.Fails, ""
		if found {
			c.out.Summary = fmt.Sprintf("there are conflicts: %s in all", quantity.Count(len(c.out.Findings), "pair"))
		}
	}
	return c.out, found
}

// A conflicts is a search for conflicts.
type conflicts struct {
	*asker
	*disabling
	open   []pair // that may still be found
	known  map[pair]bool
	run    *trail
	here   []pair // found at the end of the run
	walked bool   // random runs find no more
	out    *Answer
}

// next looks for a run to a conflict. It reports false if no run leads to one, or if that stays unknown; then the
// answer says why.
func (c *conflicts) next() bool {
	m, f := c.model, formulasOf(c.model.Outline())
	if m.Net != nil && !c.walked {
		if c.run = c.stumble(); c.run != nil {
			c.settle()
			return true
		}
		c.walked = true
	}
	r := &request{model: m, detail: len(c.out.Findings) > 0, enough: func(list []*model.Answer) bool {
		return slices.ContainsFunc(list, func(x *model.Answer) bool { return x != nil && x.Result == engine.Holds })
	}}
	for part := range slices.Chunk(c.open, pairsOfQuestion) {
		parts := []*syntax.Formula{}
		for _, p := range part {
			parts = append(parts, c.happens(f, p))
		}
		r.questions = append(r.questions, truth(f.ef(f.Or(parts...)), true))
	}
	answers := c.wait(r)
	unknown := false
	for _, x := range answers {
		unknown = unknown || x.Result == engine.Unknown
		if x.Result != engine.Holds {
			continue
		}
		c.run = c.runOf(m, x, func(r *trail) bool { return slices.ContainsFunc(c.open, c.in(r)) })
		if c.run == nil {
			c.out.Findings = append(c.out.Findings,
				Finding{Result: engine.Holds, Text: "there is a conflict; no run to it was found"})
			return false
		}
		c.settle()
		return true
	}
	if unknown {
		if len(c.out.Findings) == 0 {
			c.unknown(c.out, answers...)
		}
		return false
	}
	c.open = nil
	return true
}

// settle moves the open pairs that happen at the end of the run. Two transitions are one conflict, whichever of them
// disables the other.
func (c *conflicts) settle() {
	in := c.in(c.run)
	for _, p := range c.open {
		if in(p) {
			c.here = append(c.here, p)
			c.known[p], c.known[p.back()] = true, true
		}
	}
	c.open = slices.DeleteFunc(c.open, func(p pair) bool { return c.known[p] })
}

// never reports whether no marking enables both transitions of one of some pairs.
func (c *conflicts) never(pairs []pair) bool {
	f := formulasOf(c.model.Outline())
	r := &request{model: c.model, detail: len(c.out.Findings) > 0}
	for part := range slices.Chunk(pairs, pairsOfQuestion) {
		parts := []*syntax.Formula{}
		for _, p := range part {
			parts = append(parts, f.And(f.enabled(p.first), f.enabled(p.second)))
		}
		r.questions = append(r.questions, truth(f.ef(f.Or(parts...)), false))
	}
	return !slices.ContainsFunc(c.wait(r), func(x *model.Answer) bool { return x.Result != engine.Fails })
}

// pairsOfQuestion is how many pairs one question is about.
const pairsOfQuestion = 500

// How long random runs are at first, each twice as long as the one before, and how long all of them together.
const (
	stumbleFirst = 100
	stumbleAll   = 300_000
)

// stumble follows random runs of a net until a transition disables another one of an open pair, and returns the run to
// the marking in which both are enabled; nil if it finds none.
func (c *conflicts) stumble() *trail {
	net := c.model.Net
	others := make([][]int, len(net.Transitions))
	for _, p := range c.open {
		others[p.first] = append(others[p.first], p.second)
	}
	x, rng := newPlayer(net), rand.New(rand.NewPCG(1, 0))
	for fired, length := 0, stumbleFirst; fired < stumbleAll; length *= 2 {
		x.begin()
		var run []int
		for len(run) < length && len(x.enabled) > 0 {
			t := x.enabled[rng.IntN(len(x.enabled))]
			for _, u := range others[t] {
				if p := (pair{t, u}); x.at[u] >= 0 && c.in(steps(nil, x.marking, nil))(p) {
					return c.short(c.model, net.Initial(), run, func(r *trail) bool { return c.in(r)(p) })
				}
			}
			if !x.fire(t) {
				break
			}
			run = append(run, t)
		}
		if fired += len(run) + stumbleFirst; c.ctx.Err() != nil {
			break
		}
	}
	return nil
}

// conflictIn says what two transitions do to each other after a run: by which places, or which transition goes before
// the second one afterwards.
func (a *asker) conflictIn(x *disabling, run *trail, p pair, back bool) Finding {
	first, second := a.names.Transition(p.first), a.names.Transition(p.second)
	out := Finding{Result: engine.Holds, Transitions: []int{p.first, p.second}}
	out.Text = fmt.Sprintf("%s both %s and %s can fire, and ", run.after(), first, second)
	switch {
	case run.timed != nil && back:
		out.Text += "whichever fires, the other cannot fire at that moment any more"
		return run.shows(out)
	case run.timed != nil:
		out.Text += fmt.Sprintf("once %s has fired, %s cannot fire at that moment any more", first, second)
		return run.shows(out)
	}
	next, _ := a.rule(a.model).fire(run.end, p.first)
	if out.Places = x.changed(run.end, next, p.second); len(out.Places) > 0 {
		if back {
			out.Text += "whichever fires disables the other"
		} else {
			out.Text += first + " disables the other"
		}
		out.Text += ", by " + a.places(out.Places)
		return run.shows(out)
	}
	for _, u := range a.system.Above(p.second) {
		if a.system.Enabled(next, u) {
			out.Text += fmt.Sprintf("after %s %s can, which goes before %s", first, a.names.Transition(u), second)
			break
		}
	}
	return run.shows(out)
}

// changed lists the places that a firing changes so that a transition, apart from priorities, cannot fire.
func (x *disabling) changed(m, next petri.Marking, t int) (places []int) {
	for _, d := range x.needs[t] {
		if n := next[d.Place]; (n < d.Least || n > d.Most) && n != m[d.Place] {
			places = append(places, d.Place)
		}
	}
	return places
}
