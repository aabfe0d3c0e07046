package tables

import (
	"fmt"
	"slices"

	"brim/bench"
)

// claims004 are those of [UDR11]. Its models are not public; ours are stand-ins, see dfs.go.
func claims004() []bench.Claim {
	list := []bench.Claim{
		{
			Name: "004-states", Where: "section 5, Table 1", Suite: "dfs-table1",
			Sentence: "The optimizations enable the model checker to explore more states in the same time. (Taken for: in the time of a run more with thresholds and trees than with neither.)",
			Judge: all(dfsBudgetCases(func(cases *bench.Cases, name string, without, with *bench.Record) {
				cases.Less(name+" states", bench.Exactly(without.Counts["states"]), bench.Exactly(with.Counts["states"]), 1)
			})),
		},
		{
			Name: "004-depth", Where: "section 5, Table 1", Suite: "dfs-table1",
			Sentence: "… and to explore all the states up to larger depths. (Taken for: a larger last bound whose states were all explored.)",
			Judge: all(dfsBudgetCases(func(cases *bench.Cases, name string, without, with *bench.Record) {
				a, text1 := dfsCovered(without)
				b, text2 := dfsCovered(with)
				switch {
				case a <= 0 && b <= 0 || text1 == noNumber || text2 == noNumber || text1 == dfsAll: // nothing is deeper
					cases.Missing(name)
				default:
					cases.Add(name, b > a || text2 == dfsAll, "to depth "+text1+", with thresholds and trees "+text2)
				}
			})),
		},
		{
			Name: "004-memory", Where: "section 5, Table 1", Suite: "dfs-table1",
			Sentence: "The optimizations add only a very small memory overhead. (In the paper 2 to 14%; taken for: a quarter at most, for each state, of visited set, frontier and stack.)",
			Judge: all(dfsBudgetCases(func(cases *bench.Cases, name string, without, with *bench.Record) {
				a, b := without.Counts["search_bytes"]/without.Counts["states"], with.Counts["search_bytes"]/with.Counts["states"]
				cases.Add(name, b <= 1.25*a, fmt.Sprintf("%.1f bytes a state with them : %.1f without", b, a))
			})),
		},
		{
			Name: "004-sound", Where: "section 4, Theorem 2", Suite: "dfs-table2",
			Sentence: "Both algorithms explore exactly all the states reachable within a depth bound. (Taken for: after the last round, whose bound reaches all states, these are all that there are, by closed forms.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, m := range dfsStandIns {
					for _, d := range dfsTable2Runs {
						counts, _, done := d.counts(r, m.model)
						name := fmt.Sprintf("%s %s %d", m.model, d.algorithm, d.increment)
						if !done {
							cases.Missing(name)
							continue
						}
						cases.Add(name, counts["states"] == float64(m.states), fmt.Sprintf("%.0f of %d", counts["states"], m.states))
					}
				}
			}),
		},
		{
			Name: "004-thresholds", Where: "section 5, Table 2", Suite: "dfs-table2",
			Sentence: "Thresholding reduces revisits. (Where there are any; taken for: fewer.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, m := range dfsStandIns {
					for _, increment := range []int{1000, 50} {
						if a, b, ok := dfsRevisits(r, m.model, increment); ok && a > 0 {
							cases.Add(fmt.Sprintf("%s at %d", m.model, increment), b < a, revisits(b, a))
						} else if !ok {
							cases.Missing(fmt.Sprintf("%s at %d", m.model, increment))
						}
					}
				}
			}),
		},
		{
			Name: "004-thresholds-large", Where: "section 5, Table 2", Suite: "dfs-table2",
			Sentence: "Thresholding is more effective at large depth increments. (At 1000 beside 50, where there are revisits at both; taken for: a larger part of them is saved.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, m := range dfsStandIns {
					a, b, ok1 := dfsRevisits(r, m.model, 1000)
					c, d, ok2 := dfsRevisits(r, m.model, 50)
					switch {
					case !ok1 || !ok2:
						cases.Missing(m.model)
					case a > 0 && c > 0:
						cases.Add(m.model, b/a < d/c, "reduced by "+reduction(a, b)+" at 1000, "+reduction(c, d)+" at 50")
					}
				}
			}),
		},
		{
			Name: "004-tree-50", Where: "section 5, Table 3", Suite: "dfs-table3",
			Sentence: "Substantial reduction in execution times due to the frontier trees, at increment 50. (In the paper 19 to 83%; taken for: 19% at least.)",
			Judge:    all(dfsTreeTimes(50, 0.19)),
		},
		{
			Name: "004-tree-1000", Where: "section 5, Table 4", Suite: "dfs-table4",
			Sentence: "Substantial reduction in execution times due to the frontier trees, at increment 1000. (In the paper 0 to 80%; taken for: a fifth at least on most.)",
			Judge:    most(dfsTreeTimes(1000, 0.2)),
		},
		{
			Name: "004-replay-50", Where: "section 5, Table 3", Suite: "dfs-table3",
			Sentence: "The time required to replay traces to generate full states for the frontier is a significant fraction of the total execution time. (In the paper 21 to 70%; taken for: a fifth at least, by the clock, of the longer of the clock and the CPU time of all cores.)",
			Judge:    all(dfsReplayShare(50)),
		},
		{
			Name: "004-replay-1000", Where: "section 5, Table 4", Suite: "dfs-table4",
			Sentence: "… at increment 1000. (In the paper 64 to 95% but for ISM; taken for: a fifth at least on most.)",
			Judge:    most(dfsReplayShare(1000)),
		},
		{
			Name: "004-tree-replay", Where: "section 5, Table 3", Suite: "dfs-table3",
			Sentence: "The frontier tree greatly reduces the replay overhead. (Taken for: half the steps at most.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				dfsTreePairs(r, cases, 50, func(name string, without, with *bench.Record) {
					a, b := without.Counts["replayed"]+without.Counts["unwound"], with.Counts["replayed"]+with.Counts["unwound"]
					cases.Add(name, 2*b <= a, thousands(b, true)+" : "+thousands(a, true)+" steps")
				})
			}),
		},
		{
			Name: "004-payload-replay", Where: "section 5, Table 4", Suite: "dfs-payload",
			Sentence: "The time required to replay traces is a significant fraction of the total execution time, at increment 1000. (With states of 128 KB, on nets and at increments with which there are about as many rounds; column again of the table says how often states are expanded again; in the paper 64 to 95% but for ISM; taken for: a fifth at least on most.)",
			Judge: most(dfsLoadCases(func(cases *bench.Cases, name string, traces, _, _ *bench.Record) {
				replayPart(cases, name, traces)
			})),
		},
		{
			Name: "004-payload-tree", Where: "section 5, Table 4", Suite: "dfs-payload",
			Sentence: "Substantial reduction in execution times due to the frontier trees, at increment 1000. (With states of 128 KB, on nets and at increments with which there are about as many rounds; column again of the table says how often states are expanded again; in the paper 0 to 80%; taken for: a fifth at least on most.)",
			Judge: most(dfsLoadCases(func(cases *bench.Cases, name string, traces, tree, _ *bench.Record) {
				cases.AtMost(name, bench.Exactly(tree.CPU), bench.Exactly(traces.CPU), 0.8, bench.Margin)
			})),
		},
		{
			Name: "004-frontier-full", Where: "sections 1 and 5", Suite: "dfs-payload",
			Sentence: "Breadth-first search simply runs out of memory for these models since each state in the frontier occupies hundreds of kilobytes. (Taken for: with states of 128 KB a frontier in full takes a hundred times the memory of a tree at least, on stand-ins where the search has several rounds, so that there is a tree; MB are those of the frontier.)",
			Judge: all(dfsLoadCases(func(cases *bench.Cases, name string, _, tree, full *bench.Record) {
				a, b := tree.Counts["frontier_bytes"], full.Counts["frontier_bytes"]
				if tree.Counts["rounds"] > 1 {
					cases.Add(name, b >= 100*a, fmt.Sprintf("%.2f : %.0f MB", a/1e6, b/1e6))
				}
			})),
		},
		{
			Name: "004-bugs", Where: "section 1",
			Sentence: "The USB team found and fixed over 300 design bugs using our model checker.",
			Reason:   "out of scope: neither the models nor the model checker are public",
		},
		{
			Name: "004-clusters", Where: "section 7",
			Sentence: "Currently, we are working on parallelizing the depth bounded model checker in both multi-cores and clusters of workstations.",
			Reason:   "not here: the search uses all cores of one machine (`--workers`), not several machines",
		},
	}
	for i := range list {
		list[i].Paper = "004"
	}
	return list
}

