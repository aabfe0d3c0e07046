package ask

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/engine/walk"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure/class"
)

// Reversibility and home markings: markings that can always be reached.

// reversible answers whether the initial marking can always be reached again.
func (a *asker) reversible(Question) *Answer {
	m := a.model
	if f := a.homeByStructure(m, m.Outline().Initial()); f.Answer != class.Unknown {
		return a.reversibleBy(f)
	}
	home, stuck := a.returns(m)
	out := &Answer{Result: home.Result}
	switch home.Result {
	case engine.Holds:
		out.Summary = alwaysBack
	case engine.Unknown:
		out.Summary = "whether the net is reversible is unknown"
		a.unknown(out, home)
	case engine.Fails:
		out.Summary = "the net is not reversible"
		out.Findings = a.lostHome(m, m.Outline().Initial(), home, stuck)
	}
	return out
}

// mostStudied is how long the structure of a net is studied at most.
const mostStudied = 2 * time.Second

// homeByStructure tells whether a reachable marking of a free choice net is a home marking, as far as its structure
// tells; Unknown for other models.
func (s *session) homeByStructure(m *model.Model, at petri.Marking) class.Finding {
	if m.Net == nil {
		return class.Finding{}
	}
	if s.studies[m] == nil {
		s.studies[m] = class.New(m.Facts())
	}
	x := s.studies[m]
	if !x.Classes().ExtendedFreeChoice || slices.Contains(m.Net.Initial(), petri.Omega) {
		return class.Finding{}
	}
	own, cancel := limit.Share(s.ctx, verdictPart)
	defer cancel()
	own, end := context.WithTimeout(own, mostStudied)
	defer end()
	return x.Home(own, at)
}

// reversibleBy answers whether the initial marking can always be reached again by the structure of the net: it can, or
// the places of the finding are a trap, which has no token in the beginning and gets some.
func (a *asker) reversibleBy(f class.Finding) *Answer {
	if f.Answer == class.Yes {
		return &Answer{Result: engine.Holds, Summary: alwaysBack + ", by the structure of the net: " + f.Reason}
	}
	x := Finding{Result: engine.Fails, Places: f.Places, Text: fmt.Sprintf("at the beginning there is no token in %s; "+
		"the net is live, so there will be one, and then there always is", a.places(f.Places))}
	return &Answer{Result: engine.Fails, Summary: "the net is not reversible", Findings: []Finding{x}}
}

// alwaysBack is the summary of a net that is reversible.
const alwaysBack = "the net is reversible: the initial marking can always be reached again"

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
	run := a.runOf(m, stuck, func(r *trail) bool { return a.stuck(m, r) && !r.end.Equal(home) })
	why := ""
	if run != nil {
		why = run.ends()
	} else {
		run = a.runOf(m, found, nil)
		why = a.held(home) + " cannot be marked as before any more"
		if home.Equal(m.Outline().Initial()) {
			why = "the initial marking cannot be reached any more"
		}
	}
	if run == nil {
		return []Finding{{Result: engine.Fails,
			Text: "from some reachable marking it cannot be reached; no run to one was found"}}
	}
	return []Finding{run.shows(Finding{
		Result: engine.Fails, Places: marked(run.end),
		Text: fmt.Sprintf("%s %s; tokens are in %s", run.after(), why, a.held(run.end)),
	})}
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
	if f := a.homeByStructure(m, m.Outline().Initial()); f.Answer == class.Yes {
		return &Answer{Result: engine.Holds, Summary: allHome}
	} else if f.Answer == class.No {
		if run := a.settled(); run != nil && a.homeByStructure(m, run.end).Answer == class.Yes {
			return a.homeAfter(run)
		}
	}
	home, stuck := a.returns(m)
	if home.Result == engine.Holds {
		return &Answer{Result: engine.Holds, Summary: allHome}
	}
	out := &Answer{
		Summary: "whether there is a home marking is unknown",
		Reason:  "the initial marking is not one, and there are too many others to try them all",
	}
	a.unknown(out, home)
	run := a.runOf(m, stuck, func(r *trail) bool { return a.stuck(m, r) })
	if run == nil {
		if run = a.settled(); run == nil {
			return out
		}
		again := a.ask(a.variant(run.end), nil, a.alwaysAgain(run.end, false))[0]
		if again.Result != engine.Holds { // the marking is no home marking, but another one may be
			a.unknown(out, again)
			return out
		}
	}
	found := a.ask(m, nil, a.alwaysAgain(run.end, true))[0]
	switch found.Result {
	case engine.Holds:
		return a.homeAfter(run)
	case engine.Fails:
		out.Result, out.Reason, out.Stop = engine.Fails, "", nil
		out.Summary = "there is no home marking: different runs end in parts of the state space that no run leaves"
		out.Findings = append([]Finding{run.shows(Finding{
			Places: marked(run.end),
			Text: fmt.Sprintf("%s tokens are in %s, and from all that follows this marking can be reached again",
				run.after(), a.held(run.end)),
		})}, a.lostHome(m, run.end, found, nil)...)
	default:
		a.unknown(out, found)
	}
	return out
}

