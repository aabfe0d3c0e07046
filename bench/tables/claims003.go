package tables

import (
	"fmt"
	"slices"

	"brim/bench"
)

// claims003 are those of a lecture on bounded model checking by satisfiability, with the results of Intel [CFF+01].
func claims003() []bench.Claim {
	list := []bench.Claim{
		{
			Name: "003-intel", Where: "results of Intel", Suite: "bmc-table",
			Sentence: "Thunder (SAT), from the length k on, takes less time than Forecast (BDD) on each circuit that one of them solves.",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				lines, _, _ := bmcLines()
				for _, l := range lines {
					if l.published[1] != "" && (l.published[1] != "-" || l.published[2] != "-") {
						secondsLess(r, cases, "circuit "+l.published[0]+", "+l.model, l.cell(fromK, 0), l.cell(byDiagrams, 0))
					}
				}
			}),
		},
		{
			Name: "003-shortest", Where: "summary", Suite: "bmc-table",
			Sentence: "Finding the shortest counterexample: iterated from length 0.",
			Judge: all(bmcPaths(func(l bmcLine, r bench.Results, cases *bench.Cases) {
				switch x := record(r, l.cell(fromZero, 0)); {
				case x == nil || x.Outcome == bench.Time || x.Outcome == bench.Memory || x.Steps == nil:
					cases.Missing(l.model)
				default:
					cases.Add(l.model, *x.Steps == l.k, fmt.Sprintf("%d steps of %d", *x.Steps, l.k))
				}
			})),
		},
		{
			Name: "003-found", Where: "summary", Suite: "bmc-table",
			Sentence: "If there is a counterexample up to a certain bound, it will be found. (From length 0, within a minute.)",
			Judge:    all(bmcFinds(fromZero)),
		},
		{
			Name: "003-found-k", Where: "refining the algorithm", Suite: "bmc-table",
			Sentence: "We start with a given k: if such a counterexample exists, we find it quickly (without iteration). (Within a minute.)",
			Judge:    all(bmcFinds(fromK)),
		},
		{
			Name: "003-from-k", Where: "refining the algorithm", Suite: "bmc-table",
			Sentence: "… and more quickly than by iteration from 0.",
			Judge: most(bmcPaths(func(l bmcLine, r bench.Results, cases *bench.Cases) {
				secondsLess(r, cases, l.model, l.cell(fromK, 0), l.cell(fromZero, 0))
			})),
		},
		{
			Name: "003-software", Where: "use for software",
			Sentence: "Possibilities for unrolling a program: path enumeration, loop unrolling (F-SOFT, CBMC, SATURN).",
			Reason:   "out of scope: programs are not models of brim, which reads nets, circuits and labelled transition systems",
		},
	}
	for i := range list {
		list[i].Paper = "003"
	}
	return list
}

// bmcPaths has cases for all lines of the table with a path.
func bmcPaths(add func(bmcLine, bench.Results, *bench.Cases)) func(bench.Results, *bench.Cases) {
	onNets, asCircuits, public := bmcLines()
	return func(r bench.Results, cases *bench.Cases) {
		for _, l := range slices.Concat(onNets, asCircuits, public) {
			if l.k > 0 {
				add(l, r, cases)
			}
		}
	}
}

// bmcFinds has the cases that a method finds the path: a limit that ends it speaks against it.
func bmcFinds(by bmcMethod) func(bench.Results, *bench.Cases) {
	return bmcPaths(func(l bmcLine, r bench.Results, cases *bench.Cases) {
		if x := record(r, l.cell(by, 0)); x == nil {
			cases.Missing(l.model)
		} else {
			cases.Add(l.model, x.Outcome == bench.Done, string(x.Outcome))
		}
	})
}
