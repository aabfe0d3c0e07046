package tables

import (
	"fmt"
	"math"

	"brim/bench"
)

// The lines of Figures 4 and 5 of [MSW09] that its claims are about.
var (
	ccpLine  = bbmcLine{model: "ccp:3", property: ccpStarved, name: "acceptE"}
	liftOne  = bbmcLine{model: "lift:3", property: liftUnasked, name: "I"}
	liftTwo  = bbmcLine{model: "lift:3", property: liftStays, name: "II"}
	messages = []int{2, 4, 8, 16}
	// the breadths of Figure 5, and its depths of degradation; 0 is none
	liftBreadths, liftDegrades = []int{1, 5, 10, 15, 20, 25, 30}, []int{20, 40, 60}
)

// claims000 are those of [MSW09].
func claims000() []bench.Claim {
	list := []bench.Claim{
		{
			Name: "000-table1", Where: "section 4.2, Table 1", Suite: "bbmc-table1",
			Sentence: "The probabilities of finding a witness, as ranges over four numbers of messages. (In the range, or beside it by two standard deviations of 100 runs with our probability at most; by line 4 of Algorithm 2 as it is printed, as in all figures here.)",
			Judge:    all(bbmcTable1Cases(false)),
		},
		{
			Name: "000-table1-lanes", Where: "sections 3.2 and 4.2, Table 1", Suite: "bbmc-table1",
			Sentence: "Every non-sink state has at least one successor in some queue; this essentially ensures progress of every lane. (Taken for: by another draw, where each state that has new successors keeps one, the probabilities are those of Table 1, as above. Which draw the paper's program had is not known; this one was found by its table.)",
			Judge:    all(bbmcTable1Cases(true)),
		},
		{
			Name: "000-abp-I", Where: "section 4.2, Figure 3", Suite: "bbmc-figure3",
			Sentence: "For property I, BMC is generally more effective than BBMC: it needs fewer states. (ABP and CABP together, at most breadths and sizes.)",
			Judge: most(func(r bench.Results, cases *bench.Cases) {
				bbmcRatios(r, cases, append(bbmcLinesOf("abp", "I"), bbmcLinesOf("cabp", "I")...), func(x float64) bool { return x > 1 })
			}),
		},
		{
			Name: "000-cabp-I", Where: "section 4.2, Figure 3", Suite: "bbmc-figure3",
			Sentence: "… and, even dramatically so for CABP. (Taken for: twice as many states at least.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				bbmcRatios(r, cases, bbmcLinesOf("cabp", "I"), func(x float64) bool { return x >= 2 })
			}),
		},
		{
			Name: "000-abp-II-par", Where: "section 4.2, Figure 3", Suite: "bbmc-figure3",
			Sentence: "For property II, for the ABP, BMC and BBMC are on a par for |M| ≤ 4. (Taken for: at most twice as many states, and at least half as many, on most.)",
			Judge: most(func(r bench.Results, cases *bench.Cases) {
				bbmcRatios(r, cases, bbmcLinesOf("abp", "II")[:2], func(x float64) bool { return 0.5 <= x && x <= 2 })
			}),
		},
		{
			Name: "000-II-better", Where: "section 4.2, Figure 3", Suite: "bbmc-figure3",
			Sentence: "For ABP with |M| > 4, and for all sizes of M for the CABP, BBMC clearly outperforms BMC. (Taken for: fewer states; how many fewer is clear the paper does not say.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				bbmcRatios(r, cases, append(bbmcLinesOf("abp", "II")[2:], bbmcLinesOf("cabp", "II")...), func(x float64) bool { return x < 1 })
			}),
		},
		{
			Name: "000-ccp-better", Where: "section 4.3, Figure 4", Suite: "bbmc-figure4",
			Sentence: "Clearly, BBMC outperforms BMC in this example. (Taken for: fewer states at each breadth.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				prefix := bbmcCounts(r, ccpLine.breadthFirst(0))
				for n := 1; n <= 10; n++ {
					bbmcAddRatio(cases, fmt.Sprintf("N = %d", n), bbmcCounts(r, ccpLine.cell(n, 0, bbmcRuns, 0)), prefix, func(x float64) bool { return x < 1 })
				}
			}),
		},
		{
			Name: "000-ccp-one", Where: "section 4.3, Figure 4", Suite: "bbmc-figure4",
			Sentence: "At breadth bound N = 1, it requires roughly 70 states, and it has a 60% chance of finding a witness. (Taken for: 63 to 77 states on average; and with our chance 100 runs, as in the paper, can show 60: neither 60 witnesses or more nor 60 or less come in fewer than 1% of all samples.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				c := bbmcCounts(r, ccpLine.cell(1, 0, bbmcRuns, 0))
				if c == nil {
					cases.Missing("N = 1")
					return
				}
				cases.Add("states", 63 <= c["states"] && c["states"] <= 77, bbmcStates(c))
				cases.Add("chance", atLeast(bbmcPaperRuns, 60, c["probability"]) >= 0.01 && 1-atLeast(bbmcPaperRuns, 61, c["probability"]) >= 0.01, share(c["probability"])+"%")
			}),
		},
		{
			Name: "000-ccp-sure", Where: "section 4.3, Figure 4", Suite: "bbmc-figure4",
			Sentence: "At roughly 3% of the total state space, this probability is virtually 100%. (Taken for: 99% or more in parts of 891 states or more, 3% of a space of which 2,673 states are 9%.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for n := 1; n <= 10; n++ {
					c := bbmcCounts(r, ccpLine.cell(n, 0, bbmcRuns, 0))
					switch {
					case c == nil:
						cases.Missing(fmt.Sprintf("N = %d", n))
					case c["states"] >= 891:
						cases.Add(fmt.Sprintf("N = %d", n), c["probability"] >= 0.99, share(c["probability"])+"% with "+bbmcStates(c)+" states")
					}
				}
			}),
		},
		{
			Name: "000-ccp-bmc", Where: "section 4.3", Suite: "bbmc-figure4",
			Sentence: "Finding a witness using BMC requires at least 2,673 states. (Within a tenth: how many are needed of the last level depends on the order of the transitions, which the paper does not name.)",
			Judge:    all(bbmcNeeds(ccpLine, 2673)),
		},
		{
			Name: "000-lift-bmc", Where: "section 4.4, Figure 5", Suite: "bbmc-figure5",
			Sentence: "BMC requires 7,536 states, resp. 1,101 states to find a witness for property I, resp. property II. (Within a tenth, as above.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				bbmcNeeds(liftOne, 7536)(r, cases)
				bbmcNeeds(liftTwo, 1101)(r, cases)
			}),
		},
		{
			Name: "000-lift-20", Where: "section 4.4, Figure 5(a)", Suite: "bbmc-figure5",
			Sentence: "A graceful degradation bound of 20 even fails to find any violation of property I. (Taken for: at each breadth no run finds one.)",
			Judge: all(liftPoints(liftOne, []int{20}, liftBreadths, func(_ int, c, _ map[string]float64) (bool, string) {
				return c["found"] == 0, fmt.Sprintf("found in %.0f of %.0f runs", c["found"], c["runs"])
			})),
		},
		{
			Name: "000-lift-II", Where: "section 4.4, Figure 5(c)", Suite: "bbmc-figure5",
			Sentence: "For the second property, using graceful degradation has no adverse effects on the probability of finding a violation. (Taken for: 95% intervals with and without it meet, or it is higher.)",
			Judge: all(liftPoints(liftTwo, liftDegrades, liftBreadths, func(_ int, c, without map[string]float64) (bool, string) {
				return c["high"] >= without["low"], share(c["probability"]) + "%, without " + share(without["probability"]) + "%"
			})),
		},
		{
			Name: "000-lift-estimate", Where: "section 4.4, Figure 5", Suite: "bbmc-figure5",
			Sentence: "The average size of the state space generated by Algorithm 3 stays well below the estimated bound, D times N. (Property I; taken for: half of it at most, from N = 5 on. With N = 1 each level has one state, and nothing is to stay below.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, d := range liftDegrades {
					liftPoints(liftOne, []int{d}, liftBreadths[1:], func(n int, c, _ map[string]float64) (bool, string) {
						return 2*c["states"] <= float64(d*n), bbmcStates(c) + fmt.Sprintf(" of %d", d*n)
					})(r, cases)
				}
			}),
		},
		{
			Name: "000-lift-sizes", Where: "section 4.4, Figure 5", Suite: "bbmc-figure5",
			Sentence: "For D = 20 and N = 10, the average state space size is 80 states, and for D = 60 and N = 25, it is 501 states. (Within a tenth.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, p := range []struct{ n, d, states int }{{10, 20, 80}, {25, 60, 501}} {
					name, c := fmt.Sprintf("D = %d N = %d", p.d, p.n), bbmcCounts(r, liftOne.cell(p.n, p.d, bbmcFigureRuns, 0))
					if c == nil {
						cases.Missing(name)
						continue
					}
					q := c["states"] / float64(p.states)
					cases.Add(name, 0.9 <= q && q <= 1.1, bbmcStates(c)+fmt.Sprintf(" of %d", p.states))
				}
			}),
		},
		{
			Name: "000-lift-worst", Where: "section 4.4, Figure 5", Suite: "bbmc-figure5",
			Sentence: "In the worst case, BBMC with graceful degradation bound 60 and breadth-bound 30, 60% of the number of states of BMC requires, are generated, with a 90% effectiveness (property II). (Within ten points.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				c := bbmcCounts(r, liftTwo.cell(30, 60, bbmcFigureRuns, 0))
				x, ok := bbmcRatio(c, bbmcCounts(r, liftTwo.breadthFirst(0)))
				if !ok {
					cases.Missing("D = 60 N = 30")
					return
				}
				cases.Add("states", 0.5 <= x && x <= 0.7, share(x)+"%")
				cases.Add("effectiveness", c["probability"] >= 0.8, share(c["probability"])+"%")
			}),
		},
		{
			Name: "000-lift-without-I", Where: "section 4.4, Figure 5", Suite: "bbmc-figure5",
			Sentence: "Without graceful degradation, BBMC outperforms BMC for property I … (Taken for: fewer states on most breadths.)",
			Judge:    most(liftWithout(liftOne, func(x float64) bool { return x < 1 })),
		},
		{
			Name: "000-lift-without-II", Where: "section 4.4, Figure 5", Suite: "bbmc-figure5",
			Sentence: "… whereas for property II, the results are in favour of BMC. (Taken for: more states on most breadths.)",
			Judge:    most(liftWithout(liftTwo, func(x float64) bool { return x > 1 })),
		},
		{
			Name: "000-no-sinks", Where: "sections 3.2, 3.3 and 5, Propositions 1 and 2", Suite: "bbmc-highway",
			Sentence: "Our algorithms do not introduce sink states that were not present in the original specification. (On ABP and CABP, which have none: Algorithm 2 by both draws, and Algorithm 3 with D = 5. Algorithm 1, the highway simulation that these change in this, is no case. The lift has sinks itself, so those of its parts do not tell.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, l := range bbmcProtocols(bbmcHighwayMessages) {
					for a, algorithm := range bbmcAlgorithms {
						for n := 1; n <= bbmcBreadths && !algorithm.highway; n++ {
							name, c := fmt.Sprintf("%s %s %s N = %d", l.model, l.name, algorithm.name, n), bbmcHighwayCounts(r, bbmcHighwayCell(l, a, n, 0))
							if c == nil {
								cases.Missing(name)
								continue
							}
							cases.Add(name, c["sinks"] == 0, fmt.Sprint(c["sinks"])+" sinks")
						}
					}
				}
			}),
		},
		{
			Name: "000-attempts", Where: "section 5", Suite: "bbmc-attempts",
			Sentence: "Grosu and Smolka present a technique to determine a bound on the number of attempts needed to achieve success; we believe that the same techniques are applicable to our work. (Taken for: with that bound the parts up to the first witness are as many on average as the probability of one says, within three standard errors.)",
			Judge: all(func(r bench.Results, cases *bench.Cases) {
				for _, l := range bbmcAttemptLines {
					x, ok := l.found(r, bbmcAttemptsSeeds)
					if !ok || x.campaigns < bbmcAttemptsSeeds {
						cases.Missing(l.model + " " + l.name)
						continue
					}
					cases.Add(l.model+" "+l.name, math.Abs(x.parts-x.mean) <= 3*x.deviation, fmt.Sprintf("%.1f parts of %.1f ± %.1f", x.parts, x.mean, x.deviation))
				}
			}),
		},
		{
			Name: "000-on-the-fly", Where: "section 3.2",
			Sentence: "For the purpose of on-the-fly model checking of fragments of ◇Lμ, single-step transitions and back-edges are added while the state space is explored.",
			Reason:   "not here: no table has parts so large that it matters; brim asks a part on the way from 16,384 states on, so that `brim check sr:50 'EF A_2' --engine bbmc` ends, whose parts do not",
		},
		{
			Name: "000-swarm", Where: "section 5",
			Sentence: "SWARM orchestrates several different exploration techniques, each running on a dedicated processing unit; BBMC could be integrated efficiently in such an approach.",
			Reason:   "out of scope: a plan; runs with seeds of their own share the cores of one machine here",
		},
		{
			Name: "000-pbes", Where: "section 6",
			Sentence: "We believe similar techniques can be applied to parity games and Parameterised Boolean Equation Systems.",
			Reason:   "out of scope: a plan; parts are decided as parity games here, games themselves are not cut into parts",
		},
	}
	for i := range list {
		list[i].Paper = "000"
	}
	return list
}
