package tables

import (
	"fmt"
	"slices"

	"brim/bench"
)

// claims001 are those of [DVB14].
func claims001() []bench.Claim {
	const paper = "001"
	bounded := []column{restart, proceed, compact}
	list := []bench.Claim{
		{
			Name: "001-many-faster", Where: "abstract", Suite: "table1",
			Sentence: "These approaches in many cases even outperform the original methods. (Taken for: on a third of the lines, the fastest bounded search takes less time than that of all markings.)",
			Judge: func(r bench.Results) bench.Finding {
				var cases bench.Cases
				lines := linesOf()
				for _, l := range lines {
					secondsLess(r, &cases, l.model, l.fastest(r, restart, proceed, compact, fixed), l.cell(unlim, 0))
				}
				return cases.AtLeast((len(lines) + 2) / 3)
			},
		},
		{
			Name: "001-continuing", Where: "section 4.1", Suite: "table1",
			Sentence: "The continuing strategy is typically more efficient than the restarting algorithm. (On most lines.)",
			Judge:    most(faster(linesOf(), proceed, restart)),
		},
		{
			Name: "001-dphil-unlim", Where: "section 5.1", Suite: "table1",
			Sentence: "DPhil: where the saturation algorithm answers quickly, the overhead of bounded model checking does not pay off. (Beside the three whose bound grows; B-Fix takes less in the paper's own table, for N = 10.)",
			Judge:    all(faster(linesOf("dphil"), unlim, bounded...)),
		},
		{
			Name: "001-rr-unlim", Where: "section 5.1", Suite: "table1",
			Sentence: "This is also the case for Round Robin, where the traditional saturation algorithm is highly efficient.",
			Judge:    all(faster(linesOf("rr"), unlim, append(bounded, fixed)...)),
		},
		{
			Name: "001-sr-bounded", Where: "section 5.1", Suite: "table1",
			Sentence: "SR: traditional model checking has high run times even for a relatively simple property; bounded model checking can significantly decrease the verification time.",
			Judge:    all(slower(linesOf("sr"), unlim, append(bounded, fixed)...)),
		},
		{
			Name: "001-fms-unlim", Where: "section 5.1", Suite: "table1",
			Sentence: "FMS: the structural model checking algorithm times out for large parameters. (As in the paper's Table 1: N = 1000 and 10000.)",
			Judge:    all(ended(linesOf("fms:1000", "fms:10000"), unlim, true)),
		},
		{
			Name: "001-fms-small", Where: "section 5.1", Suite: "table1",
			Sentence: "FMS: for small values of N the unbounded method had the lowest run time. (As in the paper's Table 1: N = 25 and 50.)",
			Judge:    all(faster(linesOf("fms:25", "fms:50"), unlim, append(bounded, fixed)...)),
		},
		{
			Name: "001-fms-comp", Where: "section 5.1", Suite: "table1",
			Sentence: "FMS: for increasing parameters the compacting saturation outperformed both the unlimited and the other bounded algorithms. (As in the paper's Table 1: from N = 100 on.)",
			Judge:    all(faster(linesOf("fms:100", "fms:1000", "fms:10000"), compact, unlim, restart, proceed, fixed)),
		},
		{
			Name: "001-fms-comp-way", Where: "section 5.1", Suite: "table1-paper",
			Sentence: "FMS: for increasing parameters the compacting saturation outperformed both the unlimited and the other bounded algorithms. (From N = 100 on, by the paper's method in our program, and beside the other bounded algorithms alone.)",
			Judge:    all(fasterBy(itsWay, linesOf("fms:100", "fms:1000", "fms:10000"), compact, restart, proceed, fixed)),
		},
		{
			Name: "001-fms-comp-fix", Where: "section 5.1", Suite: "table1",
			Sentence: "FMS: the compacting method provided better results than the B-Fix method thanks to the efficient state space representation.",
			Judge:    all(faster(linesOf("fms"), compact, fixed)),
		},
		{
			Name: "001-fms-comp-fix-way", Where: "section 5.1", Suite: "table1-paper",
			Sentence: "FMS: the compacting method provided better results than the B-Fix method thanks to the efficient state space representation. (By the paper's method in our program.)",
			Judge:    all(fasterBy(itsWay, linesOf("fms"), compact, fixed)),
		},
		{
			Name: "001-rest-cont-way", Where: "section 5.1", Suite: "table1-paper",
			Sentence: "In the case of FMS or Kanban, the restarting strategy solves the problem for every parameter faster than the continuing strategy. (By the paper's method in our program.)",
			Judge:    all(fasterBy(itsWay, linesOf("fms", "kanban"), restart, proceed)),
		},
		{
			Name: "001-rest-cont", Where: "section 5.1", Suite: "table1",
			Sentence: "In the case of FMS or Kanban, the restarting strategy solves the problem for every parameter faster than the continuing strategy.",
			Judge:    all(faster(linesOf("fms", "kanban"), restart, proceed)),
		},
		{
			Name: "001-kanban-bounded", Where: "section 5.1", Suite: "table1",
			Sentence: "The Kanban model shows the superiority of the bounded approaches compared to the full state space exploration. (In its Table 1 at N = 100 and 200.)",
			Judge:    all(slower(linesOf("kanban:100", "kanban:200"), unlim, append(bounded, fixed)...)),
		},
		{
			Name: "001-figure3a", Where: "section 5.1, Figure 3(a)", Suite: "figure3",
			Sentence: "The state space representation of FMS grows steeply up to a maximal value (557 nodes), but after that it starts decreasing (resembling a bell curve) until 148. (Taken for: one peak, and half of it or less at the end.)",
			Judge:    bell,
		},
		{
			Name: "001-figure3b-cont", Where: "section 5.1, Figure 3(b)", Suite: "figure3",
			Sentence: "Hanoi: the size of the state space representation grows constantly using the continuing strategy. (Taken for: after some rounds it has more nodes, after none fewer.)",
			Judge:    grows("hanoi", proceed),
		},
		{
			Name: "001-figure3b-comp", Where: "section 5.1, Figure 3(b)", Suite: "figure3",
			Sentence: "The compacting saturation causes a sawtooth pattern. (Taken for: twice at least the size grows again after it has become less.)",
			Judge:    sawtooth("hanoi", compact),
		},
		{
			Name: "001-prise-shallow", Where: "section 5.2, Table 2", Suite: "table2",
			Sentence: "If the requirement is shallow (expression 1), the bounded algorithms provide significantly lower run time than the unbounded algorithm. (On most.)",
			Judge:    most(slower(linesOn("1"), unlim, bounded...)),
		},
		{
			Name: "001-prise-shallow-comp", Where: "section 5.2, Table 2", Suite: "table2",
			Sentence: "… especially the compacting method (on PRISE M and L).",
			Judge:    all(faster(linesOn("1", "prise:M", "prise:L"), compact, unlim, restart, proceed)),
		},
		{
			Name: "001-prise-deep", Where: "section 5.2, Table 2", Suite: "table2",
			Sentence: "Expression 2 requires a relatively big part of the state space; therefore the bounded algorithms are slower than the unbounded algorithm (on PRISE S and M).",
			Judge:    all(faster(linesOn("2", "prise:S", "prise:M"), unlim, bounded...)),
		},
		{
			Name: "001-prise-deep-comp", Where: "section 5.2, Table 2", Suite: "table2",
			Sentence: "The compacting scales better, and provides slightly better run time than the unbounded method for PRISE L.",
			Judge:    all(faster(linesOn("2", "prise:L"), compact, unlim)),
		},
		{
			Name: "001-prise-deep-cont", Where: "section 5.2, Table 2", Suite: "table2",
			Sentence: "The continuing strategy provides better results than the restarting strategy.",
			Judge:    all(faster(linesOn("2"), proceed, restart)),
		},
		{
			Name: "001-prise-memory", Where: "section 5.2, Table 2", Suite: "table2",
			Sentence: "The restarting strategy runs out of memory for the PRISE M and L model, while the continuing and compacting strategy finish. (There the paper's Table 2 prints >1800; taken for: ended by a limit, of memory or of time.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				lines := linesOn("2", "prise:M", "prise:L")
				ended(lines, restart, true)(r, cases)
				ended(lines, proceed, false)(r, cases)
				ended(lines, compact, false)(r, cases)
			}),
		},
		{
			Name: "001-forward", Where: "section 6", Suite: "table1-paper",
			Sentence: "We believe that forward model checking instead of the classical backward fixed point computation can further improve the performance. (On DPhil, whose property is an EU: forward from the initial marking over what was found, beside constrained saturation backward, with nothing else that differs, on most lines and strategies.)",
			Judge: most(func(r bench.Results, cases *bench.Cases) {
				for _, l := range forwardLines() {
					for _, c := range append(bounded, fixed) {
						secondsLess(r, cases, l.model+" "+c.heading, l.way(c, forwardWay, 0), l.way(c, itsWay, 0))
					}
				}
			}),
		},
		{
			Name: "001-figure1", Where: "section 2.1, Figure 1", Suite: "figure1",
			Sentence: "This Petri net model has a finite state space containing 8 states.",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				a, b := figure1Cells(0)
				for _, c := range []bench.Cell{a, b} {
					x := record(r, c)
					if x == nil || x.States == nil || x.Complete == nil || !*x.Complete {
						cases.Missing("diagram of " + c.Label("what"))
						continue
					}
					cases.Add("diagram of "+c.Label("what"), *x.States == fmt.Sprint(figure1States), *x.States+" markings")
				}
			}),
		},
		{
			Name: "001-infinite", Where: "section 6", Suite: "refutation",
			Sentence: "It enables us to verify complex, or in certain cases even infinite-state models. (By each bounded strategy, where all markings have no end, which Unlim cannot.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				cases.Term("of Unlim speaks for it that it has no verdict")
				for _, l := range refutationLines(false) {
					if l.isInfinite() {
						for _, c := range append(bounded, fixed) {
							found(r, cases, l, c, func(x *bench.Record) bool { return x.Outcome == bench.Done })
						}
						found(r, cases, l, unlim, func(x *bench.Record) bool { return x.Outcome != bench.Done && x.Outcome != bench.Wrong })
					}
				}
			}),
		},
		{
			Name: "001-refutation", Where: "section 4.4", Suite: "refutation",
			Sentence: "If EG p does not hold in the bounded state space, we can decide whether to investigate the state space further, or to conclude that it will never hold. (Of the suite's formulas those with EG at the root; it fails, and not all markings are known.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, l := range refutationLines(false) {
					if l.want == "fails" {
						for _, c := range append(bounded, fixed) {
							found(r, cases, l, c, func(x *bench.Record) bool {
								return x.Outcome == bench.Done && x.Complete != nil && !*x.Complete
							})
						}
					}
				}
			}),
		},
		{
			Name: "001-constrained-gain", Where: "section 5.1", Suite: "constrained",
			Sentence: "Constrained saturation-based model checking could reduce the run time on model Kanban-30 by approximately 70%. (60% less at least; its properties are not named: by that of Table 1, with B-I-Rest and B-Fix.)",
			Judge:    all(gainCases(0.4)),
		},
		{
			Name: "001-constrained-90", Where: "section 5.1", Suite: "constrained",
			Sentence: "The reachability property in Table 1 required 90% less time to be verified. (85% less at least, on Kanban-30, with B-I-Rest and B-Fix.)",
			Judge:    all(gainCases(0.15)),
		},
		{
			Name: "001-constrained", Where: "section 4.3", Suite: "constrained",
			Sentence: "Intersections after each step suffer from poor performance; constrained saturation bounds the least fixed points expeditiously. (Less time than loops on most nets, with B-I-Rest and B-Fix.)",
			Judge: most(func(r bench.Results, cases *bench.Cases) {
				for _, l := range gainLines(false) {
					for _, c := range []column{restart, fixed} {
						x, y := l.gainCells(c, 0)
						secondsLess(r, cases, l.model+" "+c.heading, x, y)
					}
				}
			}),
		},
		{
			Name: "001-step-small", Where: "section 4.1", Suite: "steps",
			Sentence: "Traditionally, δ = 1; it is better to let saturation increase the depth by at least 5–10 steps. (δ = 10 beside 1, on most.)",
			Judge:    most(stepCases(10, 1)),
		},
		{
			Name: "001-step-large", Where: "section 4.1", Suite: "steps",
			Sentence: "A too large increase of search depth results in the loss of the efficiency of the bounded iteration strategy. (δ = 10 beside 100, on most.)",
			Judge:    most(stepCases(10, 100)),
		},
		{
			Name: "001-known-bound", Where: "section 5.1", Suite: "table1",
			Sentence: "A priori knowledge about the expected behaviour of the properties can significantly reduce the computational time. (B-Fix, at a bound that decides, beside B-I-Rest, on most lines.)",
			Judge:    most(faster(linesOf(), fixed, restart)),
		},
		{
			Name: "001-hanoi-unlim", Where: "section 5.1", Suite: "table1",
			Sentence: "Hanoi: the traditional structural model checking approach (Unbounded) runs out of resources early. (From N = 14 on, as in the paper's Table 1; taken for: within the limit of a run.)",
			Judge:    all(ended(linesOf("hanoi")[1:], unlim, true)),
		},
		{
			Name: "001-hanoi-unlim-order", Where: "section 5.1", Suite: "table1-orders",
			Sentence: "Hanoi: the traditional structural model checking approach (Unbounded) runs out of resources early. (From N = 14 on, as in the paper's Table 1, with the order of the places upside down; taken for: within the limit of a run.)",
			Judge:    all(ended(orderLinesOf("file+groups", "hanoi")[1:], unlim, true)),
		},
		{
			Name: "001-hanoi-fix", Where: "section 5.1", Suite: "table1",
			Sentence: "Hanoi: the algorithm with a formerly computed bound has the best run time results. (On most pairs of a line and another column.)",
			Judge:    most(faster(linesOf("hanoi"), fixed, unlim, restart, proceed, compact)),
		},
		{
			Name: "001-hanoi-fix-order", Where: "section 5.1", Suite: "table1-orders",
			Sentence: "Hanoi: the algorithm with a formerly computed bound has the best run time results. (On most pairs of a line and another column, with the order of the places upside down.)",
			Judge:    most(faster(orderLinesOf("file+groups", "hanoi"), fixed, unlim, restart, proceed, compact)),
		},
		{
			Name: "001-hanoi-cont", Where: "section 5.1", Suite: "table1",
			Sentence: "Hanoi: the continuing strategy has advantage over the restarting strategy.",
			Judge:    all(faster(linesOf("hanoi"), proceed, restart)),
		},
		{
			Name: "001-hanoi-cont-order", Where: "section 5.1", Suite: "table1-orders",
			Sentence: "Hanoi: the continuing strategy has advantage over the restarting strategy. (With the order of the places upside down.)",
			Judge:    all(faster(orderLinesOf("file+groups", "hanoi"), proceed, restart)),
		},
		{
			Name: "001-rr-cont-order", Where: "Table 1", Suite: "table1-orders",
			Sentence: "RR: the continuing strategy takes less time than the restarting strategy, and compacting most (N = 25 and 50). (With an order of the places that has one on each level.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				lines := orderLinesOf("file", "rr:25", "rr:50")
				faster(lines, proceed, restart)(r, cases)
				faster(lines, restart, compact)(r, cases)
			}),
		},
		{
			Name: "001-fms-comp-order", Where: "section 5.1", Suite: "table1-orders",
			Sentence: "FMS: the compacting saturation outperformed the other bounded algorithms. (N = 100, under one of three other orders of the places.)",
			Judge: func(r bench.Results) bench.Finding {
				var cases bench.Cases
				for _, l := range slices.Concat(orderLinesOf("file", "fms"), orderLinesOf("file+groups", "fms"), orderLinesOf("bandwidth", "fms")) {
					secondsLess(r, &cases, l.model+", "+l.order+", the fastest other", l.cell(compact, 0), l.fastest(r, restart, proceed, fixed))
				}
				return cases.AtLeast(1)
			},
		},
		{
			Name: "001-figure2", Where: "Figure 2",
			Sentence: "Overview of the saturation-based bounded model checking.",
			Reason:   "out of scope: a drawing of the method without numbers; ARCHITECTURE.md and the doc of package engine/symbolic describe ours",
		},
		{
			Name: "001-prise-model", Where: "section 5.2",
			Sentence: "A hierarchical coloured Petri net model of the safety logic of a nuclear power plant.",
			Reason:   "not here: the model is not public; Table 2 is measured on a reconstruction, `brim gen prise`",
		},
		{
			Name: "001-redundant", Where: "section 6",
			Sentence: "We also plan to use the constrained saturation algorithm in a different way, in order to avoid redundant computations more efficiently.",
			Reason:   "out of scope: a plan, without a method or a number",
		},
	}
	for i := range list {
		list[i].Paper = paper
	}
	return list
}
