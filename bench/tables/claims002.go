package tables

import (
	"cmp"
	"fmt"
	"slices"

	"brim/bench"

	"gonum.org/v1/gonum/stat"
)

// claims002 are those of [WR00].
func claims002() []bench.Claim {
	list := []bench.Claim{
		{
			Name: "002-length-1", Where: "section 5, Table 1", Suite: "gmc-table1",
			Sentence: "When looking for path lengths of 1, GMC is only able to find two (for goals 0 and 200). (Taken for: these in one run at least, the others in none.)",
			Judge:    all(gmcGoalCases("1", func(goal, found int) bool { return (found > 0) == (goal == 0 || goal == 200) })),
		},
		{
			Name: "002-bmc-decides", Where: "section 5, Table 1", Suite: "gmc-table1",
			Sentence: "BMC handles all the examples with length 1: a path exists for goals 0 and 200, but for the other four goals, no path exists.",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, g := range gmcGoals {
					name, x := fmt.Sprintf("goal %d", g.goal), record(r, gmcCell("BMC", "1", g.goal, 0))
					if x == nil || x.Outcome != bench.Done && x.Outcome != bench.Unknown {
						cases.Missing(name)
						continue
					}
					cases.Add(name, (x.Outcome == bench.Done) == (g.shortest <= 1), map[bool]string{true: "a path", false: "no path"}[x.Outcome == bench.Done])
				}
			}),
		},
		{
			Name: "002-bmc-grows", Where: "section 5", Suite: "gmc-table1",
			Sentence: "As the path lengths grow, BMC takes longer and longer to finish the computations. (From length to length, each about twice the one before: 10, 25, 50 and 100; by the median of all runs.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				lengths := []string{"10", "25", "50", "100"}
				for i := range lengths[1:] {
					cases.Sooner("lengths "+lengths[i]+" and "+lengths[i+1], gmcMedian(r, "BMC", lengths[i]), gmcMedian(r, "BMC", lengths[i+1]))
				}
			}),
		},
		{
			Name: "002-bmc-memory", Where: "section 5", Suite: "gmc-table1",
			Sentence: "… and it uses more and more memory. (At length 100 beside 10, by the most of all runs.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				cases.Less("MB at 10 and 100", gmcMegabytes(r, "BMC", "10"), gmcMegabytes(r, "BMC", "100"), bench.Margin)
			}),
		},
		{
			Name: "002-gmc-memory", Where: "section 5", Suite: "gmc-table1",
			Sentence: "GMC uses an almost constant amount of memory. (At no length half as much again as at length 1, by the most of all runs; by a tenth less or more is too close to tell, as the memory of a program that collects garbage differs from run to run.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				one := gmcMegabytes(r, "GMC", "1")
				for _, length := range []string{"5", "10", "15", "20", "25", "50", "100"} {
					cases.AtMost("MB at length "+length+" and 1", gmcMegabytes(r, "GMC", length), one, 1.5, 1.1)
				}
			}),
		},
		{
			Name: "002-gmc-time", Where: "section 5", Suite: "gmc-table1",
			Sentence: "The GMC run times increase only slightly with the path length. (From 5 to 100 by less than BMC's, by the median of all runs, of an even number the lower one in the middle.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				growth := func(method string) bench.Value {
					return gmcMedian(r, method, "100").Ratio(gmcMedian(r, method, "5"))
				}
				cases.Less("times as long, GMC and BMC", growth("GMC"), growth("BMC"), bench.Margin)
			}),
		},
		{
			Name: "002-longer-finds", Where: "section 5", Suite: "gmc-table1",
			Sentence: "Allowing for a longer path, GMC is sometimes able to find results which it was unable to find with a shorter path length. Examples are path lengths of 100 for goals 50 and 150. (Taken for: at length 100 more runs find a path than at length 5.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, goal := range []int{50, 150} {
					short, ok1 := gmcSuccess(r, "5", goal)
					long, ok2 := gmcSuccess(r, "100", goal)
					if !ok1 || !ok2 {
						cases.Missing(fmt.Sprintf("goal %d", goal))
						continue
					}
					cases.Add(fmt.Sprintf("goal %d", goal), long > short, fmt.Sprintf("in %d and %d of %d runs", short, long, gmcSeeds))
				}
			}),
		},
		{
			Name: "002-least-memory", Where: "section 5", Suite: "gmc-table1",
			Sentence: "The memory requirements were quite different: GMC ran in 5 MB for all examples, NuSMV used up to 16 MB, and BMC up to 100 MB. (Taken for: GMC less than sets, sets less than BMC, each by the most of all runs.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				cases.Less("MB of GMC and sets", gmcMegabytes(r, "GMC", "100"), gmcMegabytes(r, "SMC", "-"), bench.Margin)
				cases.Less("MB of sets and BMC", gmcMegabytes(r, "SMC", "-"), gmcMegabytes(r, "BMC", "100"), bench.Margin)
			}),
		},
		{
			Name: "002-minimal", Where: "section 5, Table 1", Suite: "gmc-table1",
			Sentence: "The last row gives the length of the shortest path for each goal. (Our goals are numbered so that it is the same, so this holds by construction; that sets find these lengths is what is tested.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, g := range gmcGoals {
					x := record(r, gmcCell("SMC", "-", g.goal, 0))
					if x == nil || x.Steps == nil {
						cases.Missing(fmt.Sprintf("goal %d", g.goal))
						continue
					}
					cases.Add(fmt.Sprintf("goal %d", g.goal), *x.Steps == g.shortest, fmt.Sprintf("%d steps of %d", *x.Steps, g.shortest))
				}
			}),
		},
		{
			Name: "002-layers", Where: "section 4.2", Suite: "gmc-options",
			Sentence: "It is possible to combine GMC and regular symbolic model checking: we look for a path from I' to G', where x and y are small. (Taken for: it is found at least as often as without, on most goals and x, y.)",
			Judge: most(func(r bench.Results, cases *bench.Cases) {
				e := gmcExperimentNamed("layers")
				for _, s := range e.settings[1:] {
					gmcOftener(r, cases, e, e.settings[0], s)
				}
			}),
		},
		{
			Name: "002-early-stop", Where: "section 4.1", Suite: "gmc-options",
			Sentence: "In many cases a shorter path is fine and we can stop; it is often preferable. (Taken for: with early stop a path is found at least as often, on most goals and lengths.)",
			Judge: most(func(r bench.Results, cases *bench.Cases) {
				e := gmcExperimentNamed("early")
				for i := 0; i < len(e.settings); i += 2 {
					gmcOftener(r, cases, e, e.settings[i+1], e.settings[i])
				}
			}),
		},
		{
			Name: "002-tries-flips", Where: "section 4", Suite: "gmc-options",
			Sentence: "The variables tries and flips decide how much of the state space we explore. (Taken for: with the most of both a path is found at least as often as with the least, and more often on all goals together.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				e := gmcExperimentNamed("tries")
				less, more, whole := gmcOftener(r, cases, e, e.settings[0], e.settings[len(e.settings)-1])
				gmcTogether(cases, less, more, whole)
			}),
		},
		{
			Name: "002-adapt", Where: "section 6", Suite: "gmc-options",
			Sentence: "When we reach a dead-end, we could add an intermediate state; in this way GMC decides by itself the length of the path. (Taken for: with growth up to length 50 a path is found at least as often as without, and more often on all goals together.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				e := gmcExperimentNamed("longest")
				less, more, whole := gmcOftener(r, cases, e, e.settings[0], e.settings[len(e.settings)-1])
				gmcTogether(cases, less, more, whole)
			}),
		},
		{
			Name: "002-bed", Where: "section 4.3",
			Sentence: "The BED package is used as a BDD package.",
			Reason:   "out of scope: our BDDs are those of the library rudd",
		},
	}
	for i := range list {
		list[i].Paper = "002"
	}
	return list
}