// dfsBudgetCases has a case for each model of Table 1 of which both runs have their numbers.
func dfsBudgetCases(add func(cases *bench.Cases, name string, without, with *bench.Record)) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, f := range fields(dfsTable1Published) {
			a, without, _ := dfsRun{"naive", "traces", 1000}.counts(r, f[10])
			b, with, _ := dfsRun{"threshold", "tree", 1000}.counts(r, f[10])
			if a == nil || b == nil || a["states"] == 0 || b["states"] == 0 {
				cases.Missing(f[10])
				continue
			}
			add(cases, f[10], without, with)
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

// revisits writes two numbers, whole where they would look alike.
func revisits(b, a float64) string {
	if thousands(b, true) == thousands(a, true) {
		return fmt.Sprintf("%.0f : %.0f revisits", b, a)
	}
	return thousands(b, true) + " : " + thousands(a, true) + " revisits"
}

// dfsTreePairs adds a case for each model of Table 3 or 4, that at an increment.
func dfsTreePairs(r bench.Results, cases *bench.Cases, increment int, add func(name string, without, with *bench.Record)) {
	for _, f := range fields(dfsTreesPublished) {
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

func dfsTreeTimes(increment int, reduction float64) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		dfsTreePairs(r, cases, increment, func(name string, without, with *bench.Record) {
			cases.AtMost(name, bench.Exactly(with.CPU), bench.Exactly(without.CPU), 1-reduction, bench.Margin)
		})
	}
}

func dfsReplayShare(increment int) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		dfsTreePairs(r, cases, increment, func(name string, without, _ *bench.Record) {
			replayPart(cases, name, without)
		})
	}
}

// replayPart adds the case that a fifth at least of the time of a run went into making states of the frontier.
func replayPart(cases *bench.Cases, name string, x *bench.Record) {
	all := bench.Exactly(max(x.CPU, x.Wall))
	cases.AtLeastPart(name, bench.Exactly(x.Counts["restore_seconds"]), all, 0.2, bench.Margin)
}

// dfsLoadCases has a case for each stand-in of dfs-payload whose three runs with a payload went through all states.
func dfsLoadCases(add func(cases *bench.Cases, name string, traces, tree, full *bench.Record)) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
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
			add(cases, l.model, traces, tree, full)
		}
	}
}
