package tables

import (
	"fmt"
	"path"
	"slices"

	"brim/bench"
)

// claims003 are those of a lecture on bounded model checking by satisfiability, with the results of Intel [CFF+01].
func claims003() []bench.Claim {
	list := []bench.Claim{
		{
			Name: "003-intel", Where: "results of Intel", Suite: "bmc-table",
			Sentence: "Thunder (SAT), from the length k on, takes less time than Forecast (BDD) on each circuit that one of them solves. (On stand-ins for these circuits, nets and the same nets as circuits.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				onNets, asCircuits, _ := bmcLines()
				for _, l := range slices.Concat(onNets, asCircuits) {
					if l.published[1] != "" && (l.published[1] != "-" || l.published[2] != "-") {
						secondsLess(r, cases, "circuit "+l.published[0]+", "+path.Base(l.model), l.cell(fromK, 0), l.cell(byDiagrams, 0))
					}
				}
			}),
		},
		{
			Name: "003-shortest", Where: "summary", Suite: "bmc-table",
			Sentence: "Finding the shortest counterexample: iterated from length 0. (Taken for: the path has k steps, the least number, known from other programs.)",
			Judge: all(bmcPaths(func(l bmcLine, r bench.Results, cases *bench.Cases) {
				switch x := record(r, l.cell(fromZero, 0)); {
				case x == nil || x.Outcome == bench.Time || x.Outcome == bench.Memory || x.Steps == nil:
					cases.Missing(l.label())
				default:
					cases.Add(l.label(), *x.Steps == l.k, fmt.Sprintf("%d steps of %d", *x.Steps, l.k))
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
			Sentence: "… and more quickly than by iteration from 0. (On most; the second algorithm begun at k beside all lengths from 0 on, without a proof.)",
			Judge: most(bmcPaths(func(l bmcLine, r bench.Results, cases *bench.Cases) {
				secondsLess(r, cases, l.label(), l.cell(fromK, 0), l.cell(fromZero, 0))
			})),
		},
		{
			Name: "003-plain-right", Where: "the algorithm", Suite: "bmc-proofs",
			Sentence: "If the result is True: the invariant holds. If it is a path, it is a counterexample. (On our invariants and that of the circuit intel001, whose answers plain search and other tools know, where there is a result within 15 s.)",
			Judge:    all(proofRight("plain")),
		},
		{
			Name: "003-refined-right", Where: "the refined algorithm", Suite: "bmc-proofs",
			Sentence: "The refined algorithm: the same.",
			Judge:    all(proofRight("refined")),
		},
		{
			Name: "003-plain-ends", Where: "elements of the algorithm", Suite: "bmc-proofs",
			Sentence: "Termination condition: there is no loop-free path of length i from the initial state, or none to a bad state. (With finitely many states that comes to be; taken for: within 15 s on each of these invariants that hold.)",
			Judge:    all(proofEnds("plain")),
		},
		{
			Name: "003-refined-ends", Where: "refining the algorithm", Suite: "bmc-proofs",
			Sentence: "We then examine whether for k + 1 the iteration terminates, and then increase the bound. (By the refined algorithm, taken as above.)",
			Judge:    all(proofEnds("refined")),
		},
		{
			Name: "003-refined-sooner", Where: "refining the algorithm", Suite: "bmc-proofs",
			Sentence: "Further restrictions on the input of SAT: no initial states after the first, no bad states before the last state. (So it proves at no greater length.)",
			Judge: all(proofCases(func(q proofQuestion, r bench.Results, cases *bench.Cases) {
				a, b := record(r, q.cell(proofWays[1], 0)), record(r, q.cell(proofWays[0], 0))
				if a == nil || b == nil || a.Outcome != bench.Done || b.Outcome != bench.Done || !counted(a, "length") || !counted(b, "length") {
					cases.Missing(path.Base(q.model))
					return
				}
				cases.Add(path.Base(q.model), a.Counts["length"] <= max(b.Counts["length"], 0), fmt.Sprintf("at length %.0f : %.0f", a.Counts["length"], b.Counts["length"]))
			})),
		},
		{
			Name: "003-partial", Where: "summary", Suite: "bmc-proofs",
			Sentence: "If no counterexample is found by unrolling up to a bound, it is only a partial result. (Up to length 20, without a proof, an invariant that holds stays unknown.)",
			Judge: all(proofCases(func(q proofQuestion, r bench.Results, cases *bench.Cases) {
				if x := record(r, q.cell(proofWays[4], 0)); x == nil {
					cases.Missing(path.Base(q.model))
				} else {
					cases.Add(path.Base(q.model), x.Outcome != bench.Done && x.Outcome != bench.Wrong, string(x.Outcome))
				}
			})),
		},
		{
			Name: "003-not-minimal", Where: "refining the algorithm", Suite: "bmc-proofs",
			Sentence: "It is not guaranteed that the length of the counterexample is minimal. (Begun at twice the least length, one is longer.)",
			Judge: func(r bench.Results) bench.Finding {
				var cases bench.Cases
				for _, q := range proofQuestions {
					if !proofWays[2].takes(q) {
						continue
					}
					if x := record(r, q.cell(proofWays[2], 0)); x == nil || x.Steps == nil {
						cases.Missing(q.model)
					} else {
						cases.Add(q.model, *x.Steps > q.steps, fmt.Sprintf("%d steps, %d at least", *x.Steps, q.steps))
					}
				}
				return cases.AtLeast(1)
			},
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

// proofCases has a case for each invariant that holds.
func proofCases(add func(proofQuestion, bench.Results, *bench.Cases)) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, q := range proofQuestions {
			if q.steps == 0 {
				add(q, r, cases)
			}
		}
	}
}

// limitAgainst is a term of claims about what ends.
const limitAgainst = "a run that its limit of time ends speaks against it, unless other programs had more than half of that time"

// proofRight has the cases that what a way answers is right; without an answer there is no case.
func proofRight(way string) func(bench.Results, *bench.Cases) {
	w := proofWays[slices.IndexFunc(proofWays, func(w proofWay) bool { return w.name == way })]
	return func(r bench.Results, cases *bench.Cases) {
		cases.Term("a run without a result is no case; one that was not measured is, and tells nothing")
		for _, q := range proofQuestions {
			answer := "the invariant holds"
			if q.steps > 0 {
				answer = "a path"
			}
			switch x := record(r, q.cell(w, 0)); {
			case x == nil:
				cases.Missing(path.Base(q.model))
			case x.Outcome == bench.Wrong:
				cases.Add(path.Base(q.model), false, x.Reason)
			case x.Outcome == bench.Done:
				cases.Add(path.Base(q.model), true, answer)
			}
		}
	}
}

// proofEnds has the cases that a way proves what holds; its limit speaks against it.
func proofEnds(way string) func(bench.Results, *bench.Cases) {
	w := proofWays[slices.IndexFunc(proofWays, func(w proofWay) bool { return w.name == way })]
	return proofCases(func(q proofQuestion, r bench.Results, cases *bench.Cases) {
		cases.Term(limitAgainst)
		switch x := record(r, q.cell(w, 0)); {
		case x == nil:
			cases.Missing(path.Base(q.model))
		case starved(x):
			cases.Missing(path.Base(q.model) + starvedText)
		case counted(x, "length"):
			cases.Add(path.Base(q.model), x.Outcome == bench.Done, fmt.Sprintf("%s at length %.0f", x.Outcome, x.Counts["length"]))
		default:
			cases.Add(path.Base(q.model), x.Outcome == bench.Done, string(x.Outcome))
		}
	})
}

// label names a line where a model stands in several.
func (l bmcLine) label() string { return fmt.Sprintf("%s k = %d", path.Base(l.model), l.k) }

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
		cases.Term(limitAgainst)
		switch x := record(r, l.cell(by, 0)); {
		case x == nil:
			cases.Missing(l.label())
		case starved(x):
			cases.Missing(l.label() + starvedText)
		default:
			cases.Add(l.label(), x.Outcome == bench.Done, string(x.Outcome))
		}
	})
}