// allHome is the summary of a net that is reversible.
const allHome = "the initial marking can always be reached again, so all reachable markings are home markings"

// homeAfter says that a run ends in a home marking.
func (a *asker) homeAfter(run *trail) *Answer {
	out := &Answer{Result: engine.Holds,
		Summary: "there are home markings: those that can be reached from one of them, and no others"}
	if a.model.HasTime() {
		out.Summary = "there are home markings"
	}
	out.Findings = []Finding{run.shows(Finding{
		Result: engine.Holds, Places: marked(run.end),
		Text: fmt.Sprintf("one of them, %s, has tokens in %s", run.after(), a.held(run.end)),
	})}
	return out
}

// alwaysAgain asks whether a marking can always be reached.
func (a *asker) alwaysAgain(m petri.Marking, trace bool) *model.Question {
	f := formulasOf(a.model.Outline())
	return truth(f.ag(f.ef(f.is(m))), trace)
}

// settledFirings is how long a random walk is that looks for a marking which can always be reached again.
const settledFirings = 20_000

// settled returns a run of a net to a marking in which a random walk ends; nil for other models.
func (a *asker) settled() *trail {
	net := a.model.Net
	if net == nil {
		return nil
	}
	x := newPlayer(net)
	x.begin()
	var list []int
	for i := 0; i < settledFirings && len(x.enabled) > 0; i++ {
		t := x.enabled[i*7919%len(x.enabled)]
		if !x.fire(t) {
			break
		}
		list = append(list, t)
	}
	return steps(net.Initial(), x.marking, walk.Shorten(net, list))
}

// homeOf is home for a net of which all reachable markings are known. A marking is a home marking if it is in each
// component that no edge leaves; without time each marking is in one component.
func (a *asker) homeOf(g *graph) *Answer {
	bottoms, of := g.bottoms(a.ctx)
	if of == nil {
		return &Answer{Summary: "whether there is a home marking is unknown", Reason: "the time is over"}
	}
	all, homes := map[string]bool{}, map[string]int{} // homes counts in how many of the components a marking is
	key := func(i uint32) string { return a.skeleton().Format(g.markings[i]) }
	for i := range g.markings {
		all[key(uint32(i))] = true
	}
	sizes := make([]int, len(bottoms))
	for b, c := range bottoms {
		here := map[string]bool{}
		for _, i := range c {
			if k := key(i); !here[k] {
				here[k] = true
				homes[k]++
			}
		}
		sizes[b] = len(here)
	}
	maps.DeleteFunc(homes, func(_ string, n int) bool { return n < len(bottoms) })
	example := func(b int, text func(run *trail) string) Finding {
		to := ^uint32(0)
		for _, i := range bottoms[b] {
			if len(homes) == 0 || homes[key(i)] > 0 {
				to = min(to, i)
			}
		}
		run := g.trail(int(to))
		return run.shows(Finding{Places: marked(run.end), Text: text(run)})
	}
	last := func(b int) Finding {
		return example(b, func(run *trail) string {
			return fmt.Sprintf("%s tokens are in %s, and no run leaves the %s that can be reached from there",
				run.after(), a.held(run.end),
				quantity.Times(sizes[b], "marking", "markings"))
		})
	}
	out := &Answer{Result: engine.Holds}
	switch n := len(homes); {
	case n == 0:
		out.Result, out.Summary = engine.Fails,
			fmt.Sprintf("there is no home marking: runs end in %d different parts of the state space that no "+
				"run leaves", len(bottoms))
		out.Findings = []Finding{last(0), last(1)}
	case n == len(all):
		out.Summary = allHome
	case n == 1:
		out.Summary = "there is one home marking"
		out.Findings = []Finding{example(0, func(run *trail) string {
			return fmt.Sprintf("it can be reached %s and has tokens in %s", run.after(), a.held(run.end))
		})}
	default:
		out.Summary = fmt.Sprintf("there are %s home markings among the %s reachable ones",
			quantity.Number(big.NewInt(int64(n)), false), quantity.Number(big.NewInt(int64(len(all))), false))
		out.Findings = []Finding{last(0)}
	}
	for i := range out.Findings {
		out.Findings[i].Result = out.Result
	}
	return out
}
