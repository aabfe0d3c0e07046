package tables

import (
	"fmt"
	"slices"

	"brim/bench"
	"brim/bench/claims"
	"brim/bench/tables/entry"
)

// depthJudges decide the claims of [UDR11], about depth-bounded search.
var depthJudges = map[string]claims.Judge{
	"budget-states":       claims.By(budgetStates),
	"budget-depth":        claims.By(budgetDepth),
	"budget-memory":       claims.By(budgetMemory),
	"all-states":          claims.By(allStates),
	"fewer-revisits":      claims.By(fewerRevisits),
	"more-revisits-saved": claims.By(moreRevisitsSaved),
	"tree-faster":         claims.By(treeFaster),
	"replay-part":         claims.By(replayPart),
	"tree-replays-less":   claims.By(treeReplaysLess),
	"payload-replay-part": claims.By(payloadReplayPart),
	"payload-tree-faster": claims.By(payloadTreeFaster),
	"frontier-in-full":    claims.By(frontierInFull),
}

// budgetPairs adds a case for each model of Table 1 of which both runs, without and with thresholds and trees, have
// their numbers.
func budgetPairs(r bench.Results, cases *bench.Cases, add func(name string, without, with *bench.Record)) {
	for _, f := range entry.Fields(dfsTable1Published) {
		a, without, _ := dfsRun{"naive", "traces", 1000}.counts(r, f[10])
		b, with, _ := dfsRun{"threshold", "tree", 1000}.counts(r, f[10])
		if a == nil || b == nil || a["states"] == 0 || b["states"] == 0 {
			cases.Missing(f[10])
			continue
		}
		add(f[10], without, with)
	}
}

// budgetStates judges that in the time of a run more states are explored with thresholds and trees than with neither.
func budgetStates(_ struct{}, r bench.Results, cases *bench.Cases) {
	budgetPairs(r, cases, func(name string, without, with *bench.Record) {
		cases.Less(name+" states", bench.Exactly(without.Counts["states"]), bench.Exactly(with.Counts["states"]), 1)
	})
}

// budgetDepth judges that the last bound whose states were all explored is larger with thresholds and trees. Where
// neither has one, or all states were explored without them, nothing is deeper.
func budgetDepth(_ struct{}, r bench.Results, cases *bench.Cases) {
	budgetPairs(r, cases, func(name string, without, with *bench.Record) {
		a, text1 := dfsCovered(without)
		b, text2 := dfsCovered(with)
		unknown := a <= 0 && b <= 0 || text1 == entry.None || text2 == entry.None || text1 == dfsAll
		cases.AddIf(!unknown, name, b > a || text2 == dfsAll, "to depth "+text1+", with thresholds and trees "+text2)
	})
}

// budgetMemory judges that a state takes at most a factor of the memory with thresholds and trees, for visited set,
// frontier and stack.
func budgetMemory(p struct{ Factor float64 }, r bench.Results, cases *bench.Cases) {
	budgetPairs(r, cases, func(name string, without, with *bench.Record) {
		a, b := without.Counts["search_bytes"]/without.Counts["states"],
			with.Counts["search_bytes"]/with.Counts["states"]
		cases.Add(name, b <= p.Factor*a, fmt.Sprintf("%.1f bytes a state with them : %.1f without", b, a))
	})
}

// allStates judges that after the last round the number of states is that of the whole state space, which a closed
// form gives.
func allStates(_ struct{}, r bench.Results, cases *bench.Cases) {
	for _, m := range dfsStandIns {
		for _, d := range dfsTable2Runs {
			counts, _, done := d.counts(r, m.model)
			name := fmt.Sprintf("%s %s %d", m.model, d.algorithm, d.increment)
			cases.AddIf(done, name, counts["states"] == float64(m.states),
				fmt.Sprintf("%.0f of %d", counts["states"], m.states))
		}
	}
}

// dfsRevisits returns the revisits of a model without and with thresholds.
func dfsRevisits(r bench.Results, model string, increment int) (without, with float64, ok bool) {
	i := slices.IndexFunc(dfsTable2Runs, func(d dfsRun) bool { return d.increment == increment })
	a, _, done1 := dfsTable2Runs[i].counts(r, model)
	b, _, done2 := dfsTable2Runs[i+1].counts(r, model)
	if !done1 || !done2 {
		return 0, 0, false
	}
	return a["revisits"], b["revisits"], true
}

// fewerRevisits judges that thresholds save revisits, at some increments, where there are any.
func fewerRevisits(p struct{ Increments []int }, r bench.Results, cases *bench.Cases) {
	for _, m := range dfsStandIns {
		for _, increment := range p.Increments {
			name := fmt.Sprintf("%s at %d", m.model, increment)
			if a, b, ok := dfsRevisits(r, m.model, increment); ok && a > 0 {
				cases.Add(name, b < a, revisits(b, a))
			} else if !ok {
				cases.Missing(name)
			}
		}
	}
}

// revisits writes two numbers, whole where they would look alike.
func revisits(b, a float64) string {
	if thousands(b, true) == thousands(a, true) {
		return fmt.Sprintf("%.0f : %.0f revisits", b, a)
	}
	return thousands(b, true) + " : " + thousands(a, true) + " revisits"
}