// gmcSuccess returns how many runs of GMC found a path; ok is false if not each seed was measured.
func gmcSuccess(r bench.Results, length string, goal int) (found int, ok bool) {
	runs := gmcRuns(r, []string{"GMC", length}, goal, gmcSeeds)
	for _, x := range runs {
		if x.Outcome == bench.Done {
			found++
		}
	}
	return found, len(runs) == gmcSeeds
}

// gmcGoalCases has a case for each goal at a length, by how many runs found a path.
func gmcGoalCases(length string, is func(goal, found int) bool) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, g := range gmcGoals {
			found, ok := gmcSuccess(r, length, g.goal)
			if !ok {
				cases.Missing(fmt.Sprintf("goal %d", g.goal))
				continue
			}
			cases.Add(fmt.Sprintf("goal %d", g.goal), is(g.goal, found), fmt.Sprintf("in %d of %d runs", found, gmcSeeds))
		}
	}
}

// gmcOver returns the records of a method at a length over all goals, nothing if one of the runs was not measured.
func gmcOver(r bench.Results, method, length string) (list []*bench.Record) {
	for _, g := range gmcGoals {
		for _, c := range gmcCells(method, length, g.goal, gmcSeeds, 0) {
			x := record(r, c)
			if x == nil {
				return nil
			}
			list = append(list, x)
		}
	}
	return list
}

// gmcMedian returns the median of the CPU times of a method at a length, over all runs.
func gmcMedian(r bench.Results, method, length string) bench.Value {
	var cpu []float64
	for _, x := range gmcOver(r, method, length) {
		cpu = append(cpu, x.CPU)
	}
	if len(cpu) == 0 {
		return bench.Value{}
	}
	slices.Sort(cpu)
	return bench.Exactly(stat.Quantile(0.5, stat.Empirical, cpu, nil))
}

// gmcMegabytes returns the most memory of a method at a length, over all goals.
func gmcMegabytes(r bench.Results, method, length string) bench.Value {
	runs := gmcOver(r, method, length)
	if len(runs) == 0 {
		return bench.Value{}
	}
	return slices.MaxFunc(runs, func(a, b *bench.Record) int { return cmp.Compare(a.RSS, b.RSS) }).Resident()
}

// gmcExperimentNamed returns an experiment of gmc-options.
func gmcExperimentNamed(name string) *gmcExperiment {
	list := gmcExperiments()
	return &list[slices.IndexFunc(list, func(e gmcExperiment) bool { return e.name == name })]
}

// gmcOftener has a case for each goal, that one setting finds a path at least as often as another, and returns how
// often each does on all goals; whole is false if a run was not measured.
func gmcOftener(r bench.Results, cases *bench.Cases, e *gmcExperiment, without, with gmcSetting) (less, more int, whole bool) {
	whole = true
	for _, goal := range e.goals {
		name := fmt.Sprintf("goal %d %s", goal, with.name)
		a, b := e.finding(r, without, goal), e.finding(r, with, goal)
		if a.runs < e.seeds || b.runs < e.seeds {
			cases.Missing(name)
			whole = false
			continue
		}
		less, more = less+a.found, more+b.found
		cases.Add(name, b.found >= a.found, fmt.Sprintf("in %d and %d of %d runs", a.found, b.found, e.seeds))
	}
	return less, more, whole
}

// gmcTogether has the case that more was found than less, if anything was and all was measured.
func gmcTogether(cases *bench.Cases, less, more int, whole bool) {
	if less+more == 0 || !whole {
		cases.Missing("together")
		return
	}
	cases.Add("together", more > less, fmt.Sprintf("in %d and %d runs", less, more))
}
