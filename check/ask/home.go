package ask

import (
	"fmt"
	"math/big"

	"brim/check/model"
	"brim/engine"
	"brim/engine/walk"
	"brim/internal/quantity"
	"brim/petri"
)

// Reversibility and home markings: markings that can always be reached.

// reversible answers whether the initial marking can always be reached again.
func (a *asker) reversible(Question) *Answer {
	m := a.model
	home, stuck := a.returns(m)
	out := &Answer{Result: home.Result}
	switch home.Result {
	case engine.Holds:
		out.Summary = "the net is reversible: the initial marking can always be reached again"
	case engine.Unknown:
		out.Summary = "whether the net is reversible is unknown"
		a.unknown(out, home)
	case engine.Fails:
		out.Summary = "the net is not reversible"
		out.Findings = a.lostHome(m, m.Outline().Initial(), home, stuck)
	}
	return out
}

// returns asks whether the initial marking of a model can always be reached again, and whether a dead marking beside it
// is reachable.
func (a *asker) returns(m *model.Model) (home, stuck *model.Answer) {
	f := formulasOf(m.Outline())
	at := f.is(m.Outline().Initial())
	answers := a.ask(m, func(list []*model.Answer) bool {
		return list[0] != nil && list[0].Known() || list[1] != nil && list[1].Result == engine.Holds
	}, truth(f.ag(f.ef(at)), true), truth(f.ef(f.And(f.Deadlock(), f.Not(at))), true))
	home, stuck = answers[0], answers[1]
	if stuck.Result == engine.Holds && !home.Known() {
		home = &model.Answer{Verdict: model.Verdict{Result: engine.Fails}}
	}
	return home, stuck
}

// lostHome says after which run a marking cannot be reached any more.
func (a *asker) lostHome(m *model.Model, home petri.Marking, found, stuck *model.Answer) []Finding {
	ends := func(x petri.Marking) bool { return a.dead(m, x) && !x.Equal(home) }
	run, end := a.runOf(m, stuck, ends)
	why := "nothing can fire"
	if run == nil {
		run, end = a.runOf(m, found, nil)
		why = a.held(home) + " cannot be marked as before any more"
		if home.Equal(m.Outline().Initial()) {
			why = "the initial marking cannot be reached any more"
		}
	}
	if run == nil {
		return []Finding{{Result: engine.Fails, Text: "from some reachable marking it cannot be reached; no run to one was found"}}
	}
	return []Finding{{
		Result: engine.Fails, Run: run, Places: marked(end),
		Text: fmt.Sprintf("%s %s; tokens are in %s", after(len(run.Steps)), why, a.held(end)),
	}}
}

// home answers whether there is a home marking, one that can always be reached, and which markings are such ones. On
// finitely many markings they are the strongly connected component of the graph that no edge leaves, if there is only
// one. On others it is asked whether the initial marking is one, else a marking in which random walks end: if from
// there it can always be reached again, it is one if there is any.
func (a *asker) home(Question) *Answer {
	m := a.model
	if g := a.graph(m); g != nil {
		return a.homeOf(g)
	}
	home, stuck := a.returns(m)
	if home.Result == engine.Holds {
		return &Answer{Result: engine.Holds, Summary: "the initial marking can always be reached again, so all reachable markings are home markings"}
	}
	out := &Answer{
		Summary: "whether there is a home marking is unknown",
		Reason:  "the initial marking is not one, and there are too many others to try them all",
	}
	a.unknown(out, home)
	run, rest := a.runOf(m, stuck, func(x petri.Marking) bool { return a.dead(m, x) })
	if run == nil {
		run, rest = a.settled()
	}
	if run == nil {
		return out
	}
	f := formulasOf(m.Outline())
	again := a.ask(a.variant(rest), nil, truth(f.ag(f.ef(f.is(rest))), false))[0]
	if again.Result != engine.Holds { // rest is no home marking, but another one may be
		a.unknown(out, again)
		return out
	}
	found := a.ask(m, nil, truth(f.ag(f.ef(f.is(rest))), true))[0]
	switch found.Result {
	case engine.Holds:
		out.Result, out.Reason, out.Stop = engine.Holds, "", nil
		out.Summary = "there are home markings: those that can be reached from one of them, and no others"
		out.Findings = []Finding{{Result: engine.Holds, Run: run, Places: marked(rest), Text: fmt.Sprintf("one of them, %s, has tokens in %s", after(len(run.Steps)), a.held(rest))}}
	case engine.Fails:
		out.Result, out.Reason, out.Stop = engine.Fails, "", nil
		out.Summary = "there is no home marking: different runs end in parts of the state space that no run leaves"
		out.Findings = append([]Finding{{Run: run, Places: marked(rest), Text: fmt.Sprintf("%s tokens are in %s, and from all that follows this marking can be reached again", after(len(run.Steps)), a.held(rest))}},
			a.lostHome(m, rest, found, nil)...)
	default:
		a.unknown(out, found)
	}
	return out
}