// moreRevisitsSaved judges that thresholds save a larger part of the revisits at one increment than at another, where
// there are any at both.
func moreRevisitsSaved(p struct{ Increment, Than int }, r bench.Results, cases *bench.Cases) {
	for _, m := range dfsStandIns {
		a, b, ok1 := dfsRevisits(r, m.model, p.Increment)
		c, d, ok2 := dfsRevisits(r, m.model, p.Than)
		switch {
		case !ok1 || !ok2:
			cases.Missing(m.model)
		case a > 0 && c > 0:
			cases.Add(m.model, b/a < d/c,
				fmt.Sprintf("reduced by %s at %d, %s at %d", reduction(a, b), p.Increment, reduction(c, d), p.Than))
		}
	}
}

// treePairs adds a case for each model of Table 3 or 4, that at an increment.
func treePairs(r bench.Results, cases *bench.Cases, increment int, add func(name string, without, with *bench.Record)) {
	for _, f := range entry.Fields(dfsTreesPublished) {
		if f[0] != fmt.Sprint(increment) {
			continue
		}
		model := dfsModelFor(f[1])
		_, without, done1 := dfsRun{"threshold", "traces", increment}.counts(r, model)
		_, with, done2 := dfsRun{"threshold", "tree", increment}.counts(r, model)
		if !done1 || !done2 {
			cases.Missing(model)
			continue
		}
		add(model, without, with)
	}
}

// dfsModelFor returns the stand-in for a model of the paper.
func dfsModelFor(paper string) string {
	for _, m := range dfsStandIns {
		if m.paper == paper {
			return m.model
		}
	}
	panic("tables: no stand-in for " + paper) // a test reads all of them
}

// treeFaster judges that frontier trees reduce the time by a part at least, at an increment.
func treeFaster(p struct {
	Increment int
	Reduction float64
}, r bench.Results, cases *bench.Cases) {
	treePairs(r, cases, p.Increment, func(name string, without, with *bench.Record) {
		cases.AtMost(name, bench.Exactly(with.CPU), bench.Exactly(without.CPU), 1-p.Reduction, bench.Margin)
	})
}

// replayPart judges that replaying traces takes a part of the time at least, at an increment.
func replayPart(p struct {
	Increment int
	Part      float64
}, r bench.Results, cases *bench.Cases) {
	treePairs(r, cases, p.Increment, func(name string, without,
		_ *bench.Record) {
		addReplayed(cases, name, without, p.Part)
	})
}

// addReplayed adds the case that a part at least of the time of a run went into making states of the frontier.
func addReplayed(cases *bench.Cases, name string, x *bench.Record, part float64) {
	cases.AtLeastPart(name, bench.Exactly(x.Counts["restore_seconds"]), bench.Exactly(max(x.CPU, x.Wall)), part,
		bench.Margin)
}

// treeReplaysLess judges that a tree replays a part of the steps of traces at most, at an increment.
func treeReplaysLess(p struct {
	Increment int
	Part      float64
}, r bench.Results, cases *bench.Cases) {
	treePairs(r, cases, p.Increment, func(name string, without, with *bench.Record) {
		a, b := without.Counts["replayed"]+without.Counts["unwound"], with.Counts["replayed"]+with.Counts["unwound"]
		cases.Add(name, b <= p.Part*a, thousands(b, true)+" : "+thousands(a, true)+" steps")
	})
}

// payloads adds a case for each stand-in of dfs-payload whose three runs with a payload went through all states.
func payloads(r bench.Results, cases *bench.Cases, add func(name string, traces, tree, full *bench.Record)) {
	for _, l := range dfsLoads {
		if l.paper == "" {
			continue
		}
		_, traces, done1 := l.counts(r, "traces", dfsPayload)
		_, tree, done2 := l.counts(r, "tree", dfsPayload)
		_, full, done3 := l.counts(r, "states", dfsPayload)
		if !done1 || !done2 || !done3 {
			cases.Missing(l.model)
			continue
		}
		add(l.model, traces, tree, full)
	}
}

// payloadReplayPart judges that replaying traces takes a part of the time at least, with large states.
func payloadReplayPart(p struct{ Part float64 }, r bench.Results, cases *bench.Cases) {
	payloads(r, cases, func(name string, traces, _, _ *bench.Record) { addReplayed(cases, name, traces, p.Part) })
}

// payloadTreeFaster judges that frontier trees reduce the time by a part at least, with large states.
func payloadTreeFaster(p struct{ Reduction float64 }, r bench.Results, cases *bench.Cases) {
	payloads(r, cases, func(name string, traces, tree, _ *bench.Record) {
		cases.AtMost(name, bench.Exactly(tree.CPU), bench.Exactly(traces.CPU), 1-p.Reduction, bench.Margin)
	})
}

// frontierInFull judges that a frontier of full states takes at least a factor of the memory of a tree. It considers
// searches of several rounds only, since with one round the tree is empty.
func frontierInFull(p struct{ Factor float64 }, r bench.Results, cases *bench.Cases) {
	payloads(r, cases, func(name string, _, tree, full *bench.Record) {
		a, b := tree.Counts["frontier_bytes"], full.Counts["frontier_bytes"]
		if tree.Counts["rounds"] > 1 {
			cases.Add(name, b >= p.Factor*a, fmt.Sprintf("%.2f : %.0f MB", a/1e6, b/1e6))
		}
	})
}