// settledFirings is how long a random walk is that looks for a marking which can always be reached again.
const settledFirings = 20_000

// settled returns a run to a marking in which a random walk ends.
func (a *asker) settled() (*engine.Witness, petri.Marking) {
	if a.model.Net == nil {
		return nil, nil
	}
	x := newPlayer(a.model.Net)
	x.begin()
	var steps []int
	for i := 0; i < settledFirings && len(x.enabled) > 0; i++ {
		t := x.enabled[i*7919%len(x.enabled)]
		if !x.fire(t) {
			break
		}
		steps = append(steps, t)
	}
	net := a.model.Net
	steps = walk.Shorten(net, steps)
	return &engine.Witness{Start: net.Initial(), Steps: steps, Loop: engine.NoLoop}, x.marking
}

// homeOf is home for a net of which all reachable markings are known.
func (a *asker) homeOf(g *graph) *Answer {
	bottoms, of := g.bottoms(a.ctx)
	if of == nil {
		return &Answer{Summary: "whether there is a home marking is unknown", Reason: "the time is over"}
	}
	all := len(g.markings)
	example := func(c []uint32) Finding {
		i := c[0]
		for _, j := range c {
			i = min(i, j)
		}
		m := g.markings[i]
		steps := g.path(int(i))
		return Finding{
			Run: &engine.Witness{Start: g.markings[0], Steps: steps, Loop: engine.NoLoop}, Places: marked(m),
			Text: fmt.Sprintf("%s tokens are in %s, and no run leaves the %s that can be reached from there", after(len(steps)), a.held(m),
				quantity.Times(len(c), "marking", "markings")),
		}
	}
	out := &Answer{Result: engine.Holds}
	switch n := len(bottoms[0]); {
	case len(bottoms) > 1:
		out.Result, out.Summary = engine.Fails, fmt.Sprintf("there is no home marking: runs end in %d different parts of the state space that no run leaves", len(bottoms))
		out.Findings = []Finding{example(bottoms[0]), example(bottoms[1])}
	case n == all:
		out.Summary = "the initial marking can always be reached again, so all reachable markings are home markings"
	case n == 1:
		out.Summary = "there is one home marking"
		out.Findings = []Finding{example(bottoms[0])}
		m := g.markings[bottoms[0][0]]
		out.Findings[0].Text = fmt.Sprintf("it can be reached %s and has tokens in %s", after(len(out.Findings[0].Run.Steps)), a.held(m))
	default:
		out.Summary = fmt.Sprintf("there are %s home markings among the %s reachable ones", quantity.Number(big.NewInt(int64(n)), false), quantity.Number(big.NewInt(int64(all)), false))
		out.Findings = []Finding{example(bottoms[0])}
	}
	for i := range out.Findings {
		out.Findings[i].Result = out.Result
	}
	return out
}
